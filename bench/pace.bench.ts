/**
 * Whether four processes on one PostgreSQL together stay within one source's rate and concurrency,
 * over a minute in which each has more to read than that. Baseline: four processes with a database
 * each, where each has the whole rate. Then the requests to the source for a chain of pages that
 * the four serve in turn, with and without upstream pages shared between processes.
 * Usage: npm run bench -- pace   (PACE_S=60, PACE_RATE=20; four processes on 2 cores reach ~15)
 */
import { bench } from './support/at-end.js';
import { openCaller, settle } from './support/caller.js';
import { type Cluster, startCluster } from './support/cluster.js';
import { newPlace, serveOn } from './support/engines.js';
import { addAccounts, type Place, withStore } from './support/fill.js';
import { printTable } from './support/numbers.js';
import { endProcess } from './support/processes.js';
import type { Service } from './support/service.js';
import { type Exchange, startUpstream, type UpstreamProxy } from './support/upstream-proxy.js';

const SECONDS = Number(process.env.PACE_S ?? 60);
const WARM_UP_S = 5;
const PROCESSES = 4;
const RATE = Number(process.env.PACE_RATE ?? 20);
const CONCURRENCY = 8;
const SOURCE_MS = 100;
const TARGET = 0.05;
const CHAIN_PAGES = 12;
/** Above this price one page holds the whole ZIP; a unique price makes each search a new one. */
const SMALL = '/v1/portal_a/listings?zip=94104&min_price=';
const PRICE = 2_000_000;
/** A city with many pages. */
const LARGE = '/v1/portal_a/listings?city=Chicago&state=IL';

interface Node {
  readonly service: Service;
  readonly key: string;
}

await bench(async () => {
  const cluster = await startCluster(null);
  if (cluster === null) return true;
  const upstream = await startUpstream(SOURCE_MS);
  console.log(
    `${PROCESSES} processes, ${RATE} requests a second and ${CONCURRENCY} at once allowed, the source takes ${SOURCE_MS} ms, ${SECONDS} s`,
  );
  const rows: string[][] = [];
  const rate = await measureRate(cluster, upstream, 'one database', 1, rows);
  await measureRate(cluster, upstream, 'a database each', PROCESSES, rows);
  printTable('|requests|a second|of the rate|busiest second|at once'.split('|'), rows);
  const pages: string[][] = [];
  await measureChain(cluster, upstream, 'shared pages', '268435456', pages);
  await measureChain(cluster, upstream, 'each reads for itself', '0', pages);
  printTable(['chain of pages', 'pages', 'requests'], pages);
  const kept = Math.abs(rate / RATE - 1) <= TARGET;
  console.log(`  target: within ${TARGET * 100} % of the rate: ${kept ? 'met' : 'MISSED'}`);
  return kept;
});

/** Starts the processes on `databases` databases, in turn. */
async function startNodes(
  cluster: Cluster,
  name: string,
  databases: number,
  env: Readonly<Record<string, string>>,
): Promise<Node[]> {
  const places: { readonly place: Place; readonly key: string }[] = [];
  for (let at = 0; at < databases; at += 1) {
    const place = await newPlace('postgres', cluster, `${name}_${at}`);
    const [key = ''] = await withStore(place, (pool) => addAccounts(pool, 1));
    places.push({ place, key });
  }
  const nodes: Node[] = [];
  for (let at = 0; at < PROCESSES; at += 1) {
    const { place, key } = places[at % databases] ?? { place: { dataDir: '' }, key: '' };
    nodes.push({ service: await serveOn(place, env), key });
  }
  return nodes;
}

function settings(upstream: UpstreamProxy): Readonly<Record<string, string>> {
  return {
    ROWHOUSE_UPSTREAM_PORTAL_A: upstream.url,
    ROWHOUSE_UPSTREAM_PORTAL_A_RATE_PER_S: String(RATE),
    ROWHOUSE_UPSTREAM_PORTAL_A_CONCURRENCY: String(CONCURRENCY),
  };
}

async function measureRate(
  cluster: Cluster,
  upstream: UpstreamProxy,
  what: string,
  databases: number,
  rows: string[][],
): Promise<number> {
  const nodes = await startNodes(cluster, `pace${databases}`, databases, settings(upstream));
  const caller = openCaller(PROCESSES * 4);
  const endMs = performance.now() + (WARM_UP_S + SECONDS) * 1000;
  let asked = PRICE + databases * 100_000;
  const work = nodes.flatMap(({ service, key }) =>
    Array.from({ length: 4 }, async () => {
      while (performance.now() < endMs) {
        asked += 1;
        await settle(caller, service.url, `${SMALL}${asked}`, key);
      }
    }),
  );
  const fromMs = performance.now() + WARM_UP_S * 1000;
  await Promise.all(work);
  const sent = upstream.exchanges.filter((one) => one.fromMs >= fromMs && one.fromMs < endMs);
  const perS = sent.length / SECONDS;
  const busiest = Math.max(
    ...sent.map(
      ({ fromMs: at }) => sent.filter((one) => one.fromMs >= at && one.fromMs < at + 1000).length,
    ),
  );
  const share = `${(perS / RATE).toFixed(2)}`;
  rows.push([
    what,
    String(sent.length),
    perS.toFixed(1),
    share,
    String(busiest),
    String(atOnce(sent)),
  ]);
  caller.close();
  for (const { service } of nodes) await endProcess(service.process);
  return perS;
}

/** The most exchanges that were open at one moment. */
function atOnce(sent: readonly Exchange[]): number {
  const open = (at: number) => sent.filter((one) => one.fromMs <= at && one.toMs > at).length;
  return Math.max(...sent.map(({ fromMs }) => open(fromMs)));
}

async function measureChain(
  cluster: Cluster,
  upstream: UpstreamProxy,
  what: string,
  bytes: string,
  rows: string[][],
): Promise<void> {
  const env = {
    ...settings(upstream),
    ROWHOUSE_UPSTREAM_PORTAL_A_RATE_PER_S: '1000',
    ROWHOUSE_UPSTREAM_SHARED_BYTES: bytes,
    ROWHOUSE_READ_AHEAD: 'off',
  };
  const nodes = await startNodes(cluster, `chain${bytes}`, 1, env);
  const [first] = nodes;
  if (first === undefined) throw new Error('no process was started');
  const caller = openCaller(1);
  const before = upstream.exchanges.length;
  let cursor = '';
  let pages = 0;
  for (; pages < CHAIN_PAGES; pages += 1) {
    const { service, key } = nodes[pages % PROCESSES] ?? first;
    const envelope = await settle(caller, service.url, `${LARGE}${cursor}`, key);
    const next = envelope.result.next_cursor;
    if (next === null) break;
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
  rows.push([what, String(pages), String(upstream.exchanges.length - before)]);
  caller.close();
  for (const { service } of nodes) await endProcess(service.process);
}
