/**
 * Whether a call costs the same as the store grows: a service on a full store (by default a million
 * charged requests with their ledger entries, 50,000 results, 100,000 accounts) beside one on an
 * empty store, at the same time, rounds alternating. Measured: a hit, and the 202 of a miss, by
 * four callers that each wait for their answer. Then the ledger check and the steps of a cleanup on
 * the full store.
 * Usage: npm run bench -- flat
 *   (FLAT_REQUESTS=1000000, FLAT_HITS=2000, FLAT_MISSES=480, FLAT_ENGINES=postgres,embedded)
 */
import { auditLedger } from '#store/audit.js';
import { bench } from './support/at-end.js';
import { bearer, openCaller, settle } from './support/caller.js';
import { cleanUpLater } from './support/clean-up.js';
import { type Cluster, startCluster } from './support/cluster.js';
import { askAdmin, type Engine, enginesOf, newPlace, serveOn } from './support/engines.js';
import { addAccounts, type Place, withStore } from './support/fill.js';
import { median, percentile, printTable, show } from './support/numbers.js';
import { fillOldStore } from './support/old-store.js';
import { endProcess } from './support/processes.js';
import { residentMb, type Service } from './support/service.js';
import { startUpstream, type UpstreamProxy } from './support/upstream-proxy.js';

const REQUESTS = Number(process.env.FLAT_REQUESTS ?? 1_000_000);
const SIZES = { requests: REQUESTS, results: REQUESTS / 20, accounts: REQUESTS / 10 };
const HITS = Number(process.env.FLAT_HITS ?? 2_000);
const MISSES = Number(process.env.FLAT_MISSES ?? 480);
const ROUNDS = 8;
const CALLERS = 4;
/** Accounts that call, on either store; on the full one drawn from all of its accounts. */
const CALLING = 1_000;
const RATIO_P99_MAX = 1.5;
const CLEANUPS = 5;
const CLEANUP_AGE_MS = 36 * 3_600_000;
const HIT = '/v1/portal_a/listings?zip=90011';
/** Above this price one page of the source holds the whole ZIP: one request a miss. */
const MISS = '/v1/portal_a/listings?zip=94104&min_price=';
const PRICE = 2_000_000;
const ENV = {
  ROWHOUSE_CACHE_LISTINGS_S: '86400',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '10000',
  ROWHOUSE_READ_AHEAD: 'off',
};

interface Side {
  readonly name: 'full' | 'empty';
  readonly place: Place;
  readonly keys: readonly string[];
  readonly service: Service;
  readonly tookMs: Record<'hit' | 'miss', number[]>;
}

let asked = 0;

await bench(async () => {
  const cluster = await startCluster(null);
  const upstream = await startUpstream(0);
  let good = true;
  for (const engine of enginesOf(process.env.FLAT_ENGINES, cluster)) {
    good = (await measureEngine(engine, cluster, upstream)) && good;
  }
  return good;
});

async function measureEngine(
  engine: Engine,
  cluster: Cluster | null,
  upstream: UpstreamProxy,
): Promise<boolean> {
  const began = performance.now();
  const sides = [
    await openSide('full', engine, cluster, upstream),
    await openSide('empty', engine, cluster, upstream),
  ] as const;
  const tookS = (performance.now() - began) / 1000;
  console.log(
    `\n${engine}: full is ${show(SIZES.requests)} requests and captures, ${show(SIZES.results)} results, ` +
      `${show(SIZES.accounts)} accounts (filled in ${tookS.toFixed(0)} s); empty has ${show(CALLING)} accounts`,
  );
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const side of round % 2 === 0 ? sides : [...sides].reverse()) {
      await run(side, 'hit', HITS / ROUNDS, round >= 0);
      await run(side, 'miss', MISSES / ROUNDS, round >= 0);
    }
  }
  const [full, empty] = sides;
  const at = (side: Side, what: 'hit' | 'miss', p: number) => percentile(side.tookMs[what], p);
  printTable(
    ['ms', 'calls', 'empty p50', 'full p50', 'ratio', 'empty p99', 'full p99', 'ratio p99'],
    (['hit', 'miss'] as const).map((what) => [
      what === 'hit' ? 'hit' : '202 of a miss',
      show(full.tookMs[what].length),
      ...[50, 99].flatMap((p) => [
        show(at(empty, what, p)),
        show(at(full, what, p)),
        show(at(full, what, p) / at(empty, what, p)),
      ]),
    ]),
  );
  console.log(`  target: ratio of p99 <= ${RATIO_P99_MAX}`);
  const good = await checkLedger(full);
  for (const { service } of sides) await endProcess(service.process);
  return (await cleanUpFull(full.place)) && good;
}

/** Fills a store, starts a service on it, and has the page of the hits collected. */
async function openSide(
  name: Side['name'],
  engine: Engine,
  cluster: Cluster | null,
  upstream: UpstreamProxy,
): Promise<Side> {
  const place = await newPlace(engine, cluster, name);
  const all = await withStore(place, (pool) =>
    name === 'full' ? fillOldStore(pool, SIZES) : addAccounts(pool, CALLING),
  );
  const every = Math.max(1, Math.floor(all.length / CALLING));
  const keys = all.filter((_, at) => at % every === 0).slice(0, CALLING);
  const service = await serveOn(place, { ...ENV, ROWHOUSE_UPSTREAM_PORTAL_A: upstream.url });
  const caller = openCaller(1);
  await settle(caller, service.url, HIT, keys[0] ?? '');
  caller.close();
  return { name, place, keys, service, tookMs: { hit: [], miss: [] } };
}

/** Calls of one kind by CALLERS at once. A miss is waited for, so that no queue builds up. */
async function run(
  side: Side,
  what: 'hit' | 'miss',
  count: number,
  counts: boolean,
): Promise<void> {
  const caller = openCaller(CALLERS);
  const { url } = side.service;
  let left = count;
  const one = async () => {
    asked += 1;
    const head = bearer(side.keys[asked % side.keys.length] ?? '');
    const path = what === 'hit' ? HIT : `${MISS}${PRICE + asked}`;
    const { status, tookMs, body } = await caller.get(url + path, {
      ...head,
      'accept-encoding': 'gzip',
    });
    if (status !== (what === 'hit' ? 200 : 202)) throw new Error(`${status} ${body.toString()}`);
    if (counts) side.tookMs[what].push(tookMs);
    if (what === 'miss')
      await caller.get(`${url}${JSON.parse(body.toString()).poll_url}?wait=20`, head);
  };
  const callOn = async () => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, callOn));
  caller.close();
}

async function checkLedger({ service }: Side): Promise<boolean> {
  const began = performance.now();
  const check = await askAdmin(service, '/ledger/check');
  const tookMs = performance.now() - began;
  const description =
    check.ok === true
      ? `ok, ${show(check.entries)} entries`
      : `NOT OK: ${JSON.stringify(check).slice(0, 200)}`;
  console.log(
    `  ledger check through the service, default settings: ${description}, ${show(tookMs)} ms`,
  );
  console.log(`  resident memory of the service ${residentMb(service.process.pid).toFixed(0)} MB`);
  return check.ok === true;
}

/** The check and the cleanup's steps by the service's own code, after the service has ended. */
async function cleanUpFull(place: Place): Promise<boolean> {
  let good = false;
  await withStore(place, async (pool) => {
    let violations = 0;
    const auditMs = await time(async () => {
      violations = (await auditLedger(pool)).violations.length;
    });
    const nothing: number[] = [];
    const removing: number[] = [];
    let removed = 0;
    for (let step = 0; step < CLEANUPS; step += 1) {
      nothing.push(await time(() => cleanUpLater(pool, 0)));
    }
    for (let step = 0; step < CLEANUPS; step += 1) {
      removing.push(
        await time(async () => {
          removed += await cleanUpLater(pool, CLEANUP_AGE_MS);
        }),
      );
    }
    console.log(`  ledger check alone ${show(auditMs)} ms, ${violations} violations`);
    good = violations === 0;
    console.log(
      `  cleanup step that removes nothing: median ${show(median(nothing))} ms, max ${show(Math.max(...nothing))} ms; ` +
        `that removes ${show(removed / CLEANUPS)} rows: median ${show(median(removing))} ms, max ${show(Math.max(...removing))} ms`,
    );
  });
  return good;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
