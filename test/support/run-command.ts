/** A command in this process, as the program runs it: a tenth of what a process costs. */
import { PassThrough, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from '../../src/main.js';

/** Commands that own a database, a port or standard input; also `rowhouse` alone, which serves. */
const NEEDS_PROCESS: readonly (string | undefined)[] = [
  undefined,
  'serve',
  'sandbox',
  'migrate',
  'export',
  'import',
  'restore',
  'archive',
  'report',
  'doctor',
  'mcp',
];

/** Whether a test may run the command in its own process. */
export const runsHere = ([command]: readonly string[]): boolean => !NEEDS_PROCESS.includes(command);

/** What a command printed; the code is null for one that was stopped because it did not end. */
interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command to its end, or as Ctrl-C ends it after `msMax`. */
export async function runCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  msMax: number,
): Promise<Outcome> {
  const said = { stdout: '', stderr: '' };
  const writeTo = (name: keyof typeof said) =>
    new Writable({
      decodeStrings: false,
      write: (text, _encoding, done) => {
        said[name] += String(text);
        done();
      },
    });
  const interrupts: (() => void)[] = [];
  let code = 0;
  const ended = run(words, {
    env,
    input: new PassThrough().end(),
    out: writeTo('stdout'),
    err: writeTo('stderr'),
    nowMs: () => Date.now(),
    onInterrupt: (stop) => interrupts.push(stop),
    setExitCode: (next) => {
      code = next;
    },
  }).then(() => code);
  const over = new AbortController();
  const late = delay(msMax, null, { signal: over.signal }).catch(() => null);
  const ending = await Promise.race([ended, late]);
  over.abort();
  for (const stop of ending === null ? interrupts : []) stop();
  return { code: ending, ...said };
}
