/** The shipped edge configurations, run by their programs. Only ports and folders change. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ERRORS, type ErrorCode } from '#contract/errors.js';
import { ROOT } from '../architecture/read-tree.js';
import { freePort } from './free-port.js';

export type EdgeKind = 'nginx' | 'caddy';
export const EDGE_KINDS: readonly EdgeKind[] = ['nginx', 'caddy'];
/** The files in which an edge makes answers of its own. */
export const EDGE_FILES: Readonly<Record<EdgeKind, string>> = {
  nginx: 'deploy/nginx/rowhouse.conf',
  caddy: 'deploy/Caddyfile',
};

const PROGRAMS: Readonly<Record<EdgeKind, readonly string[]>> = {
  nginx: ['/usr/sbin/nginx', 'nginx'],
  caddy: ['/usr/bin/caddy', 'caddy'],
};
const START_MS_MAX = 10_000;

/** Where the program of an edge is; null when it is not installed. */
export function edgeProgram(kind: EdgeKind): string | null {
  const version = kind === 'nginx' ? '-v' : 'version';
  return PROGRAMS[kind].find((one) => spawnSync(one, [version]).status === 0) ?? null;
}

/** The `skip` of a test that needs the edge. */
export const skipWithout = (kind: EdgeKind): string | false =>
  edgeProgram(kind) === null && `${kind} is not installed: apt-get install ${packageOf(kind)}`;
const packageOf = (kind: EdgeKind) => (kind === 'nginx' ? 'nginx-light' : 'caddy');

export interface Edge {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts the edge in front of nodes on these ports of the loopback; resolves when it listens. */
export async function startEdge(kind: EdgeKind, nodes: readonly number[]): Promise<Edge> {
  const program = edgeProgram(kind);
  if (program === null) throw new Error(`${kind} is not installed`);
  const folder = mkdtempSync(join(tmpdir(), `rowhouse-${kind}-`));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const child =
    kind === 'nginx'
      ? runNginx(program, folder, port, nodes)
      : runCaddy(program, folder, port, nodes);
  let said = '';
  child.stderr?.on('data', (data) => {
    said += String(data);
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  await untilListening(port, child, () => said);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function runNginx(program: string, folder: string, port: number, nodes: readonly number[]) {
  const servers = nodes.map((node) => `server 127.0.0.1:${node} max_fails=1 fail_timeout=2s;`);
  const upstream = readFileSync(join(ROOT, 'deploy/nginx/rowhouse-upstream.conf'), 'utf8').replace(
    /^\s*server 127\.0\.0\.1:8080 max_fails=1 fail_timeout=2s;$/m,
    servers.join('\n'),
  );
  const site = readFileSync(join(ROOT, EDGE_FILES.nginx), 'utf8')
    .replace('listen 80 default_server;', `listen 127.0.0.1:${port} default_server;`)
    .replace('listen [::]:80 default_server;', '')
    .replace('/var/log/nginx/access.log', join(folder, 'access.log'));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 256; }
    http { access_log off; gzip on; ${paths.join(' ')}\n${upstream}\n${site}\n}`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  return spawn(program, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function runCaddy(program: string, folder: string, port: number, nodes: readonly number[]) {
  return spawn(program, ['run', '--config', join(ROOT, EDGE_FILES.caddy)], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      EDGE_SITE: `http://:${port}`,
      EDGE_NODES: nodes.map((node) => `127.0.0.1:${node}`).join(' '),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function untilListening(port: number, child: ChildProcess, said: () => string) {
  const until = performance.now() + START_MS_MAX;
  while (performance.now() < until && child.exitCode === null) {
    if (await canConnect(port)) return;
    await delay(50);
  }
  child.kill('SIGKILL');
  throw new Error(`the edge did not start: ${said()}`);
}

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** An error answer, of the edge or of the API behind it: status, type and body of the table. */
export async function expectCode(answer: Response, code: ErrorCode): Promise<void> {
  const text = await answer.text();
  assert.equal(answer.status, ERRORS[code].http, `${answer.url.slice(0, 80)} ${text}`);
  const { error } = JSON.parse(text) as { error: { code: string } };
  assert.deepEqual(Object.keys(error), ['code', 'message', 'param']);
  assert.equal(error.code, code);
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
}

/** Sends bytes that no client has tidied; resolves with all that came back. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) => (chunks.length === 0 ? reject(error) : undefined));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.write(bytes);
  });
}
