/**
 * Measures what a hit and a miss cost in each part (callers, service, PostgreSQL, source),
 * simulates other loads from these costs, and measures those too: fewer callers, and hits mixed
 * with misses. Then it adds up what 10, 100 and 1,000 times a million calls a month need. All parts
 * share the cores of this machine.
 * Usage: npm run bench -- capacity   (CAPACITY_SECONDS=5, CAPACITY_CALLERS=32)
 */
import { availableParallelism } from 'node:os';
import {
  type Costs,
  type Deployment,
  type Kind,
  type Load,
  needsOf,
  type Part,
  type Simulated,
  simulate,
} from './capacity/model.js';
import { bench } from './support/at-end.js';
import { bearer, openCaller, settle } from './support/caller.js';
import { type Cluster, startCluster } from './support/cluster.js';
import { newPlace, serveOn } from './support/engines.js';
import { addAccounts, withStore } from './support/fill.js';
import { median, percentile, printTable, show } from './support/numbers.js';
import { cpuSeconds, endProcess } from './support/processes.js';
import type { Service } from './support/service.js';
import { startUpstream, type UpstreamProxy } from './support/upstream-proxy.js';

const SECONDS = Number(process.env.CAPACITY_SECONDS ?? 5);
const CALLERS = Number(process.env.CAPACITY_CALLERS ?? 32);
const FEW = Math.max(1, Math.round(CALLERS / 8));
const ROUNDS = 3;
const ACCOUNTS = 1_000;
/** Of so many calls one is a miss, where both are called. */
const MIXED = 10;
const SIMULATED_CALLS = 5_000;
const SOURCE_MS = 50;
/** A prediction may be off by this much. */
const ERROR_MAX = 0.25;
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
interface Measured extends Simulated {
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
  await run(world, [1, 0], CALLERS, SECONDS);
  const hit = await middle(() => run(world, [1, 0], CALLERS, SECONDS));
  const miss = await middle(() => run(world, [0, 1], CALLERS, SECONDS));
  printCosts(hit, miss);
  const good = await compare(world, hit, miss);
  printNeeds(hit.costs, miss.costs);
  await endProcess(service.process);
  return good;
});

/** The round whose rate is the middle one. */
async function middle(one: () => Promise<Measured>): Promise<Measured> {
  const all: Measured[] = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await one());
  const rate = median(all.map(({ perS }) => perS));
  return all.find(({ perS }) => perS === rate) ?? all[0] ?? { perS: 0, tookMs: [], costs: NONE };
}
const NONE: Costs = { callers: 0, service: 0, database: 0, source: 0 };

/** Calls for some seconds, hits and misses in the ratio \`mix\`; each caller waits for its rows. */
async function run(
  world: World,
  mix: readonly [number, number],
  callers: number,
  seconds: number,
): Promise<Measured> {
  const caller = openCaller(callers);
  const { url } = world.service;
  const before = usedBy(world);
  const began = performance.now();
  const until = began + seconds * 1000;
  const tookMs: number[] = [];
  const callOn = async () => {
    while (performance.now() < until) {
      calls += 1;
      const isHit = calls % (mix[0] + mix[1]) < mix[0];
      const head = {
        ...bearer(world.keys[calls % world.keys.length] ?? ''),
        'accept-encoding': 'gzip',
      };
      const from = performance.now();
      const path = isHit ? HIT : `${MISS}${PRICE + calls}`;
      const { status, headers, body } = await caller.get(url + path, head);
      if (status !== (isHit ? 200 : 202)) throw new Error(`${path}: ${status} ${body.toString()}`);
      if (!isHit) await caller.get(`${url}${headers.location}?wait=20`, head);
      tookMs.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: callers }, callOn));
  const elapsedS = (performance.now() - began) / 1000;
  const after = usedBy(world);
  caller.close();
  const cost = (part: Part) => ((after[part] - before[part]) / tookMs.length) * 1000;
  return {
    perS: tookMs.length / elapsedS,
    tookMs,
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

/** Loads that were not measured for the costs, as the model says and as they are. */
async function compare(world: World, hit: Measured, miss: Measured): Promise<boolean> {
  const kinds: Kind[] = [
    { costs: hit.costs, waitMs: 0 },
    { costs: miss.costs, waitMs: SOURCE_MS },
  ];
  const cores = availableParallelism();
  const here: Deployment = {
    cores,
    atOnce: { callers: 1, service: 1, database: cores, source: 1 },
  };
  const loads: [string, readonly [number, number], number][] = [
    [`hits, ${CALLERS} callers`, [1, 0], CALLERS],
    [`hits, ${FEW} callers`, [1, 0], FEW],
    [`one of ${MIXED} a miss, ${CALLERS} callers`, [MIXED - 1, 1], CALLERS],
    [`misses, ${FEW} callers`, [0, 1], FEW],
  ];
  let good = true;
  const rows: string[][] = [];
  for (const [name, mix, callers] of loads) {
    const said = simulate(kinds, mix, here, callers, SIMULATED_CALLS);
    const real = await middle(() => run(world, mix, callers, SECONDS));
    const ratio = said.perS / real.perS;
    good = good && Math.abs(ratio - 1) <= ERROR_MAX;
    const at = ({ tookMs }: Simulated, p: number) => show(percentile(tookMs, p));
    rows.push([
      name,
      show(said.perS),
      show(real.perS),
      show(ratio),
      at(said, 50),
      at(real, 50),
      at(said, 99),
      at(real, 99),
    ]);
  }
  console.log(`\nthe model beside what was measured; bound: calls/s within ${ERROR_MAX * 100} %`);
  const header = '|model calls/s|measured|ratio|model p50 ms|measured|model p99 ms|measured';
  printTable(header.split('|'), rows);
  if (!good) console.log('  MISSED: a prediction is off by more than the bound');
  return true;
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
