/** The command line the way an operator runs it: services, and commands with their output. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SOON_ENDED } from './own-process.js';
import { runCommand, runsHere, startCommand } from './run-command.js';

const BIN = fileURLToPath(new URL('../../bin/rowhouse.js', import.meta.url));
const START_MS_MAX = 60_000;
const GREETING_POLL_MS = 10;
const COMMAND_MS_MAX = 60_000;

export type Settings = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly tookMs: number;
}

/** The settings of a caller. */
export const callerOf = (apiKey: string, baseUrl: string): Settings => ({
  ROWHOUSE_API_KEY: apiKey,
  ROWHOUSE_BASE_URL: baseUrl,
});

/** A clean environment: what surrounds the tests is no setting of the service under test. */
function environment(settings: Settings): NodeJS.ProcessEnv {
  const plain = Object.entries(process.env).filter(
    ([name]) => !/^(ROWHOUSE_|OTEL_|DATABASE_URL|PORT$|HOST$|NODE_)/.test(name),
  );
  return { ...Object.fromEntries(plain), ...settings };
}

const running = new Set<{ kill(signal: 'SIGKILL'): unknown }>();

/**
 * Ends every process, and every service in this one, that the tests of a file left behind: at the
 * end of the file, as it also ends what the file's other tests use.
 */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** `bin` is a script for this Node, or an executable, which then finds no other program. */
function start(words: readonly string[], settings: Settings, bin = BIN) {
  const began = performance.now();
  const isScript = bin.endsWith('.js');
  const [program, ...before] = isScript ? [process.execPath, ...SOON_ENDED, bin] : [bin];
  const child = spawn(program, [...before, ...words], {
    env: { ...environment(settings), ...(isScript ? {} : { PATH: '' }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
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

/**
 * Runs one command to its end, in this process where it can be; one that does not end is stopped
 * and has no exit code.
 */
export async function rowhouse(
  words: readonly string[],
  settings: Settings = {},
  msMax: number = COMMAND_MS_MAX,
): Promise<Ended> {
  if (!runsHere(words)) return rowhouseProcess(words, settings, msMax);
  const began = performance.now();
  const outcome = await runCommand(words, environment(settings), msMax);
  return { ...outcome, tookMs: performance.now() - began };
}

/** The same as a process; one that does not end is killed. */
export async function rowhouseProcess(
  words: readonly string[],
  settings: Settings = {},
  msMax: number = COMMAND_MS_MAX,
  bin = BIN,
): Promise<Ended> {
  const { child, ended } = start(words, settings, bin);
  const late = setTimeout(() => child.kill('SIGKILL'), msMax);
  const outcome = await ended;
  clearTimeout(late);
  return outcome;
}

/** A service in this process: nobody can kill it, and its log is that of this process. */
export interface ServiceHere {
  readonly apiUrl: string;
  readonly adminUrl: string;
  readonly sandboxUrl: string;
  readonly demoKey: string;
  /** All that was printed on standard output. */
  readonly greeting: string;
  /** Interrupts the service as Ctrl-C does; resolves when it has ended. */
  interrupt(): Promise<Ended & { stopMs: number }>;
}

export interface Service extends ServiceHere {
  /** Ends the service as a power cut does. */
  kill(): Promise<Ended>;
}

/** Starts `rowhouse serve` on a migrated database; resolves when it has greeted. */
export async function startService(settings: Settings): Promise<Service> {
  const { ROWHOUSE_DATA_DIR: dataDir, DATABASE_URL: server } = settings;
  if (dataDir !== undefined && server === undefined) {
    // Only here: it loads the code of the store.
    const { copyForProcess } = await import('./migrated.js');
    await copyForProcess(dataDir);
  }
  return startFresh(settings);
}

/** The same on what is there: the service makes and migrates its database. */
export async function startFresh(
  settings: Settings,
  bin = BIN,
  words: readonly string[] = ['serve'],
): Promise<Service> {
  const { child, said, ended } = start(words, settings, bin);
  await greeted(said, ended);
  return {
    ...shownBy(said.stdout, settings),
    interrupt: () => timed(ended, () => child.kill('SIGINT')),
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** Starts `rowhouse serve` in this process, on a migrated database: half the cost of a process. */
export async function startHere(settings: Settings): Promise<ServiceHere> {
  const { ROWHOUSE_DATA_DIR: dataDir, DATABASE_URL: server } = settings;
  const { copyMigrated } = await import('./migrated.js');
  if (dataDir !== undefined && server === undefined) await copyMigrated(dataDir);
  const began = performance.now();
  const { said, ended: coded, interrupt } = startCommand(['serve'], environment(settings));
  const here = { kill: interrupt };
  running.add(here);
  const ended = coded.then((code): Ended => {
    running.delete(here);
    return { code, ...said, tookMs: performance.now() - began };
  });
  await greeted(said, ended);
  return { ...shownBy(said.stdout, settings), interrupt: () => timed(ended, interrupt) };
}

/** Resolves when a service has greeted; rejects when it ended before. */
async function greeted(said: { readonly stdout: string }, ended: Promise<Ended>): Promise<void> {
  const late = AbortSignal.timeout(START_MS_MAX);
  while (!/Try it:|Create an account|keys demo/.test(said.stdout)) {
    late.throwIfAborted();
    const over = await Promise.race([ended, delay(GREETING_POLL_MS, null)]);
    if (over !== null) throw new Error(`serve ended with ${over.code}: ${over.stderr}`);
  }
}

async function timed(ended: Promise<Ended>, interrupt: () => unknown) {
  const began = performance.now();
  interrupt();
  return { ...(await ended), stopMs: performance.now() - began };
}

function shownBy(greeting: string, settings: Settings) {
  const shown = (what: RegExp) => what.exec(greeting)?.[1] ?? '';
  return {
    apiUrl: shown(/API +(http\S+)\/v1/),
    adminUrl: shown(/admin listener +(http\S+)/),
    sandboxUrl: shown(/sandbox portals +(http\S+)/),
    demoKey: demoKeyIn(settings),
    greeting,
  };
}

/** The demo key of a data directory; empty where it has none. */
function demoKeyIn({ ROWHOUSE_DATA_DIR: dataDir }: Settings): string {
  const file = join(dataDir ?? '', 'demo-key');
  return dataDir !== undefined && existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

/** Free ports and a small data set. */
export const settingsOf = (dataDir: string) => ({
  ROWHOUSE_DATA_DIR: dataDir,
  PORT: '0',
  ROWHOUSE_ADMIN_PORT: '0',
  ROWHOUSE_SANDBOX_PORT: '0',
  ROWHOUSE_SANDBOX_HOMES: '2000',
  ROWHOUSE_LOG_LEVEL: 'error',
});

/** Enough homes for several pages per ZIP, generated on demand; sources answer at once. */
export const MANY_HOMES: Settings = {
  ROWHOUSE_SANDBOX_HOMES: '1000000',
  ROWHOUSE_SANDBOX_LATENCY_MIN_MS: '0',
  ROWHOUSE_SANDBOX_LATENCY_MAX_MS: '5',
};

/** A command that fails: exit code 1, nothing on standard output, one line that explains why. */
export async function failure(
  words: readonly string[],
  description: RegExp,
  settings: Settings,
): Promise<void> {
  const { code, stdout, stderr } = await rowhouse(words, settings);
  assert.match(stderr, description);
  assert.equal(stderr.trim().split('\n').length, 1, stderr);
  assert.equal(stdout, '');
  assert.equal(code, 1);
}
