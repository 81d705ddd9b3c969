/** Processes of a benchmark: on which core they run, and how much of it they used. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { killAtEnd } from './at-end.js';

const READY_MS_MAX = 30_000;
const END_MS_MAX = 15_000;
/** sysconf(_SC_CLK_TCK) is 100 on every Linux that Node runs on. */
const TICKS_PER_S = 100;

export const hasProgram = (name: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

const canPin = availableParallelism() > 1 && hasProgram('taskset');

/** The words that run a command on one core, or as it is where cores cannot be chosen. */
export const onCore = (core: number | null, words: readonly string[]): string[] =>
  core === null || !canPin ? [...words] : ['taskset', '-c', String(core), ...words];

/** A line that shows where things run. */
export const sayCores = (): string =>
  canPin
    ? 'server under test on core 0; wrk and PostgreSQL on core 1'
    : 'NOT pinned: there is one core only, or no taskset';

/** Processor seconds of a process, all threads, user and system together, since it began. */
export function cpuSeconds(pid: number | undefined): number {
  const stat = statOf(String(pid));
  return (stat(14) + stat(15)) / TICKS_PER_S;
}

/** The same of a process with its children, also of those that have ended. */
export function familyCpuSeconds(pid: number): number {
  const parent = statOf(String(pid));
  let ticks = parent(14) + parent(15) + parent(16) + parent(17);
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const child = statOf(name);
    if (child(4) === pid) ticks += child(14) + child(15);
  }
  return ticks / TICKS_PER_S;
}

/** The fields of /proc/PID/stat by their numbers in proc(5); NaN of a process that has ended. */
function statOf(pid: string): (field: number) => number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain spaces: count from behind it, where field 3 is.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (field) => Number(fields[field - 3]);
  } catch {
    return () => Number.NaN;
  }
}

export interface Program {
  readonly process: ChildProcess;
  /** Its output when it was ready. */
  readonly ready: string;
  /** All of its output so far. */
  readonly output: () => string;
  end(): Promise<void>;
}

/**
 * Starts a program, as another user or as this one; resolves with its first output that matches.
 * It is ended at the end.
 */
export async function startProgram(
  words: readonly string[],
  ready: RegExp,
  env: Readonly<Record<string, string>> = {},
  as: { readonly uid?: number; readonly gid?: number } = {},
): Promise<Program> {
  const [command = '', ...rest] = words;
  const child = spawn(command, rest, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as,
  });
  let text = '';
  const end = () => endProcess(child);
  killAtEnd(child);
  const found = await new Promise<string>((done, failed) => {
    const timer = setTimeout(() => failed(new Error(`not ready: ${text}`)), READY_MS_MAX);
    const stop = (error: Error) => {
      clearTimeout(timer);
      failed(error);
    };
    child.once('error', stop);
    child.once('exit', () => stop(new Error(`${command} ended at its start: ${text}`)));
    const hear = (chunk: Buffer) => {
      text += chunk.toString();
      const match = ready.exec(text);
      if (match === null) return;
      clearTimeout(timer);
      done(match[1] ?? match[0]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  return { process: child, ready: found, output: () => text, end };
}

/** Asks a process to end, and after a while ends it. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS_MAX);
  await ended;
  clearTimeout(timer);
}

/** The words that run a TypeScript program of bench/support. */
export const ourProgram = (name: string, ...args: readonly string[]): string[] => [
  process.execPath,
  '--conditions=source',
  '--import',
  'tsx',
  `bench/support/${name}.ts`,
  ...args,
];
