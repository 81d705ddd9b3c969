/** A pair that Patroni promotes, with one etcd: deploy/patroni.yml, and deploy/haproxy.cfg. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.js';
import { atEnd } from '../support/at-end.js';
import { findBinaries } from '../support/postgres.js';
import { hasProgram, startProgram } from '../support/processes.js';
import { startRelay } from '../support/relay.js';
import type { SmallDisk } from '../support/small-disk.js';
import { HAPROXY, startHaproxy } from './haproxy.js';
import { ask, type Loss, type Pair, STANDBY_STATE, untilSays } from './pair.js';
import { newMember, type PatroniMember } from './patroni-member.js';

/** A cluster is made in steps, of which Patroni takes one in each of its rounds. */
const UP_MS_MAX = 90_000;
/** Longer than the age at which a lock is free, and the steps after it. */
const WRITABLE_MS_MAX = 60_000;
const REJOINED_MS_MAX = 60_000;
const NEEDED = ['patroni', 'etcd'];
/** Longer than a standby takes that may be promoted. */
const ALONE_MS = 30_000;
const IS_PRIMARY = 'select not pg_is_in_recovery()';
const SYNCHRONOUS = `select current_setting('synchronous_standby_names')`;

/** The pair; a line that names the programs where one is missing. */
export async function startPatroni(
  isSynchronous: boolean,
  disk: SmallDisk | null,
): Promise<Pair | string> {
  const binaries = findBinaries();
  if (HAPROXY === undefined || binaries === null || !NEEDED.every(hasProgram)) {
    return 'install postgresql (15 or newer), haproxy, patroni and etcd-server';
  }
  const etcd = await startEtcd();
  const [server, rest] = [await freePort(), await freePort()];
  const toPrimary = await startRelay(server);
  const replication = await startRelay(server);
  const [toRest, toEtcd] = [await startRelay(rest), await startRelay(etcd.port)];
  const seen = { seenServer: replication.port, seenRest: toRest.port, etcd: toEtcd.port };
  const both = { isSynchronous, binaries };
  const primary = newMember({
    ...both,
    name: 'a',
    parent: disk?.folder ?? tmpdir(),
    ports: { server, rest, ...seen },
  });
  const [spare, spareRest] = [await freePort(), await freePort()];
  const near = { seenServer: spare, seenRest: spareRest, etcd: etcd.port };
  const standby = newMember({
    ...both,
    name: 'b',
    parent: tmpdir(),
    ports: { server: spare, rest: spareRest, ...near },
  });
  const state = isSynchronous ? 'sync' : 'async';
  await startBoth(primary, standby, state);
  const edge = await startHaproxy(
    HAPROXY,
    { a: `${toPrimary.port} port ${toRest.port}`, b: `${spare} port ${spareRest}` },
    { PATRONI: '1' },
  );
  const url = `postgres://rowhouse:rowhouse@127.0.0.1:${edge.port}/rowhouse`;
  await untilSays(url, 'select 1', 1, UP_MS_MAX, primary.log);
  const current = new URL(primary.url);
  current.port = String(edge.port);
  const paths = [toPrimary, replication, toRest, toEtcd];
  return {
    primary,
    standby,
    url,
    replication,
    paths,
    signalEtcd: etcd.signal,
    disk,
    failOver: async (loss) => {
      if (loss === 'standby') {
        return untilSays(primary.url, SYNCHRONOUS, '', WRITABLE_MS_MAX, primary.log);
      }
      if (loss === 'alone') {
        await delay(ALONE_MS);
        await primary.start();
      }
      if (loss === 'etcd') {
        await untilSays(primary.url, IS_PRIMARY, false, WRITABLE_MS_MAX, primary.log);
        etcd.signal('SIGCONT');
        return untilSays(current.href, IS_PRIMARY, true, WRITABLE_MS_MAX, primary.log);
      }
      const next = loss === 'alone' ? primary : standby;
      await untilSays(next.url, IS_PRIMARY, true, WRITABLE_MS_MAX, next.log);
    },
    rejoin: async (loss: Loss) => {
      if (loss === 'killed' || loss === 'late') await primary.start();
      await untilSays(current.href, STANDBY_STATE, state, REJOINED_MS_MAX, primary.log);
    },
    stop: async () => {
      await edge.end();
      await Promise.all([primary.kill(), standby.kill()]);
      await etcd.end();
    },
  };
}

/** Resolves when one server is the primary, the other follows it, and Rowhouse has a database. */
async function startBoth(primary: PatroniMember, standby: PatroniMember, state: string) {
  await primary.start();
  await untilSays(primary.url, IS_PRIMARY, true, UP_MS_MAX, primary.log);
  await standby.start();
  await untilSays(primary.url, STANDBY_STATE, state, UP_MS_MAX, standby.log);
  await ask(primary.url, `create role rowhouse login password 'rowhouse'`);
  await ask(primary.url, 'create database rowhouse owner rowhouse');
}

async function startEtcd() {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-etcd-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const [port, peers] = [await freePort(), await freePort()];
  const [client, peer] = [port, peers].map((one) => `http://127.0.0.1:${one}`);
  const settings = {
    'data-dir': folder,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  };
  const words = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const etcd = await startProgram(['etcd', ...words], /ready to serve client requests/);
  const signal = (name: NodeJS.Signals) => void etcd.process.kill(name);
  return { port, signal, end: etcd.end };
}
