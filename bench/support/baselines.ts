/** What a hit is checked against: servers that send the same bytes, each a process of its own. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.js';
import { atEnd, killAtEnd } from './at-end.js';
import type { Cluster } from './cluster.js';
import { hasProgram, onCore, ourProgram, startProgram } from './processes.js';

const READY_EVERY_MS = 50;
const READY_TRIES_MAX = 100;

export interface Baseline {
  readonly pid: number;
  readonly base: string;
}

export interface PageFiles {
  readonly directory: string;
  readonly plain: string;
  readonly gzip: string;
}

/** Writes the page where the baselines read it: PATH and PATH.gz. */
export function writePage(plain: Buffer, gzip: Buffer): PageFiles {
  const directory = mkdtempSync(join(tmpdir(), 'rowhouse-bench-page-'));
  chmodSync(directory, 0o755);
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'page.json');
  writeFileSync(file, plain);
  writeFileSync(`${file}.gz`, gzip);
  return { directory, plain: file, gzip: `${file}.gz` };
}

/** (a) nginx with one worker: the file, or its precompressed neighbour; null where it is absent. */
export async function startNginx(
  page: PageFiles,
  path: string,
  core: number,
): Promise<Baseline | null> {
  if (!hasProgram('nginx')) {
    console.log('nginx skipped: it is not installed (apt-get install nginx-light)');
    return null;
  }
  const port = await freePort();
  const file = join(page.directory, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${page.directory}/${name};`,
  );
  writeFileSync(
    file,
    `daemon off; master_process off; worker_processes 1; pid ${page.directory}/nginx.pid;
error_log stderr crit;
events { worker_connections 1024; multi_accept on; }
http {
${temporary.join('\n')}
  access_log off; server_tokens off; sendfile on; tcp_nopush on; tcp_nodelay on;
  keepalive_requests 1000000000; keepalive_timeout 65;
  open_file_cache max=10 inactive=1h; open_file_cache_valid 1h; open_file_cache_min_uses 1;
  types { } default_type "application/json; charset=utf-8";
  server {
    listen 127.0.0.1:${port} backlog=1024;
    location = ${path} { gzip_static on; alias ${page.plain}; }
    location = /ready { return 200; }
  }
}
`,
  );
  const [command = '', ...words] = onCore(core, ['nginx', '-e', 'stderr', '-c', file]);
  const child = spawn(command, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  killAtEnd(child);
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await answers(`${base}/ready`)); tries += 1) {
    if (tries === READY_TRIES_MAX) throw new Error('nginx does not answer');
    await delay(READY_EVERY_MS);
  }
  return { pid: child.pid ?? 0, base };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** (b) bare node:http with one buffer. */
export async function startBare(page: PageFiles, core: number): Promise<Baseline> {
  const words = onCore(core, ourProgram('bare-server', page.plain, page.gzip));
  return baseline(words);
}

/** (c) Fastify, compression on the fly, three statements a call. */
export async function startStraightforward(
  page: PageFiles,
  keys: string,
  cluster: Cluster,
  core: number,
): Promise<Baseline> {
  const database = await cluster.createDatabase('straightforward');
  return baseline(onCore(core, ourProgram('straightforward-server', page.plain, database, keys)));
}

async function baseline(words: readonly string[]): Promise<Baseline> {
  const program = await startProgram(words, /ready (\d+)/);
  return { pid: program.process.pid ?? 0, base: `http://127.0.0.1:${program.ready}` };
}
