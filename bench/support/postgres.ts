/** A throw-away PostgreSQL cluster on loopback that can be killed as a power cut would. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../test/support/free-port.js';
import { atEnd, hasEnded } from './at-end.js';
import { onCore } from './processes.js';

const BINARIES = '/usr/lib/postgresql';
const VERSION_MIN = 15;
/** The server rejects root; the same user as in .ci/run. */
const USER = 'rowhouse-ci';
const READY_MS_MAX = 60_000;
const LOOK_EVERY_MS = 25;

export interface Server {
  readonly url: string;
  /** Of the postmaster. */
  pid(): number;
  /** Starts the server; resolves when it accepts statements. */
  start(): Promise<void>;
  /** Resolves when it accepts statements (again). */
  ready(): Promise<void>;
  /** SIGKILL of the postmaster and all its children at once: no flush, no notice to clients. */
  kill(): Promise<void>;
  /** SIGINT: open transactions are rolled back, sessions are closed. */
  stop(): Promise<void>;
  /** Signals the postmaster and all its children: SIGSTOP and SIGCONT act as a stalled machine. */
  signalAll(signal: NodeJS.Signals): void;
  /** SIGKILL of one session's process; the server then restarts all of them. False when none is. */
  killSession(): boolean;
}

/**
 * Makes and starts a cluster, its processes on one core or free, with fsync on and settings like
 * "name=value"; null when this machine has no PostgreSQL that will do. With `primary`, the address
 * of another, it is a standby of it. Its files lie in a new folder of `parent`.
 */
export async function startServer(
  more: readonly string[] = [],
  core: number | null = null,
  primary: string | null = null,
  parent = tmpdir(),
): Promise<Server | null> {
  const bin = findBinaries();
  if (bin === null) return null;
  const as = serverUser();
  let server: ChildProcess | null = null;
  const home = newHome(parent, as, () => {
    if (server !== null && !hasEnded(server)) signalFamily(server.pid ?? 0, 'SIGKILL');
  });
  const data = join(home, 'data');
  const init = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  const [maker = '', ...how] =
    primary === null ? ['initdb', ...init] : ['pg_basebackup', '-R', '-c', 'fast', '-d', primary];
  execFileSync(join(bin, maker), ['-D', data, ...how], { cwd: '/', stdio: 'pipe', ...as });
  const port = await freePort();
  const log = join(home, 'log');
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=on', ...more];
  const [command = '', ...words] = onCore(core, [
    join(bin, 'postgres'),
    '-D',
    data,
    '-p',
    String(port),
    ...settings.flatMap((one) => ['-c', one]),
  ]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const running = (): ChildProcess => {
    if (server === null) throw new Error('the cluster was not started');
    return server;
  };
  const ready = () => waitReady(url, running(), log);
  const cluster: Server = {
    url,
    pid: () => running().pid ?? 0,
    ready,
    start: async () => {
      const out = openSync(log, 'a');
      server = spawn(command, words, {
        cwd: '/',
        stdio: ['ignore', out, out],
        ...as,
      });
      await ready();
    },
    kill: () => ended(running(), () => signalFamily(running().pid ?? 0, 'SIGKILL')),
    stop: () => ended(running(), () => running().kill('SIGINT')),
    signalAll: (signal) => signalFamily(running().pid ?? 0, signal),
    killSession: () => {
      const session = childrenOf(running().pid ?? 0).find(isSession);
      if (session !== undefined) process.kill(session, 'SIGKILL');
      return session !== undefined;
    },
  };
  await cluster.start();
  return cluster;
}

/** A new folder that the user of a server owns; at the end `before` runs and it is removed. */
export function newHome(parent: string, as: ServerUser, before: () => void): string {
  const home = mkdtempSync(join(parent, 'rowhouse-pg-'));
  atEnd(() => {
    before();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  chmodSync(home, 0o755);
  if (as.uid !== undefined && as.gid !== undefined) chownSync(home, as.uid, as.gid);
  return home;
}

/** The newest version's directory of programs; null where there is none that will do. */
export function findBinaries(): string | null {
  try {
    const newest = Math.max(...readdirSync(BINARIES).map(Number).filter(Number.isFinite));
    return newest >= VERSION_MIN ? join(BINARIES, String(newest), 'bin') : null;
  } catch {
    return null;
  }
}

export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** As whom a server runs: for root a user that is made when absent, otherwise the caller. */
export const serverUser = (): ServerUser => (process.getuid?.() === 0 ? ensureUser() : {});

function ensureUser(): { uid: number; gid: number } {
  const ask = (what: string) =>
    Number(spawnSync('id', [what, USER]).stdout.toString() || Number.NaN);
  if (Number.isNaN(ask('-u'))) {
    execFileSync('useradd', ['--system', '--no-create-home', USER], { stdio: 'pipe' });
  }
  return { uid: ask('-u'), gid: ask('-g') };
}

async function waitReady(url: string, server: ChildProcess, log: string): Promise<void> {
  const until = performance.now() + READY_MS_MAX;
  while (performance.now() < until && !hasEnded(server)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    const accepted = await client
      .connect()
      .then(() => client.query('select 1'))
      .then(
        () => true,
        () => false,
      );
    await client.end().catch(() => undefined);
    if (accepted) return;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8').slice(-1_000)}`);
}

async function ended(server: ChildProcess, act: () => void): Promise<void> {
  const gone = new Promise<void>((done) => {
    server.once('exit', () => done());
  });
  if (hasEnded(server)) return;
  act();
  await gone;
}

/** The postmaster first, so that it cannot see its children go and tidy up. */
export function signalFamily(postmaster: number, signal: NodeJS.Signals): void {
  const children = childrenOf(postmaster);
  for (const pid of [postmaster, ...children]) signalOne(pid, signal);
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has gone by itself.
  }
}

/** Processes whose parent is `pid`, from /proc. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => parentOf(one) === pid);
}

function parentOf(pid: number): number {
  const stat = readProc(pid, 'stat');
  // The name in parentheses may hold spaces; the state and the parent follow it.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

const isSession = (pid: number): boolean => readProc(pid, 'cmdline').includes('127.0.0.1(');

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
