/** Load by wrk (Debian package wrk): one thread, by default 64 connections, keys in turn. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd, killAtEnd } from './at-end.js';
import { cpuSeconds, onCore } from './processes.js';

export const CONNECTIONS = Number(process.env.HIT_CONNECTIONS ?? 64);

export interface Load {
  /** Address of the search, with its query. */
  readonly url: string;
  readonly encoding: 'gzip' | 'identity';
  readonly seconds: number;
  readonly connections: number;
  readonly core: number | null;
}

export interface Loaded {
  /** Answers with a status below 400. */
  readonly answers: number;
  /** Answers with another status, and calls that broke. */
  readonly refused: number;
  readonly perS: number;
  readonly bytesPerAnswer: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Writes the keys where wrk reads them. */
export function keyFile(keys: readonly string[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'rowhouse-bench-keys-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'keys');
  writeFileSync(path, keys.join('\n'));
  return path;
}

/** One run of wrk. It starts at a random key, so that short runs do not all use the same few. */
export async function load(keys: string, { url, ...how }: Load): Promise<Loaded> {
  const { pathname, search } = new URL(url);
  const first = Math.floor(Math.random() * 10_000);
  const [command = '', ...words] = onCore(how.core, [
    'wrk',
    `-c${how.connections}`,
    `-d${how.seconds}s`,
    ...'-t1 --timeout 10s -s bench/support/hits.lua'.split(' '),
    url,
    '--',
    keys,
    pathname + search,
    how.encoding,
    String(first),
  ]);
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  killAtEnd(child);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', done);
  });
  const line = /RESULT (.*)/.exec(text)?.[1];
  if (line === undefined) throw new Error(`wrk said: ${text}`);
  const said = JSON.parse(line);
  return {
    answers: said.answers - said.refused,
    refused: said.refused + said.broken,
    perS: (said.answers / said.us) * 1e6,
    bytesPerAnswer: said.bytes / said.answers,
    p50Ms: said.p50 / 1000,
    p99Ms: said.p99 / 1000,
  };
}

export interface Measured extends Loaded {
  /** Processor time of the server a call, in microseconds. */
  readonly cpuUs: number;
  /** The same of another watched party, the database say; NaN where there is none. */
  readonly besideUs: number;
  /** Share of a core that the server used; well below 1, something else was the limit. */
  readonly busy: number;
}

/** One run of wrk with the processor time of the server process, and of `beside`, next to it. */
export async function loadAndCount(
  pid: number,
  keys: string,
  how: Load,
  beside: () => number,
): Promise<Measured> {
  const cpu = cpuSeconds(pid);
  const besideCpu = beside();
  const began = performance.now();
  const loaded = await load(keys, how);
  const usedS = cpuSeconds(pid) - cpu;
  const tookS = (performance.now() - began) / 1000;
  const calls = loaded.answers + loaded.refused;
  const besideUs = ((beside() - besideCpu) / calls) * 1e6;
  return { ...loaded, cpuUs: (usedS / calls) * 1e6, besideUs, busy: usedS / tookS };
}
