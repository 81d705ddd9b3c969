/** The compiled command line as processes, the way an operator runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/rowhouse.js', import.meta.url));
const START_MS_MAX = 60_000;

export type Settings = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly tookMs: number;
}

/** A clean environment: what surrounds the tests is no setting of the service under test. */
function environment(settings: Settings): NodeJS.ProcessEnv {
  const plain = Object.entries(process.env).filter(
    ([name]) => !/^(ROWHOUSE_|DATABASE_URL|PORT$|HOST$|NODE_)/.test(name),
  );
  return { ...Object.fromEntries(plain), ...settings };
}

function start(words: readonly string[], settings: Settings) {
  const began = performance.now();
  const child = spawn(process.execPath, [BIN, ...words], {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    said.stdout += String(data);
  });
  child.stderr.on('data', (data) => {
    said.stderr += String(data);
  });
  const ended = once(child, 'close').then(
    ([code]): Ended => ({
      code: code as number | null,
      ...said,
      tookMs: performance.now() - began,
    }),
  );
  return { child, said, ended };
}

/** Runs one command to its end. */
export const rowhouse = (words: readonly string[], settings: Settings = {}): Promise<Ended> =>
  start(words, settings).ended;

export interface Service {
  readonly apiUrl: string;
  readonly adminUrl: string;
  readonly sandboxUrl: string;
  readonly demoKey: string;
  /** All that was printed on standard output. */
  readonly greeting: string;
  readonly child: ChildProcess;
  /** Interrupts the service as Ctrl-C does; resolves when it has ended. */
  interrupt(): Promise<Ended & { stopMs: number }>;
}

/** Starts `rowhouse serve` with the settings; resolves when it has greeted. */
export async function startService(settings: Settings): Promise<Service> {
  const { child, said, ended } = start(['serve'], settings);
  const late = AbortSignal.timeout(START_MS_MAX);
  while (!/Try it:|Create an account/.test(said.stdout)) {
    const over = await Promise.race([
      ended,
      once(child.stdout as NodeJS.ReadableStream, 'data', { signal: late }).then(() => null),
    ]);
    if (over !== null) throw new Error(`serve ended with ${over.code}: ${over.stderr}`);
  }
  const shown = (what: RegExp) => what.exec(said.stdout)?.[1] ?? '';
  return {
    apiUrl: shown(/API +(http\S+)\/v1/),
    adminUrl: shown(/admin listener +(http\S+)/),
    sandboxUrl: shown(/sandbox portals +(http\S+)/),
    demoKey: shown(/demo key +(\S+)/),
    greeting: said.stdout,
    child,
    interrupt: async () => {
      const began = performance.now();
      child.kill('SIGINT');
      return { ...(await ended), stopMs: performance.now() - began };
    },
  };
}
