/** A pair whose standby an operator promotes, as docs/operating.md describes it. */
import { setTimeout as delay } from 'node:timers/promises';
import { startServer } from '../support/postgres.js';
import { startRelay } from '../support/relay.js';
import type { SmallDisk } from '../support/small-disk.js';
import { HAPROXY, startHaproxy } from './haproxy.js';
import { ask, type Pair, STANDBY_STATE, untilSays } from './pair.js';

const SYNC_MS_MAX = 30_000;
const PROMOTE_S_MAX = 30;
/** From the loss of the primary to the promotion, as somebody decides who happens to look. */
const DECIDE_MS = 3_000;

/** The pair; a line that names a program where it is missing. */
export async function startByHand(
  isSynchronous: boolean,
  disk: SmallDisk | null,
): Promise<Pair | string> {
  const primary = HAPROXY === undefined ? null : await startServer([], null, null, disk?.folder);
  if (HAPROXY === undefined || primary === null) {
    return 'install postgresql (15 or newer) and haproxy';
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
  const state = isSynchronous ? 'sync' : 'async';
  const why = () => 'The standby does not follow.';
  await untilSays(primary.url, STANDBY_STATE, state, SYNC_MS_MAX, why);
  const standbyPort = new URL(standby.url).port;
  const edge = await startHaproxy(HAPROXY, { a: String(toPrimary.port), b: standbyPort });
  const url = new URL(primary.url);
  url.port = String(edge.port);
  await untilSays(url.href, 'select 1', 1, SYNC_MS_MAX, () => 'HAProxy has no server.');
  return {
    primary: { ...primary, crash: primary.kill },
    standby: { ...standby, crash: standby.kill },
    url: url.href,
    replication,
    paths: [toPrimary, replication],
    signalEtcd: null,
    disk,
    failOver: async () => {
      await delay(DECIDE_MS);
      await edge.tell('set server rowhouse_database/a state maint');
      await edge.tell('shutdown sessions server rowhouse_database/a');
      await ask(standby.url, `select pg_promote(true, ${PROMOTE_S_MAX})`);
    },
    rejoin: null,
    stop: async () => {
      await edge.end();
      await Promise.all([primary.kill(), standby.kill()]);
    },
  };
}
