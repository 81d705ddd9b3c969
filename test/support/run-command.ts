/** A command in this process, as the program runs it: a tenth of what a process costs. */
import { PassThrough, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from '../../src/main.js';

/** Whether a test may run the command in its own process: this one owns standard input. */
export const runsHere = ([command]: readonly string[]): boolean => command !== 'mcp';

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
  const { said, ended, interrupt } = startCommand(words, env);
  const over = new AbortController();
  const late = delay(msMax, null, { signal: over.signal }).catch(() => null);
  const ending = await Promise.race([ended, late]);
  over.abort();
  if (ending === null) interrupt();
  return { code: ending, ...said };
}

/** Starts the command; `ended` has its exit code. */
export function startCommand(words: readonly string[], env: NodeJS.ProcessEnv) {
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
    stopped: () => new Promise((stop) => interrupts.push(stop)),
    setExitCode: (next) => {
      code = next;
    },
  }).then(() => code);
  const interrupt = () => {
    for (const stop of interrupts) stop();
  };
  return { said, ended, interrupt };
}
