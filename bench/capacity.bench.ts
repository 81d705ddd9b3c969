/**
 * Measures what a hit and a miss cost in each part (callers, service, PostgreSQL, source), and adds
 * up what 10, 100 and 1,000 times a million calls a month need. All parts share the cores of this
 * machine.
 * Usage: npm run bench -- capacity   (CAPACITY_SECONDS=5, CAPACITY_CALLERS=32)
 */
import { type Costs, type Load, needsOf, type Part } from './capacity/needs.js';
import { bench } from './support/at-end.js';
import { bearer, openCaller, settle } from './support/caller.js';
import { type Cluster, startCluster } from './support/cluster.js';
import { newPlace, serveOn } from './support/engines.js';
import { addAccounts, withStore } from './support/fill.js';
import { median, printTable, show } from './support/numbers.js';
import { cpuSeconds, endProcess } from './support/processes.js';
import type { Service } from './support/service.js';
import { startUpstream, type UpstreamProxy } from './support/upstream-proxy.js';

const SECONDS = Number(process.env.CAPACITY_SECONDS ?? 5);
const CALLERS = Number(process.env.CAPACITY_CALLERS ?? 32);
const ROUNDS = 3;
const ACCOUNTS = 1_000;
const SOURCE_MS = 50;
const HIT = '/v1/portal_a/listings?zip=90011';
/** Above this price one page of the source holds the whole ZIP: one request a miss. */
const MISS = '/v1/portal_a/listings?zip=94104&min_price=';
const PRICE = 2_000_000;
const ENV = {
  ROWHOUSE_CACHE_LISTINGS_S: '86400',
  ROWHOUSE_READ_AHEAD: 'off',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '10000',
  ROWHOUSE_UPSTREAM_CONCURRENCY: '64',
  ROWHOUSE_COLLECT_CONCURRENCY: '32',
};
/** A million calls a month as many have them: growth is measured by `npm run bench -- growth`. */
const LOAD: Load = {
  callsAMonth: 1_000_000,
  peak: 10,
  missShare: 0.1,
  requestsAMiss: 3,
  ledgerBytesAHit: 225,
  ledgerBytesAMiss: 1_200,
  jobBytes: 8_000,
  jobDays: 7,
};

interface World {
  readonly service: Service;
  readonly cluster: Cluster;
  readonly upstream: UpstreamProxy;
  readonly keys: readonly string[];
}
interface Measured {
  readonly perS: number;
  readonly costs: Costs;
}

let calls = 0;

await bench(async () => {
  const cluster = await startCluster(null);
  if (cluster === null) return true;
  const upstream = await startUpstream(SOURCE_MS);
  const place = await newPlace('postgres', cluster, 'capacity');
  const keys = await withStore(place, (pool) => addAccounts(pool, ACCOUNTS));
  const service = await serveOn(place, { ...ENV, ROWHOUSE_UPSTREAM_PORTAL_A: upstream.url });
  const world = { service, cluster, upstream, keys };
  const caller = openCaller(1);
  await settle(caller, service.url, HIT, keys[0] ?? '');
  caller.close();
  await run(world, 'hit');
  const hit = await middle(() => run(world, 'hit'));
  const miss = await middle(() => run(world, 'miss'));
  printCosts(hit, miss);
  printNeeds(hit.costs, miss.costs);
  await endProcess(service.process);
  return true;
});

/** The round whose rate is the middle one. */
async function middle(one: () => Promise<Measured>): Promise<Measured> {
  const all: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await one());
  const rate = median(all.map(({ perS }) => perS));
  return all.find(({ perS }) => perS === rate) ?? all[0] ?? { perS: 0, costs: NONE };
}
const NONE: Costs = { callers: 0, service: 0, database: 0, source: 0 };

/** Hits or misses for some seconds; each caller waits for its rows. */
async function run(world: World, what: 'hit' | 'miss'): Promise<Measured> {
  const caller = openCaller(CALLERS);
  const { url } = world.service;
  const isHit = what === 'hit';
  const before = usedBy(world);
  const began = performance.now();
  const until = began + SECONDS * 1000;
  let answered = 0;
  const callOn = async () => {
    while (performance.now() < until) {
      calls += 1;
      const head = {
        ...bearer(world.keys[calls % world.keys.length] ?? ''),
        'accept-encoding': 'gzip',
      };
      const path = isHit ? HIT : `${MISS}${PRICE + calls}`;
      const { status, headers, body } = await caller.get(url + path, head);
      if (status !== (isHit ? 200 : 202)) throw new Error(`${path}: ${status} ${body.toString()}`);
      if (!isHit) await caller.get(`${url}${headers.location}?wait=20`, head);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, callOn));
  const elapsedS = (performance.now() - began) / 1000;
  const after = usedBy(world);
  caller.close();
  const cost = (part: Part) => ((after[part] - before[part]) / answered) * 1000;
  return {
    perS: answered / elapsedS,
    costs: {
      callers: cost('callers'),
      service: cost('service'),
      database: cost('database'),
      source: cost('source'),
    },
  };
}

/** Processor seconds that each part has used until now. */
function usedBy({ service, cluster, upstream }: World): Record<Part, number> {
  const { user, system } = process.cpuUsage();
  return {
    callers: (user + system) / 1e6,
    service: cpuSeconds(service.process.pid),
    database: cluster.cpuSeconds(),
    source: cpuSeconds(upstream.pid),
  };
}

function printCosts(hit: Measured, miss: Measured): void {
  console.log(`\nprocessor time a call, ms, ${CALLERS} callers`);
  printTable(
    ['', 'service', 'PostgreSQL', 'source', 'callers', 'calls/s'],
    (
      [
        ['hit', hit],
        ['miss', miss],
      ] as const
    ).map(([name, { costs, perS }]) => [
      name,
      show(costs.service),
      show(costs.database),
      show(costs.source),
      show(costs.callers),
      show(perS),
    ]),
  );
}

function printNeeds(hit: Costs, miss: Costs): void {
  console.log(
    `\nat the busiest moment (${LOAD.peak} times the average), ${LOAD.missShare * 100} % misses of ${LOAD.requestsAMiss} requests`,
  );
  printTable(
    [
      'calls a month',
      'calls/s',
      'service threads',
      'PostgreSQL cores',
      'requests/s',
      'GB of ledger a month',
      'GB of jobs',
    ],
    [1, 10, 100, 1_000].map((times) => {
      const needs = needsOf({ ...LOAD, callsAMonth: LOAD.callsAMonth * times }, hit, miss);
      return [
        show(LOAD.callsAMonth * times),
        show(needs.callsPerS),
        show(needs.serviceThreads),
        show(needs.databaseCores),
        show(needs.sourceRequestsPerS),
        show(needs.ledgerGbAMonth),
        show(needs.jobsGb),
      ];
    }),
  );
}
