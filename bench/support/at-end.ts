/** What a benchmark started is ended with it: at its end, after an error and after Ctrl-C. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg } from 'node:os';

/** The exit code of a shell for a program that Ctrl-C ended. */
const INTERRUPTED = 130;

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
    process.once(signal, () => process.exit(INTERRUPTED));
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

/** Runs a benchmark between two lines about the machine; false or an error becomes exit code 1. */
export async function bench(work: () => Promise<boolean>): Promise<void> {
  console.log(sayMachine());
  try {
    const good = await work();
    console.log(`load average at the end ${loadOfMinute()}`);
    process.exit(good ? 0 : 1);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

/** Where this was measured: figures of a busy machine mean little. */
function sayMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `Node ${process.versions.node}, ${availableParallelism()} cores (${model}), load average ${loadOfMinute()}`;
}

const loadOfMinute = (): string => (loadavg()[0] ?? 0).toFixed(1);
