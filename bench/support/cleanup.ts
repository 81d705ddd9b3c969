/** What a benchmark started is ended with it: at its end, on a failure and on Ctrl-C. */
import { type ChildProcess, spawnSync } from 'node:child_process';

const undo: (() => void)[] = [];
let installed = false;

/** Runs `work` when this process ends, newest first. It must be synchronous. */
export function atEnd(work: () => void): void {
  undo.push(work);
  if (installed) return;
  installed = true;
  process.once('exit', () => {
    for (const one of undo.reverse()) one();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(130));
  }
}

/** Kills the process at the end, if it still runs, and waits until it is gone. */
export function killAtEnd(child: ChildProcess): void {
  atEnd(() => {
    if (hasEnded(child)) return;
    child.kill('SIGKILL');
    // The exit event no longer arrives here; a moment lets go of what lies in a data directory.
    spawnSync('sleep', ['0.05']);
  });
}

export const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;
