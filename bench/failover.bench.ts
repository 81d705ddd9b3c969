/**
 * The primary is lost under load and its standby promoted, behind the shipped deploy/haproxy.cfg:
 * killed, stopped (SIGSTOP, and let go on after the promotion), cut off from everything, and killed
 * after an operator cancelled commits that waited for the standby. No charge that a caller was
 * returned may be lost or doubled, and calls must be answered within 5 seconds of the promotion. An
 * asynchronous standby that lags is the canary: it must lose charges, or this measures nothing.
 * Usage: npm run bench -- failover     (FAILOVER_ROUNDS, default all:
 * killed,stopped,cut,cancelled,canary; FAILOVER_SEED, default 1). Skips where PostgreSQL or HAProxy
 * is absent.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Account, newTally, type Tally } from './chaos/caller.js';
import { check, type Report } from './chaos/checker.js';
import { type Load, runClients } from './chaos/clients.js';
import { askAdmin, endFleet, type Fleet, startFleet } from './chaos/fleet.js';
import { newHistory } from './chaos/history.js';
import { type Answered, type Measured, runCallers, warmCache } from './failover/callers.js';
import { ask, type Pair, startPair } from './failover/pair.js';
import { bench } from './support/at-end.js';
import { chanceFrom } from './support/chance.js';
import { type SandboxProcess, startSandboxProcess } from './support/sandbox.js';

const KINDS = ['killed', 'stopped', 'cut', 'cancelled', 'canary'] as const;
type Kind = (typeof KINDS)[number];
const ASKED = (process.env.FAILOVER_ROUNDS ?? KINDS.join(',')).split(',');
const SEED = Number(process.env.FAILOVER_SEED ?? 1);
const CLIENTS = 4;
const HITS = 4;
const READS = 2;
const ACCOUNTS = 2;
const GRANTED = 1_000_000;
const BACK_MS_MAX = 5_000;
/** From the loss of the primary to the promotion, as an operator or an agent decides it. */
const DECIDE_MS = 3_000;
/** How long a standby that lags has received nothing when the primary is lost. */
const LAG_MS = 1_000;
const CANCEL_EVERY_MS = 100;
const CANCEL = `select count(pg_cancel_backend(pid)) from pg_stat_activity where wait_event = 'SyncRep'`;
const BEFORE_MS = 6_000;
const AFTER_MS = 8_000;
/** What a cancelled wait for the standby leaves behind is looked at after this. */
const OLD_BACK_MS = 4_000;
const QUIET_S = 60;
const CANARY_QUIET_S = 5;
const SETTINGS = {
  ROWHOUSE_LEASE_S: '3',
  ROWHOUSE_JOB_DEADLINE_S: '30',
  ROWHOUSE_QUEUE_DEADLINE_S: '40',
  ROWHOUSE_COLLECT_ATTEMPTS_MAX: '5',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '1000',
  ROWHOUSE_SECRET: `failover-of-seed-${SEED}-0000`,
};

interface Round {
  readonly kind: Kind;
  readonly answers: readonly Answered[];
  readonly odd: readonly string[];
  /** Charges that callers were returned. */
  readonly charges: number;
  readonly tally: Tally;
  readonly report: Report;
  readonly fleet: Fleet;
  readonly promotedMs: number;
  readonly lostMs: number;
  /** Charges that only the old primary has. */
  readonly leftBehind: number | null;
}

await bench(async () => {
  const sandbox = await startSandboxProcess({ ROWHOUSE_SANDBOX_HOMES: '20000' });
  let good = true;
  for (const kind of KINDS.filter((one) => ASKED.includes(one))) {
    const pair = await startPair(kind !== 'canary');
    if (pair === null) return true;
    good = print(await run(kind, pair, sandbox)) && good;
  }
  await sandbox.end();
  return good;
});

async function run(kind: Kind, pair: Pair, sandbox: SandboxProcess): Promise<Round> {
  const env = { ...SETTINGS, ...sandbox.upstreams, DATABASE_URL: pair.url };
  const fleet = await startFleet(env, { apis: 2, collectors: 1 });
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => newAccount(fleet)));
  const history = newHistory();
  const urls = fleet.apis.map(({ url }) => url);
  const measured: Measured = { urls, accounts, history, answers: [], odd: [], stopped: false };
  const tally = newTally();
  const load: Load = { nodes: fleet.apis, accounts, history, tally, stopped: false };
  await warmCache(measured);
  const running = [runClients(load, CLIENTS, SEED), runCallers(measured, HITS, READS)];
  await delay(BEFORE_MS);
  const lostMs = await lose(kind, pair);
  await delay(DECIDE_MS);
  await pair.failOver();
  const promotedMs = performance.now();
  if (kind === 'stopped') pair.primary.signalAll('SIGCONT');
  if (kind === 'cut') pair.toPrimary.heal();
  await delay(AFTER_MS);
  load.stopped = true;
  measured.stopped = true;
  await Promise.all(running);
  const charges = [...history.jobs.values()].filter(({ credits }) => credits === 1).length;
  const report = await check(
    {
      fleet,
      databaseUrl: pair.standby.url,
      history,
      tally: newTally(),
      chance: chanceFrom(SEED),
      accounts,
      granted: GRANTED,
    },
    kind === 'canary' ? CANARY_QUIET_S : QUIET_S,
  );
  const leftBehind = kind === 'stopped' || kind === 'cut' ? await onlyOnOld(pair) : null;
  await endFleet(fleet);
  await pair.stop();
  const { answers, odd } = measured;
  return { kind, answers, odd, charges, tally, report, fleet, promotedMs, lostMs, leftBehind };
}

/** Loses the primary; returns when. */
async function lose(kind: Kind, pair: Pair): Promise<number> {
  if (kind === 'canary' || kind === 'cancelled') {
    pair.replication.cut();
    for (let waitedMs = 0; waitedMs < LAG_MS; waitedMs += CANCEL_EVERY_MS) {
      await delay(CANCEL_EVERY_MS);
      if (kind === 'cancelled') await ask(pair.primary.url, CANCEL);
    }
  }
  const lostMs = performance.now();
  if (kind === 'stopped') pair.primary.signalAll('SIGSTOP');
  else if (kind === 'cut') {
    pair.toPrimary.cut();
    pair.replication.cut();
  } else await pair.primary.kill();
  return lostMs;
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

/** Prints a round; true when it was as it must be. */
function print(round: Round): boolean {
  const { kind, answers, report, promotedMs, lostMs, fleet, tally, odd } = round;
  const since = answers.filter(({ endedMs }) => endedMs >= promotedMs);
  const firstMs = Math.min(...since.filter(({ isGood }) => isGood).map(({ endedMs }) => endedMs));
  const lastBadMs = Math.max(
    promotedMs,
    ...since.filter(({ isGood }) => !isGood).map(({ endedMs }) => endedMs),
  );
  const slowest = Math.max(...answers.map(({ beganMs, endedMs }) => endedMs - beganMs));
  const backMs = firstMs - promotedMs;
  const steadyMs = lastBadMs - promotedMs;
  console.log(`\n${kind}: promoted ${(promotedMs - lostMs).toFixed(0)} ms after the loss`);
  console.log(
    `  first good answer ${backMs.toFixed(0)} ms after the promotion, last other ${steadyMs.toFixed(0)} ms; slowest call ${slowest.toFixed(0)} ms`,
  );
  for (const what of ['hit', 'read'] as const) {
    console.log(`  ${what}s: ${counted(answers.filter((one) => one.kind === what))}`);
  }
  console.log(
    `  clients with retries: ${[...tally.seen].map(([label, n]) => `${n} × ${label}`).join(', ')}`,
  );
  // Other losses are found several times, by each look at them.
  const gone = report.lost.filter((text) => text.endsWith('callers got 1, the ledger has 0'));
  console.log(
    `  charges that callers were returned: ${round.charges}, of which lost ${gone.length}; other losses ${report.lost.length - gone.length}, doubled ${report.doubled.length}, stuck ${report.stuck.length}, ledger wrong ${report.ledger.length}`,
  );
  if (round.leftBehind !== null) {
    console.log(
      `  charges only on the old primary, which nobody was returned: ${round.leftBehind}`,
    );
  }
  const wrong = [
    ...odd,
    ...tally.odd,
    ...fleet.counts.crashes,
    ...fleet.counts.faults,
    ...(kind === 'canary'
      ? []
      : [...report.lost, ...report.doubled, ...report.stuck, ...report.ledger]),
    ...(backMs <= BACK_MS_MAX && steadyMs <= BACK_MS_MAX ? [] : ['calls were answered too late']),
    ...(kind === 'canary' && gone.length === 0 ? ['THE CANARY LOST NOTHING'] : []),
  ];
  for (const text of wrong.slice(0, 10)) console.log(`  WRONG: ${text}`);
  console.log(wrong.length === 0 ? '  ok' : '  NOT OK');
  return wrong.length === 0;
}

function counted(answers: readonly Answered[]): string {
  const counts = new Map<string, number>();
  for (const { label } of answers) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, n]) => `${n} × ${label}`).join(', ');
}
