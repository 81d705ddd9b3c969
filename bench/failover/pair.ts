/** A primary and a standby behind the shipped HAProxy configuration, with paths that can be cut. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../test/support/free-port.js';
import { atEnd } from '../support/at-end.js';
import { type Server, startServer } from '../support/postgres.js';
import { hasProgram, type Program, startProgram } from '../support/processes.js';
import { type Relay, startRelay } from '../support/relay.js';

const HAPROXY = ['/usr/sbin/haproxy', 'haproxy'].find(hasProgram);
const CONFIG = 'deploy/haproxy.cfg';
const SYNC_MS_MAX = 30_000;
const LOOK_EVERY_MS = 25;
const PROMOTE_S_MAX = 30;

export interface Pair {
  readonly primary: Server;
  readonly standby: Server;
  /** The address that HAProxy serves. */
  readonly url: string;
  /** Between HAProxy and the primary, and between the standby and the primary. */
  readonly toPrimary: Relay;
  readonly replication: Relay;
  /** Takes the primary out of HAProxy and promotes the standby; resolves when it may be written. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** Null where a program is missing, with a line that names it. */
export async function startPair(isSynchronous: boolean): Promise<Pair | null> {
  const primary = HAPROXY === undefined ? null : await startServer();
  if (HAPROXY === undefined || primary === null) {
    console.log('skipped: install postgresql (15 or newer) and haproxy, and run again');
    return null;
  }
  await ask(primary.url, 'create role rowhouse_check login');
  const port = Number(new URL(primary.url).port);
  const [toPrimary, replication] = await Promise.all([startRelay(port), startRelay(port)]);
  const path = `host=127.0.0.1 port=${replication.port} user=postgres application_name=standby`;
  const standby = await startServer([`primary_conninfo=${path}`], null, primary.url);
  if (standby === null) throw new Error('no standby');
  if (isSynchronous) {
    await ask(primary.url, `alter system set synchronous_standby_names = 'standby'`);
    await ask(primary.url, 'select pg_reload_conf()');
  }
  const STATE = `select sync_state from pg_stat_replication where state = 'streaming'`;
  await until(async () => (await ask(primary.url, STATE)) === (isSynchronous ? 'sync' : 'async'));
  const edge = await startHaproxy(HAPROXY, [toPrimary.port, Number(new URL(standby.url).port)]);
  const url = new URL(primary.url);
  url.port = String(edge.port);
  await until(() => ask(url.href, 'select 1').then(Boolean, () => false));
  return {
    primary,
    standby,
    url: url.href,
    toPrimary,
    replication,
    failOver: async () => {
      await tell(edge.socket, 'set server rowhouse_database/a state maint');
      await tell(edge.socket, 'shutdown sessions server rowhouse_database/a');
      await ask(standby.url, `select pg_promote(true, ${PROMOTE_S_MAX})`);
    },
    stop: async () => {
      await edge.program.end();
      await Promise.all([primary.kill(), standby.kill()]);
    },
  };
}

/** The shipped configuration; only addresses and the path of its socket change. */
async function startHaproxy(program: string, servers: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-haproxy-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const socket = join(folder, 'admin.sock');
  const [a, b] = servers;
  const text = readFileSync(CONFIG, 'utf8')
    .replace('bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`)
    .replace('/run/haproxy/admin.sock', socket)
    .replace('server a 192.0.2.11:5432', `server a 127.0.0.1:${a}`)
    .replace('server b 192.0.2.12:5432', `server b 127.0.0.1:${b}`);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  const started: Program = await startProgram(
    [program, '-db', '-f', file],
    /rowhouse_database\/b is DOWN/,
  );
  return { program: started, port, socket };
}

/** One command of HAProxy's runtime API. */
function tell(path: string, command: string): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect(path);
    let answer = '';
    socket.on('data', (bytes) => {
      answer += String(bytes);
    });
    socket.once('error', failed);
    socket.once('close', () => done(answer));
    socket.end(`${command}\n`);
  });
}

/** The first value of one statement. */
export async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const late = performance.now() + SYNC_MS_MAX;
  while (performance.now() < late) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
  throw new Error('the pair of servers did not come up');
}
