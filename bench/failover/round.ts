/** One loss of a primary under load, until everything that callers were returned is checked. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Account, newTally, type Tally } from '../chaos/caller.js';
import { check, type Report } from '../chaos/checker.js';
import { type Load, runClients } from '../chaos/clients.js';
import { askAdmin, endFleet, type Fleet, startFleet } from '../chaos/fleet.js';
import { newHistory } from '../chaos/history.js';
import { chanceFrom } from '../support/chance.js';
import type { SandboxProcess } from '../support/sandbox.js';
import { type Answered, type Measured, runCallers, warmCache } from './callers.js';
import { ask, type Loss, type Pair } from './pair.js';

const CLIENTS = 4;
const HITS = 4;
const READS = 2;
const ACCOUNTS = 2;
const GRANTED = 1_000_000;
/** How long a standby that lags has received nothing when the primary is lost. */
const LAG_MS = 1_000;
const CANCEL_EVERY_MS = 100;
const CANCEL = `select count(pg_cancel_backend(pid)) from pg_stat_activity where wait_event = 'SyncRep'`;
const BEFORE_MS = 6_000;
const AFTER_MS = 8_000;
/** What a cancelled wait for the standby leaves behind is looked at after this. */
const OLD_BACK_MS = 4_000;
/** Lost servers that are there again while the load goes on; the others when it has stopped. */
const BACK_UNDER_LOAD: readonly Loss[] = ['stopped', 'cut', 'crashed', 'standby', 'alone', 'etcd'];
const QUIET_S = 60;
const CANARY_QUIET_S = 5;
const SETTINGS = {
  ROWHOUSE_LEASE_S: '3',
  ROWHOUSE_JOB_DEADLINE_S: '30',
  ROWHOUSE_QUEUE_DEADLINE_S: '40',
  ROWHOUSE_COLLECT_ATTEMPTS_MAX: '5',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '1000',
};

export interface Round {
  readonly loss: Loss;
  readonly answers: readonly Answered[];
  readonly odd: readonly string[];
  /** Charges that callers were returned. */
  readonly charges: number;
  readonly tally: Tally;
  readonly report: Report;
  readonly fleet: Fleet;
  readonly lostMs: number;
  readonly writableMs: number;
  /** When the last call of the load began at the latest. */
  readonly stoppedMs: number;
  /** Charges that only the old primary has; null where it is made a standby, which undoes them. */
  readonly leftBehind: number | null;
  /** From the return of the lost server until it is a standby; null where nobody makes it one. */
  readonly rejoinedMs: number | null;
}

/** Runs the round on a pair, and ends the pair. */
export async function runRound(
  loss: Loss,
  pair: Pair,
  sandbox: SandboxProcess,
  seed: number,
): Promise<Round> {
  const secret = { ROWHOUSE_SECRET: `failover-of-seed-${seed}-0000` };
  const env = { ...SETTINGS, ...secret, ...sandbox.upstreams, DATABASE_URL: pair.url };
  const fleet = await startFleet(env, { apis: 2, collectors: 1 });
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => newAccount(fleet)));
  const history = newHistory();
  const urls = fleet.apis.map(({ url }) => url);
  const measured: Measured = { urls, accounts, history, answers: [], odd: [], stopped: false };
  const tally = newTally();
  const load: Load = { nodes: fleet.apis, accounts, history, tally, stopped: false };
  await warmCache(measured);
  const running = [runClients(load, CLIENTS, seed), runCallers(measured, HITS, READS)];
  await delay(BEFORE_MS);
  const lostMs = await lose(loss, pair);
  await pair.failOver(loss);
  const writableMs = performance.now();
  const early = BACK_UNDER_LOAD.includes(loss) ? comeBack(loss, pair) : null;
  await delay(AFTER_MS);
  const stoppedMs = performance.now();
  load.stopped = true;
  measured.stopped = true;
  await Promise.all(running);
  const charges = [...history.jobs.values()].filter(({ credits }) => credits === 1).length;
  const rejoinedMs = await (early ?? comeBack(loss, pair));
  const report = await check(
    {
      fleet,
      databaseUrl: pair.url,
      history,
      tally: newTally(),
      chance: chanceFrom(seed),
      accounts,
      granted: GRANTED,
    },
    loss === 'late' ? CANARY_QUIET_S : QUIET_S,
  );
  const isOldKept = pair.rejoin === null && (loss === 'stopped' || loss === 'cut');
  const leftBehind = isOldKept ? await onlyOnOld(pair) : null;
  await endFleet(fleet);
  await pair.stop();
  const { answers, odd } = measured;
  const found = { loss, answers, odd, charges, tally, report, fleet };
  return { ...found, lostMs, writableMs, stoppedMs, leftBehind, rejoinedMs };
}

/** Loses the primary; returns when. */
async function lose(loss: Loss, pair: Pair): Promise<number> {
  if (loss === 'late' || loss === 'cancelled') {
    pair.replication.cut();
    for (let waitedMs = 0; waitedMs < LAG_MS; waitedMs += CANCEL_EVERY_MS) {
      await delay(CANCEL_EVERY_MS);
      if (loss === 'cancelled') await ask(pair.primary.url, CANCEL);
    }
  }
  if (loss === 'alone') {
    pair.standby.signalAll('SIGSTOP');
    await pair.failOver('standby');
    await delay(LAG_MS);
  }
  const lostMs = performance.now();
  if (loss === 'standby') pair.standby.signalAll('SIGSTOP');
  else if (loss === 'etcd') pair.signalEtcd?.('SIGSTOP');
  else if (loss === 'crashed') await pair.primary.crash();
  else if (loss === 'stopped') pair.primary.signalAll('SIGSTOP');
  else if (loss === 'cut') for (const path of pair.paths) path.cut();
  else if (loss === 'full') {
    pair.disk?.fill();
    // The log goes on in the file that it has: a new one is due now, and not 16 MiB later.
    await ask(pair.primary.url, 'select pg_switch_wal()').catch(() => undefined);
  } else await pair.primary.kill();
  if (loss === 'alone') pair.standby.signalAll('SIGCONT');
  return lostMs;
}

/** Lets the lost server come back as it was; how long it takes until it is a standby. */
async function comeBack(loss: Loss, pair: Pair): Promise<number | null> {
  const beganMs = performance.now();
  if (loss === 'stopped') pair.primary.signalAll('SIGCONT');
  if (loss === 'standby') pair.standby.signalAll('SIGCONT');
  if (loss === 'cut' || loss === 'late') for (const path of pair.paths) path.heal();
  pair.disk?.free();
  if (pair.rejoin === null) return null;
  await pair.rejoin(loss);
  return performance.now() - beganMs;
}

/** Charges on the old primary that the new one lacks, after its standby waits were cancelled. */
async function onlyOnOld(pair: Pair): Promise<number> {
  await ask(pair.primary.url, CANCEL);
  await delay(OLD_BACK_MS);
  const ids = `select coalesce(json_agg(request_id), '[]') from ledger where kind = 'capture'`;
  const [old, now] = await Promise.all([ask(pair.primary.url, ids), ask(pair.standby.url, ids)]);
  const kept = new Set(now as string[]);
  return (old as string[]).filter((id) => !kept.has(id)).length;
}

async function newAccount(fleet: Fleet): Promise<Account> {
  const made = await askAdmin(fleet, 'POST', '/accounts', {
    name: 'failover',
    extra_credits: GRANTED,
    rate_limit: 1_000_000,
    max_pending: 1_000,
  });
  return { account_id: String(made.account_id), api_key: String(made.key.api_key) };
}
