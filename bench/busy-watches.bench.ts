/**
 * Latency for callers while 100 watches run: hits of an account without watches and /healthz, sent
 * in turn, before any watch exists and during the first run of all. In between, a service without
 * watches on the same machine gets the same calls and shows how busy the machine is. /healthz needs
 * no storage, so it shows delays of the process itself.
 * Usage: npm run bench -- busy-watches   (BUSY_WATCHES=100, BUSY_ENGINES=postgres,embedded,
 * BUSY_ROUNDS=1)
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { bench } from './support/at-end.js';
import { bearer, type Caller, openCaller, settle } from './support/caller.js';
import { type Cluster, startCluster } from './support/cluster.js';
import { askAdmin, type Engine, enginesOf, newPlace, serveOn } from './support/engines.js';
import { addAccounts, withStore } from './support/fill.js';
import { percentile, printTable, show } from './support/numbers.js';
import { endProcess } from './support/processes.js';
import type { Service } from './support/service.js';
import { startUpstream, type UpstreamProxy } from './support/upstream-proxy.js';

const WATCHES = Number(process.env.BUSY_WATCHES ?? 100);
const ROUNDS = Number(process.env.BUSY_ROUNDS ?? 1);
const PER_ACCOUNT = 10;
const SOURCE_MS = 20;
const ALONE_MS = 10_000;
const BUSY_MS = 30_000;
const BETWEEN_MS = 10;
/** A ratio of this and more is a caller who notices. */
const TARGET_RATIO = 5;
const SEARCH = '/v1/portal_a/listings?zip=94104&min_price=2000000';
const CITIES = ['Austin', 'Houston', 'Dallas', 'San Antonio', 'Fort Worth'];

const rows: string[][] = [];

await bench(async () => {
  const cluster = await startCluster(null);
  const upstream = await startUpstream(SOURCE_MS);
  let good = true;
  for (const engine of enginesOf(process.env.BUSY_ENGINES, cluster)) {
    for (let round = 1; round <= ROUNDS; round += 1) {
      good = (await measure(engine, cluster, upstream, round)) && good;
    }
  }
  printTable('|hit p50|p90|p99|max|healthz p50|p99|max|calls'.split('|'), rows);
  console.log(
    `  ms. Target: p99 of a hit beside watches at most ${TARGET_RATIO} times that alone.`,
  );
  return good;
});

async function measure(
  engine: Engine,
  cluster: Cluster | null,
  upstream: UpstreamProxy,
  round: number,
): Promise<boolean> {
  const accounts = Math.ceil(WATCHES / PER_ACCOUNT);
  const watched = await open(engine, cluster, upstream, `busy${round}`, accounts);
  const quiet = await open(engine, cluster, upstream, `quiet${round}`, 0);
  const caller = openCaller(1);
  for (const { url, mine } of [watched, quiet]) await settle(caller, url, SEARCH, mine);
  const [alone] = await feel(caller, [watched, quiet], ALONE_MS);
  for (let at = 0; at < WATCHES; at += 1) {
    await makeWatch(watched.url, watched.others[at % accounts] ?? '', at);
  }
  const before = upstream.exchanges.length;
  const [beside, meanwhile] = await feel(caller, [watched, quiet], BUSY_MS);
  const asked = upstream.exchanges.length - before;
  caller.close();
  const check = await askAdmin(watched.service, '/ledger/check');
  for (const { service } of [watched, quiet]) await endProcess(service.process);
  rows.push([`${engine}, alone`, ...columns(alone)], [`${engine}, beside`, ...columns(beside)]);
  rows.push([`${engine}, another service meanwhile`, ...columns(meanwhile)]);
  const [ofAlone, ofQuiet] = [alone, meanwhile].map(({ hits }) =>
    show(percentile(beside.hits, 99) / percentile(hits, 99)),
  );
  console.log(
    `${engine}: p99 ${ofAlone} times that alone, ${ofQuiet} times that of the other service; ${asked} requests to the source meanwhile; load average ${show(loadavg()[0] ?? 0)}; ledger check ${check.ok === true ? 'ok' : 'NOT OK'}`,
  );
  if (asked === 0) console.log('  no watch was being read: nothing was measured');
  return check.ok === true && asked > 0;
}

interface Felt {
  readonly hits: number[];
  readonly health: number[];
}

/** A service with the key of a caller, and those of accounts with watches. */
interface Open {
  readonly service: Service;
  readonly url: string;
  readonly mine: string;
  readonly others: readonly string[];
}

async function open(
  engine: Engine,
  cluster: Cluster | null,
  upstream: UpstreamProxy,
  name: string,
  accounts: number,
): Promise<Open> {
  const place = await newPlace(engine, cluster, name);
  const [mine = '', ...others] = await withStore(place, (pool) => addAccounts(pool, accounts + 1));
  const service = await serveOn(place, {
    ROWHOUSE_UPSTREAM_PORTAL_A: upstream.url,
    ROWHOUSE_UPSTREAM_RATE_PER_S: '10000',
  });
  return { service, url: service.url, mine, others };
}

async function makeWatch(url: string, key: string, at: number): Promise<void> {
  const query = { city: CITIES[at % CITIES.length], state: 'TX', min_price: 100_000 + at };
  const response = await fetch(`${url}/v1/watches`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ route: 'portal_a_listings', query, interval_s: 86_400 }),
  });
  if (response.status !== 201) throw new Error(await response.text());
}

/** What is felt at each of the services, which are called in turn. */
async function feel(caller: Caller, services: readonly [Open, Open], forMs: number) {
  const felt: [Felt, Felt] = [
    { hits: [], health: [] },
    { hits: [], health: [] },
  ];
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    for (const [at, { url, mine }] of services.entries()) {
      const hit = await caller.get(url + SEARCH, bearer(mine));
      if (hit.status !== 200) throw new Error(`${hit.status} ${hit.body.toString().slice(0, 200)}`);
      felt[at]?.hits.push(hit.tookMs);
      felt[at]?.health.push((await caller.get(`${url}/healthz`)).tookMs);
      await sleep(BETWEEN_MS);
    }
  }
  return felt;
}

function columns({ hits, health }: Felt): string[] {
  const [ofHits, ofHealth] = [
    [50, 90, 99, 100],
    [50, 99, 100],
  ];
  return [
    ...ofHits.map((p) => show(percentile(hits, p))),
    ...ofHealth.map((p) => show(percentile(health, p))),
    String(hits.length),
  ];
}
