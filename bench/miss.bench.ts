/**
 * What Rowhouse adds to a miss: the time from the 202 to the rows for a long-polling caller, less
 * the source's time, which is the union of the job's upstream exchanges as a proxy before the
 * sandbox records them. Baselines: the source's own time, and a /healthz over the same connections.
 * On PostgreSQL and on the embedded store, one miss at a time and eight at once.
 * Usage: npm run bench -- miss   (MISS_JOBS=300, MISS_ENGINES=postgres,embedded)
 */
import { bench } from './support/at-end.js';
import { bearer, type Caller, openCaller } from './support/caller.js';
import { type Cluster, startCluster } from './support/cluster.js';
import { askAdmin, type Engine, enginesOf, newPlace, serveOn } from './support/engines.js';
import { addAccounts, withStore } from './support/fill.js';
import { percentile, printTable, show } from './support/numbers.js';
import { endProcess } from './support/processes.js';
import { busyMs, startUpstream, type UpstreamProxy } from './support/upstream-proxy.js';

const JOBS = Number(process.env.MISS_JOBS ?? 300);
const WARM_UP = 20;
const AT_ONCE = [1, 8];
const TARGET_P50_MS = 15;
const SOURCE_MS = 50;
const ACCOUNTS = 8;
/** Above this price one page of the source holds the whole ZIP: one request a miss. */
const SEARCH = '/v1/portal_a/listings?zip=94104';
const PRICE = 2_000_000;
/** As many collectors as callers, and no pace that would be waited for. */
const ENV = {
  ROWHOUSE_COLLECT_CONCURRENCY: String(Math.max(...AT_ONCE)),
  ROWHOUSE_UPSTREAM_CONCURRENCY: '64',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '10000',
};

interface Miss {
  /** Sending the search to the end of the 202. */
  readonly acceptMs: number;
  /** From the 202 to the rows, without the source. */
  readonly oursMs: number;
  /** From sending the search to the rows, without the source. */
  readonly wholeMs: number;
  /** The source's own time. */
  readonly sourceMs: number;
  readonly requests: number;
  /** A /healthz right afterwards: what the same path costs when nothing is done. */
  readonly healthMs: number;
}

let asked = 0;

await bench(async () => {
  const cluster = await startCluster(null);
  const upstream = await startUpstream(SOURCE_MS);
  console.log(
    `${SEARCH}&min_price=${PRICE}+n, ${JOBS} misses; the source takes ${SOURCE_MS} ms a request`,
  );
  console.log(`settings: ${JSON.stringify(ENV)}`);
  const rows: string[][] = [];
  let good = true;
  for (const engine of enginesOf(process.env.MISS_ENGINES, cluster)) {
    good = (await measureEngine(engine, cluster, upstream, rows)) && good;
  }
  const header = '|ours p50|p90|p99|max|202 p50|p99|whole p50|p99|idle p50|p99|source p50|requests';
  printTable(header.split('|'), rows);
  console.log(
    '  ms. ours: from the 202 to the rows without the source; 202: until it is answered;',
  );
  console.log(
    '  whole: from sending the search to the rows without the source; source: its own time.',
  );
  console.log(
    '  idle: a /healthz after each miss, the same way there and back with nothing to do.',
  );
  console.log(`  target: ours p50 < ${TARGET_P50_MS} ms, one at a time`);
  return good;
});

async function measureEngine(
  engine: Engine,
  cluster: Cluster | null,
  upstream: UpstreamProxy,
  rows: string[][],
): Promise<boolean> {
  const place = await newPlace(engine, cluster, 'miss');
  const keys = await withStore(place, (pool) => addAccounts(pool, ACCOUNTS));
  const service = await serveOn(place, { ...ENV, ROWHOUSE_UPSTREAM_PORTAL_A: upstream.url });
  const caller = openCaller(Math.max(...AT_ONCE));
  const ask = (at: number) => miss(caller, service.url, keys[at % ACCOUNTS] ?? '', upstream);
  for (let at = 0; at < WARM_UP; at += 1) await ask(at);
  for (const atOnce of AT_ONCE) {
    const misses: Miss[] = [];
    let left = JOBS;
    const worker = async (at: number) => {
      for (; left > 0; ) {
        left -= 1;
        misses.push(await ask(at));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, (_, at) => worker(at)));
    rows.push([`${engine}, ${atOnce} at once`, ...columns(misses)]);
  }
  caller.close();
  const check = await askAdmin(service, '/ledger/check');
  await endProcess(service.process);
  console.log(`${engine}: ledger check ${check.ok === true ? 'ok' : 'NOT OK'}`);
  return check.ok === true;
}

function columns(misses: readonly Miss[]): string[] {
  const at = (p: number, of: (one: Miss) => number) => show(percentile(misses.map(of), p));
  const ours = (one: Miss) => one.oursMs;
  const requests = [...new Set(misses.map((one) => one.requests))].sort((a, b) => a - b);
  return [
    ...[50, 90, 99, 100].map((p) => at(p, ours)),
    ...[50, 99].map((p) => at(p, (one) => one.acceptMs)),
    ...[50, 99].map((p) => at(p, (one) => one.wholeMs)),
    ...[50, 99].map((p) => at(p, (one) => one.healthMs)),
    at(50, (one) => one.sourceMs),
    requests.join(', '),
  ];
}

/** One search that nobody has asked before: its least price is its own, and names its exchanges. */
async function miss(
  caller: Caller,
  base: string,
  key: string,
  upstream: UpstreamProxy,
): Promise<Miss> {
  asked += 1;
  const price = PRICE + asked;
  const accepted = await caller.get(`${base}${SEARCH}&min_price=${price}`, bearer(key));
  const { status, poll_url } = JSON.parse(accepted.body.toString());
  if (accepted.status !== 202) throw new Error(`not a miss: ${accepted.status} ${status}`);
  const done = await caller.get(`${base}${poll_url}?wait=20`, bearer(key));
  if (done.status !== 200 || !done.body.includes('"status":"complete"')) {
    throw new Error(`did not complete: ${done.status} ${done.body.toString().slice(0, 300)}`);
  }
  const mine = upstream.exchanges.filter(({ body }) => priceOf(body) === price);
  const health = await caller.get(`${base}/healthz`);
  const sentMs = accepted.atMs - accepted.tookMs;
  return {
    acceptMs: accepted.tookMs,
    oursMs: done.atMs - accepted.atMs - busyMs(mine, accepted.atMs, done.atMs),
    wholeMs: done.atMs - sentMs - busyMs(mine, sentMs, done.atMs),
    sourceMs: busyMs(mine, sentMs, done.atMs),
    requests: mine.length,
    healthMs: health.tookMs,
  };
}

function priceOf(body: string): number {
  return Number(/"price":\{"min":(\d+)/.exec(body)?.[1]);
}
