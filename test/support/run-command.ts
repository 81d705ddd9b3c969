/** A command for callers in this process: quicker than a process of its own. */
import { PassThrough } from 'node:stream';
import { Command, CommanderError } from 'commander';
import type { CallerSettings } from '#cli/caller-options.js';
import { EXIT } from '#cli/exit-codes.js';
import type { Terminal } from '#cli/run-search.js';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Add = (root: Command, caller: CallerSettings, terminal: Terminal) => void;

/** Runs `rowhouse` with the words to its end, with only the commands that `add` adds. */
export async function runCommand(
  add: Add,
  words: readonly string[],
  caller: CallerSettings,
): Promise<Outcome> {
  const out = new PassThrough();
  const said = { stdout: '', stderr: '' };
  out.on('data', (data) => {
    said.stdout += String(data);
  });
  const writeErr = (text: string) => {
    said.stderr += text;
  };
  const root = new Command('rowhouse').configureOutput({ writeErr, writeOut: writeErr });
  add(root, caller, {
    out,
    err: { write: writeErr },
    nowMs: () => Date.now(),
    onInterrupt: () => undefined,
  });
  const before = process.exitCode;
  const code = await root.parseAsync([...words], { from: 'user' }).then(
    () => Number(process.exitCode ?? 0),
    (error: unknown) => {
      if (!(error instanceof CommanderError)) throw error;
      // As the program does: commander's 1 is a usage error.
      return error.exitCode === 1 ? EXIT.wrong_use : error.exitCode;
    },
  );
  process.exitCode = before;
  return { code, ...said };
}
