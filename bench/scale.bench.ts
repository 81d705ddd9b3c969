/**
 * What a large store costs callers and operators: a year of ledger, a week of jobs, many accounts,
 * one of which makes half of all calls. PostgreSQL, default settings. Measured beside an empty
 * store, rounds alternating: hits of evenly drawn accounts, hits of which every other one is the
 * hot account's, and the 202 of a miss. On the large store alone: usage and polls of stored jobs,
 * the ledger check and the cleanup, and what hits cost meanwhile.
 * Usage: npm run bench -- scale
 *   (SCALE_ENTRIES=20000000, SCALE_REQUESTS=1000000, SCALE_ACCOUNTS=100000, SCALE_MONTHS=12,
 *   SCALE_SECONDS=2)
 */
import { hashApiKey } from '#domain/api-key.js';
import { USAGE_DAYS } from '#service/accounts/show.js';
import { sumUsage } from '#store/usage-days.js';
import {
  CALLERS,
  CALLING,
  callHits,
  callMisses,
  forSeconds,
  HIT,
  type Measured,
  MISS_CALLERS,
  type Side,
} from './scale/callers.js';
import { bench } from './support/at-end.js';
import { bearer, openCaller, settle } from './support/caller.js';
import { cleanUpLater } from './support/clean-up.js';
import { startCluster } from './support/cluster.js';
import { askAdmin, newPlace, serveOn } from './support/engines.js';
import { addAccounts, type Place, withStore } from './support/fill.js';
import { growStore } from './support/grown-store.js';
import { median, percentile, printTable, show } from './support/numbers.js';
import { endProcess } from './support/processes.js';
import { startUpstream } from './support/upstream-proxy.js';

const ENTRIES = Number(process.env.SCALE_ENTRIES ?? 20_000_000);
const REQUESTS = Number(process.env.SCALE_REQUESTS ?? 1_000_000);
const ACCOUNTS = Number(process.env.SCALE_ACCOUNTS ?? 100_000);
const SECONDS = Number(process.env.SCALE_SECONDS ?? 2);
const SIZES = {
  entries: ENTRIES,
  requests: REQUESTS,
  results: Math.max(1, Math.round(REQUESTS / 20)),
  accounts: ACCOUNTS,
  months: Number(process.env.SCALE_MONTHS ?? 12),
};
const ROUNDS = 6;
/** Of usage, and of polls. */
const READS = 200;
const CLEANUPS = 5;
const CLEANUP_AGE_MS = 36 * 3_600_000;
const ENV = {
  ROWHOUSE_CACHE_LISTINGS_S: '86400',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '10000',
  ROWHOUSE_READ_AHEAD: 'off',
  // The benchmark cleans up itself.
  ROWHOUSE_CLEANUP_S: '3600',
};
/** What these figures are held to. */
const BOUNDS = {
  /** p99 of a hit and of a 202, large beside empty. */
  ratioP99: 1.5,
  /** Calls a second with a hot account, of those without. */
  hotRate: 0.8,
  readP99Ms: 100,
  /** A cleanup that finds nothing, and one hour of usage that is summed. */
  cleanupMs: 1_000,
  ledgerCheckS: 900,
  /** p99 of a hit during the ledger check and the cleanup, of what it is without. */
  ratioBeside: 3,
};

const broken: string[] = [];

await bench(async () => {
  const cluster = await startCluster(null, ['max_wal_size=8GB']);
  if (cluster === null) return true;
  const upstream = await startUpstream(0);
  const places = {
    large: await newPlace('postgres', cluster, 'large'),
    empty: await newPlace('postgres', cluster, 'empty'),
  };
  const sides = [
    await openSide('large', places.large, upstream.url),
    await openSide('empty', places.empty, upstream.url),
  ] as const;
  await compare(sides);
  const [large] = sides;
  await sumUsageOf(large);
  await readStored(large);
  await besideWork(large, 'the ledger check', () => checkLedger(large));
  await besideWork(large, 'cleanup', () => cleanUp(large.place));
  for (const one of broken) console.log(`  MISSED: ${one}`);
  for (const { service } of sides) await endProcess(service.process);
  return true;
});

function hold(what: string, value: number, most: number): void {
  if (!(value <= most)) broken.push(`${what} ${show(value)}, at most ${show(most)}`);
}

async function openSide(name: Side['name'], place: Place, upstreamUrl: string): Promise<Side> {
  const began = performance.now();
  const grown = await withStore(place, async (pool) => {
    if (name === 'large') return growStore(pool, SIZES);
    const [hot = '', ...others] = await addAccounts(pool, CALLING + 1);
    return { hot, others };
  });
  const size = await withStore(place, (pool) =>
    pool.rows<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes'),
  );
  console.log(
    `${name}: ${show((size[0]?.bytes ?? 0) / 1e9)} GB, filled in ${show((performance.now() - began) / 1000)} s`,
  );
  const service = await serveOn(place, { ...ENV, ROWHOUSE_UPSTREAM_PORTAL_A: upstreamUrl });
  const caller = openCaller(1);
  await settle(caller, service.url, HIT, grown.hot);
  caller.close();
  const none = () => ({ tookMs: [], perS: [] });
  return { name, place, grown, service, hits: { even: none(), hot: none() }, misses: [] };
}

async function compare(sides: readonly [Side, Side]): Promise<void> {
  const thrownAway: Measured = { tookMs: [], perS: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const side of round % 2 === 0 ? sides : [...sides].reverse()) {
      for (const draw of ['even', 'hot'] as const) {
        const into = round < 0 ? thrownAway : side.hits[draw];
        await callHits(side, draw, into, forSeconds(SECONDS));
      }
      await callMisses(side, round >= 0);
    }
  }
  const [large, empty] = sides;
  const line = (name: string, of: (side: Side) => readonly number[]) => {
    const ratio = percentile(of(large), 99) / percentile(of(empty), 99);
    hold(`p99 of ${name}, large beside empty,`, ratio, BOUNDS.ratioP99);
    const cells = [50, 99].flatMap((p) => [
      show(percentile(of(empty), p)),
      show(percentile(of(large), p)),
    ]);
    return [name, show(of(large).length), ...cells, show(ratio)];
  };
  console.log(`\nms, ${CALLERS} callers of hits, ${MISS_CALLERS} of misses`);
  printTable(
    ['', 'calls', 'empty p50', 'large p50', 'empty p99', 'large p99', 'ratio p99'],
    [
      line('hit, accounts drawn evenly', (side) => side.hits.even.tookMs),
      line('hit, one account half of all', (side) => side.hits.hot.tookMs),
      line('202 of a miss', (side) => side.misses),
    ],
  );
  for (const { name, hits } of sides) {
    const rate = median(hits.hot.perS) / median(hits.even.perS);
    console.log(
      `  ${name}: ${show(median(hits.even.perS))} hits/s evenly, ${show(median(hits.hot.perS))} with a hot account: ${show(rate)}`,
    );
    hold('1 / share of calls/s with a hot account', 1 / rate, 1 / BOUNDS.hotRate);
  }
}

/** Sums last month's usage as the cleanup does; prints the cost of reading it without sums. */
async function sumUsageOf(side: Side): Promise<void> {
  const caller = openCaller(1);
  const { status, tookMs } = await caller.get(
    `${side.service.url}/v1/account`,
    bearer(side.grown.hot),
  );
  caller.close();
  await withStore(side.place, async (pool) => {
    const took: number[] = [];
    for (let more = true; more; ) {
      const began = performance.now();
      more = await sumUsage(pool, new Date(), USAGE_DAYS);
      took.push(performance.now() - began);
    }
    await pool.rows('vacuum (analyze) usage_days');
    console.log(
      `\nusage of the hot account without sums: ${status} after ${show(tookMs)} ms; ${show(took.length - 1)} hours ` +
        `summed, median ${show(median(took))} ms, max ${show(Math.max(...took))} ms`,
    );
    hold('summing an hour, ms', Math.max(...took), BOUNDS.cleanupMs);
  });
}

/** What is read from the store: usage of the hot account and of others, polls of stored jobs. */
async function readStored(side: Side): Promise<void> {
  const caller = openCaller(MISS_CALLERS);
  const { url } = side.service;
  const read = async (path: string, key: string): Promise<number> => {
    const { status, tookMs, body } = await caller.get(url + path, {
      ...bearer(key),
      'accept-encoding': 'gzip',
    });
    if (status !== 200) throw new Error(`${path}: ${status} ${body.toString().slice(0, 200)}`);
    return tookMs;
  };
  const many = async (one: (at: number) => Promise<number>, count = READS) => {
    const took: number[] = [];
    for (let at = 0; at < count; at += 1) took.push(await one(at));
    return took;
  };
  const { hot, others } = side.grown;
  const figures: [string, number[]][] = [
    ['usage of the hot account', await many(() => read('/v1/account', hot))],
    [
      'usage of another account',
      await many((at) => read('/v1/account', others[(at * 7) % others.length] ?? '')),
    ],
  ];
  const jobs = await storedJobs(side.place, hot);
  const poll = (at: number) => read(`/v1/jobs/${jobs[at % jobs.length]}`, hot);
  figures.push(['poll of a stored job of the hot account', await many(poll)]);
  console.log('\nms, one at a time, large store');
  printTable(
    ['', 'calls', 'p50', 'p99'],
    figures.map(([name, took]) => {
      hold(`p99 ms of ${name}`, percentile(took, 99), BOUNDS.readP99Ms);
      return [name, show(took.length), show(percentile(took, 50)), show(percentile(took, 99))];
    }),
  );
  caller.close();
}

/** Some jobs of an account, from all over the week. */
function storedJobs(place: Place, key: string): Promise<string[]> {
  return withStore(place, async (pool) => {
    const rows = await pool.rows<{ request_id: string }>(
      `select request_id from requests
       where account_id = (select account_id from api_keys where digest = $1) and status = 'complete'
       order by md5(request_id::text) limit $2`,
      [hashApiKey(key), READS],
    );
    return rows.map(({ request_id }) => request_id);
  });
}

/** Runs work of the operator while hits go on, after as many hits without it. */
async function besideWork(side: Side, what: string, work: () => Promise<number>): Promise<void> {
  const alone: Measured = { tookMs: [], perS: [] };
  const beside: Measured = { tookMs: [], perS: [] };
  await callHits(side, 'hot', alone, forSeconds(SECONDS));
  let over = false;
  const [tookMs] = await Promise.all([
    work().finally(() => {
      over = true;
    }),
    callHits(side, 'hot', beside, () => over),
  ]);
  const ratio = percentile(beside.tookMs, 99) / percentile(alone.tookMs, 99);
  console.log(
    `\n${what} beside hits: ${show(tookMs / 1000)} s; p99 of a hit ${show(percentile(beside.tookMs, 99))} ms, ` +
      `without ${show(percentile(alone.tookMs, 99))} ms: ${show(ratio)}; ` +
      `${show(median(beside.perS))} hits/s, without ${show(median(alone.perS))}`,
  );
  hold(`p99 of a hit during ${what}`, ratio, BOUNDS.ratioBeside);
}

async function checkLedger({ service }: Side): Promise<number> {
  const began = performance.now();
  const check = await askAdmin(service, '/ledger/check');
  const tookMs = performance.now() - began;
  if (check.ok !== true) {
    broken.push(`ledger check: ${JSON.stringify(check).slice(0, 300)}`);
  }
  console.log(`\n  ledger check: ok ${check.ok}, ${show(check.entries ?? Number.NaN)} entries`);
  hold('ledger check, seconds', tookMs / 1000, BOUNDS.ledgerCheckS);
  return tookMs;
}

/** Cleanup rounds by the service's own code: one finds nothing, one removes a day and a half. */
function cleanUp(place: Place): Promise<number> {
  return withStore(place, async (pool) => {
    const began = performance.now();
    for (const laterMs of [0, CLEANUP_AGE_MS]) {
      const took: number[] = [];
      let removed = 0;
      for (let round = 0; round < CLEANUPS; round += 1) {
        const from = performance.now();
        removed += await cleanUpLater(pool, laterMs);
        took.push(performance.now() - from);
      }
      console.log(
        `  cleanup round that removes ${show(removed / CLEANUPS)} rows: median ${show(median(took))} ms, max ${show(Math.max(...took))} ms`,
      );
      if (laterMs === 0) hold('cleanup that finds nothing, ms', median(took), BOUNDS.cleanupMs);
    }
    return performance.now() - began;
  });
}
