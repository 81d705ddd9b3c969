/** A PostgreSQL server under Patroni with the shipped deploy/patroni.yml. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded } from '../support/at-end.js';
import { newHome, serverUser, signalFamily } from '../support/postgres.js';
import { type Program, startProgram } from '../support/processes.js';
import { shipped } from './haproxy.js';
import type { Member } from './pair.js';

const CONFIG = 'deploy/patroni.yml';
/** That of the shipped file. */
const SUPERUSER = 'postgres:replace-superuser';
const GONE_MS_MAX = 10_000;
const GONE_LOOK_MS = 25;
const LOG_CHARS = 1_500;

export interface PatroniMember extends Member {
  /** Starts Patroni, which starts PostgreSQL. */
  start(): Promise<void>;
  /** The end of Patroni's log. */
  log(): string;
}

export interface MemberPlan {
  readonly name: 'a' | 'b';
  readonly isSynchronous: boolean;
  readonly binaries: string;
  /** The folder in which one for the server is made. */
  readonly parent: string;
  /** Where PostgreSQL and Patroni listen, where others reach them, and where etcd is reached. */
  readonly ports: {
    readonly server: number;
    readonly rest: number;
    readonly seenServer: number;
    readonly seenRest: number;
    readonly etcd: number;
  };
}

/** Makes the folder and the configuration; nothing runs yet. */
export function newMember(plan: MemberPlan): PatroniMember {
  const as = serverUser();
  let patroni: Program | null = null;
  const signalAgent = (signal: NodeJS.Signals) => {
    if (patroni !== null && !hasEnded(patroni.process)) patroni.process.kill(signal);
  };
  const home = newHome(plan.parent, as, () => {
    signalAgent('SIGKILL');
    signalServer(home, 'SIGKILL');
  });
  const crash = () => goneServer(home, signalServer(home, 'SIGKILL'));
  const file = join(home, 'patroni.yml');
  writeFileSync(file, configOf(plan, home));
  return {
    url: `postgres://${SUPERUSER}@127.0.0.1:${plan.ports.server}/postgres`,
    start: async () => {
      patroni = await startProgram(['patroni', file], /INFO/, {}, as);
    },
    log: () => patroni?.output().slice(-LOG_CHARS) ?? '',
    // Patroni first, so that it cannot see its server stop.
    signalAll: (signal) => {
      signalAgent(signal);
      signalServer(home, signal);
    },
    crash,
    kill: async () => {
      signalAgent('SIGKILL');
      await crash();
    },
  };
}

/** The shipped file with its addresses, paths and the mode of replication exchanged. */
function configOf({ name, isSynchronous, binaries, ports }: MemberPlan, home: string): string {
  return shipped(CONFIG, [
    ['name: a #', `name: ${name} #`],
    [' listen: 192.0.2.11:8008', ` listen: 127.0.0.1:${ports.rest}`],
    ['connect_address: 192.0.2.11:8008', `connect_address: 127.0.0.1:${ports.seenRest}`],
    [' listen: 192.0.2.11:5432', ` listen: 127.0.0.1:${ports.server}`],
    ['connect_address: 192.0.2.11:5432', `connect_address: 127.0.0.1:${ports.seenServer}`],
    // Without the second line Patroni would go around the path that is cut, to etcd's own address.
    [
      '[192.0.2.31:2379, 192.0.2.32:2379, 192.0.2.33:2379]',
      `[127.0.0.1:${ports.etcd}]\n  use_proxies: true`,
    ],
    ['192.0.2.0/24', '127.0.0.1/32'],
    ['/usr/lib/postgresql/15/bin', binaries],
    ['/var/lib/postgresql/15/rowhouse', dataOf(home)],
    ['/var/lib/postgresql/rowhouse.pgpass', join(home, 'pgpass')],
    ['/var/run/postgresql', home],
    ['synchronous_mode: true', `synchronous_mode: ${isSynchronous}`],
  ]);
}

const dataOf = (home: string): string => join(home, 'data');

/** Signals PostgreSQL, which is no child of Patroni; returns its process id, null when none is. */
function signalServer(home: string, signal: NodeJS.Signals): number | null {
  const file = join(dataOf(home), 'postmaster.pid');
  if (!existsSync(file)) return null;
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  const pid = Number(line);
  // A file that outlived its server may name a process of somebody else.
  if (!isServerOf(home, pid)) return null;
  signalFamily(pid, signal);
  return pid;
}

async function goneServer(home: string, pid: number | null): Promise<void> {
  if (pid === null) return;
  for (let waitedMs = 0; isServerOf(home, pid); waitedMs += GONE_LOOK_MS) {
    if (waitedMs > GONE_MS_MAX) throw new Error(`PostgreSQL ${pid} did not end`);
    await delay(GONE_LOOK_MS);
  }
}

function isServerOf(home: string, pid: number): boolean {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) && readFileSync(file, 'utf8').includes(dataOf(home));
}
