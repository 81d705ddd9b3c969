/**
 * Three groups of accounts with the same load, arranged in three ways: on one installation; on
 * three edges of one core; on three installations that read the source themselves. Requests to the
 * source, times of misses, and processor time of hits, in one run, one arrangement after the other.
 * Usage: npm run bench -- edges   (EDGES_AREAS=60, EDGES_HITS=6000, EDGES_ENGINES=postgres)
 */
import { bench } from './support/at-end.js';
import { bearer, type Caller, openCaller, settle } from './support/caller.js';
import { type Cluster, startCluster } from './support/cluster.js';
import { askAdmin, type Engine, enginesOf, newPlace, serveOn } from './support/engines.js';
import { addAccounts, withStore } from './support/fill.js';
import { percentile, printTable, show } from './support/numbers.js';
import { cpuSeconds, endProcess } from './support/processes.js';
import type { Service } from './support/service.js';
import { startUpstream, type UpstreamProxy } from './support/upstream-proxy.js';

const AREAS = Number(process.env.EDGES_AREAS ?? 60);
const HITS = Number(process.env.EDGES_HITS ?? 6_000);
const GROUPS = 3;
const AT_ONCE = 4;
const SOURCE_MS = 50;
/** Above this price one page of the source holds the whole ZIP: one request a miss. */
const SEARCH = '/v1/portal_a/listings?zip=94104';
const PRICE = 2_000_000;
const ENV = {
  ROWHOUSE_COLLECT_CONCURRENCY: '16',
  ROWHOUSE_UPSTREAM_CONCURRENCY: '64',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '10000',
  ROWHOUSE_CACHE_LISTINGS_S: '86400',
};

/** Where each group calls, and every installation of the arrangement. */
interface Arranged {
  readonly groups: readonly { readonly url: string; readonly key: string }[];
  readonly services: readonly Service[];
}
type Arrange = (parts: Parts) => Promise<Arranged>;

interface Parts {
  readonly engine: Engine;
  readonly cluster: Cluster | null;
  readonly upstream: UpstreamProxy;
  readonly name: string;
}

const ARRANGEMENTS: Readonly<Record<string, Arrange>> = {
  'one installation': async (parts) => {
    const { service, keys } = await install(parts, 'all', { accounts: GROUPS });
    return { groups: keys.map((key) => ({ url: service.url, key })), services: [service] };
  },
  'a core and three edges': async (parts) => {
    const core = await install(parts, 'core', { accounts: GROUPS });
    const { host } = new URL(core.service.url);
    const edges = await Promise.all(
      core.keys.map((key, at) =>
        install(parts, `edge${at}`, { address: `rowhouse+http://${key}@${host}` }),
      ),
    );
    return {
      groups: edges.map(({ service, keys: [key = ''] }) => ({ url: service.url, key })),
      services: [core.service, ...edges.map(({ service }) => service)],
    };
  },
  'three installations': async (parts) => {
    const own = await Promise.all(
      Array.from({ length: GROUPS }, (_one, at) => install(parts, `own${at}`, {})),
    );
    return {
      groups: own.map(({ service, keys: [key = ''] }) => ({ url: service.url, key })),
      services: own.map(({ service }) => service),
    };
  },
};

async function install(
  { engine, cluster, upstream, name }: Parts,
  part: string,
  { accounts = 1, address = upstream.url }: { accounts?: number; address?: string },
) {
  const place = await newPlace(engine, cluster, `${name}_${part}`);
  const keys = await withStore(place, (pool) => addAccounts(pool, accounts));
  const secret = `bench-secret-of-${name}-${part}`;
  const own = { ROWHOUSE_SECRET: secret, ROWHOUSE_UPSTREAM_PORTAL_A: address };
  return { service: await serveOn(place, { ...ENV, ...own }), keys };
}

await bench(async () => {
  const cluster = await startCluster(null);
  const upstream = await startUpstream(SOURCE_MS);
  console.log(
    `${GROUPS} groups, each ${AREAS} areas and ${HITS} hits, ${AT_ONCE} calls at once a group;`,
  );
  console.log(`the source takes ${SOURCE_MS} ms a request; settings: ${JSON.stringify(ENV)}`);
  const rows: string[][] = [];
  let good = true;
  for (const engine of enginesOf(process.env.EDGES_ENGINES ?? 'postgres', cluster)) {
    let first = 0;
    for (const [at, [title, arrange]] of Object.entries(ARRANGEMENTS).entries()) {
      const name = `edges_${engine}_${at}`;
      const arranged = await arrange({ engine, cluster, upstream, name });
      const measured = await measure(arranged, upstream, cluster);
      rows.push([`${engine}, ${title}`, ...measured.columns]);
      good = (await isSound(arranged.services)) && good;
      if (at === 0) first = measured.requests;
      if (at === 1 && measured.requests !== first) good = false;
      for (const { process } of arranged.services) await endProcess(process);
    }
  }
  printTable(
    '|source requests|miss p50|p99|hits/s by processor|hit p99|store s per 1000 hits'.split('|'),
    rows,
  );
  console.log('  misses and hits in ms; hits/s by processor: hits for each second of processor');
  console.log(
    '  time of all service processes. Equal requests in the first two rows, or it fails.',
  );
  return good;
});

async function measure(
  { groups, services }: Arranged,
  upstream: UpstreamProxy,
  cluster: Cluster | null,
) {
  const caller = openCaller(GROUPS * AT_ONCE);
  const before = upstream.exchanges.length;
  const misses = await callAll(caller, groups, AREAS, (at) => at, settle);
  const requests = upstream.exchanges.length - before;
  const used = () => services.reduce((sum, one) => sum + cpuSeconds(one.process.pid), 0);
  const [cpu, store] = [used(), cluster?.cpuSeconds() ?? Number.NaN];
  const hits = await callAll(caller, groups, HITS, (at) => at % AREAS, hit);
  const spent = used() - cpu;
  const stored = (cluster?.cpuSeconds() ?? Number.NaN) - store;
  caller.close();
  return {
    requests,
    columns: [
      String(requests),
      show(percentile(misses, 50)),
      show(percentile(misses, 99)),
      show((GROUPS * HITS) / spent),
      show(percentile(hits, 99)),
      show((stored * 1000) / (GROUPS * HITS)),
    ],
  };
}

async function hit(caller: Caller, url: string, path: string, key: string): Promise<void> {
  const { status, body } = await caller.get(url + path, bearer(key));
  if (status !== 200) throw new Error(`not a hit: ${status} ${body.toString()}`);
}

/** Every group sends its calls, all groups at the same time; the time of each call in ms. */
async function callAll(
  caller: Caller,
  groups: Arranged['groups'],
  calls: number,
  areaOf: (at: number) => number,
  call: typeof settle,
): Promise<number[]> {
  const times: number[] = [];
  const worker = async ({ url, key }: Arranged['groups'][number], next: () => number) => {
    for (let at = next(); at < calls; at = next()) {
      const began = performance.now();
      const path = `${SEARCH}&min_price=${PRICE + areaOf(at)}`;
      await call(caller, url, path, key);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(
    groups.flatMap((group) => {
      let at = -1;
      const next = () => {
        at += 1;
        return at;
      };
      return Array.from({ length: AT_ONCE }, () => worker(group, next));
    }),
  );
  return times;
}

async function isSound(services: readonly Service[]): Promise<boolean> {
  const checks = await Promise.all(services.map((one) => askAdmin(one, '/ledger/check')));
  const good = checks.every(({ ok }) => ok === true);
  console.log(`ledger check of ${services.length} installations: ${good ? 'ok' : 'NOT OK'}`);
  return good;
}
