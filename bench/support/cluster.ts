/**
 * A throw-away PostgreSQL: a cluster of its own in a temporary directory, on loopback, with fsync on.
 * The server refuses root, so under root it runs as a user of its own, which is made when it is absent.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { atEnd } from './at-end.js';
import { familyCpuSeconds, onCore } from './processes.js';

const HOME = '/usr/lib/postgresql';
const USER = 'rowhouse-ci';
const CONNECTIONS_MAX = 200;

export interface Cluster {
  readonly version: string;
  /** A new empty database; its address. */
  createDatabase(name: string): Promise<string>;
  /** Processor seconds of all its processes since it began. */
  cpuSeconds(): number;
}

/** Starts the cluster, its processes on `core`; null with a line why where there is no PostgreSQL. */
export async function startCluster(core: number | null): Promise<Cluster | null> {
  const bin = newestBin();
  if (bin === null) {
    console.log(
      `PostgreSQL skipped: nothing in ${HOME}; install it with: apt-get install postgresql`,
    );
    return null;
  }
  const root = process.getuid?.() === 0;
  const directory = mkdtempSync(join(tmpdir(), 'rowhouse-bench-pg-'));
  chmodSync(directory, 0o755);
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  if (root) {
    if (spawnSync('id', [USER]).status !== 0)
      run(['useradd', '--system', '--no-create-home', USER]);
    run(['chown', USER, directory]);
  }
  const as = root ? ['runuser', '-u', USER, '--'] : [];
  const data = join(directory, 'data');
  const port = await freePort();
  const settings = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    '-c unix_socket_directories=',
    `-c max_connections=${CONNECTIONS_MAX}`,
    '-c fsync=on',
  ].join(' ');
  run([
    ...as,
    `${bin}/initdb`,
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
  ]);
  const control = [...as, `${bin}/pg_ctl`, '-D', data, '-w'];
  run(onCore(core, [...control, '-l', join(directory, 'log'), '-o', settings, 'start']));
  atEnd(() => run([...control, '-m', 'immediate', 'stop']));
  const urlOf = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const version = await query(urlOf('postgres'), 'show server_version');
  return {
    version: String(version),
    createDatabase: async (name) => {
      await query(urlOf('postgres'), `create database "${name}"`);
      return urlOf(name);
    },
    cpuSeconds: () => familyCpuSeconds(pid),
  };
}

function newestBin(): string | null {
  try {
    const versions = readdirSync(HOME).sort((a, b) => Number(a) - Number(b));
    return versions.length === 0 ? null : `${HOME}/${versions.at(-1)}/bin`;
  } catch {
    return null;
  }
}

/** Runs a command to its end, in a directory that every user may read; throws when it fails. */
function run(words: readonly string[]): void {
  const [command = '', ...rest] = words;
  // What it leaves running keeps no pipe of ours open: only a file is handed down.
  const { status, stderr, error } = spawnSync(command, rest, {
    cwd: '/',
    stdio: ['ignore', 'ignore', words.includes('start') ? 'ignore' : 'pipe'],
  });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${error?.message ?? String(stderr)}`);
}

/** A loopback port that was free a moment ago, for programs that cannot take port 0. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows[0] === undefined ? undefined : Object.values(rows[0])[0];
}
