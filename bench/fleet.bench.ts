/**
 * Compares a queueing simulation of edges and their core with a real core and three edges, and
 * prints its figures for ten edges. Costs of calls are measured before and after the loads that are
 * compared. Usage: npm run bench -- fleet   (FLEET_CALLS_PER_S=30, FLEET_SECONDS=60)
 */
import type { Fleet, FleetCosts, Use } from './capacity/fleet.js';
import { Popularity, simulate } from './capacity/fleet-load.js';
import { EDGES, FRESH_S, MeasuredFleet } from './capacity/measured-fleet.js';
import { bench } from './support/at-end.js';
import { chanceFrom } from './support/chance.js';
import { startCluster } from './support/cluster.js';
import { askAdmin } from './support/engines.js';
import { printTable, show } from './support/numbers.js';
import { endProcess } from './support/processes.js';
import { startUpstream } from './support/upstream-proxy.js';

const CALLS_PER_S = Number(process.env.FLEET_CALLS_PER_S ?? 30);
const SECONDS = Number(process.env.FLEET_SECONDS ?? 60);
const PAGES = 60;
const SOURCE_MS = 50;
const ERROR_MAX = 0.25;
const SEED = 20_261_127;
const MONTH_S = 30 * 86_400;
const PEAK = 10;
const MISS_SHARE = 0.1;
/** Requests per second that a source is sent by default. */
const PACE_RPS = 20;
/** As by default, for homes for sale. */
const LISTINGS_FRESH_MS = 1_800_000;

interface Compared {
  readonly what: string;
  readonly simulated: number;
  readonly measured: number;
}

const add = (one: number, other: number): number => one + other;

await bench(async () => {
  // The simulation has no disk.
  const cluster = await startCluster(null, ['fsync=off']);
  if (cluster === null) return true;
  const upstream = await startUpstream(SOURCE_MS);
  const fleet = await MeasuredFleet.start(cluster, upstream);
  const before = await fleet.costs();
  const loaded = await measureLoad(fleet);
  const after = await fleet.costs();
  const costs = middle(before, after);
  printCosts(before, after);
  const compared = compareLoad(costs, loaded);
  printCompared(compared);
  const checks = await Promise.all(fleet.services.map((one) => askAdmin(one, '/ledger/check')));
  fleet.close();
  for (const { process } of fleet.services) await endProcess(process);
  printPredictions(costs);
  const isSound = checks.every(({ ok }) => ok === true);
  console.log(`ledger check of ${checks.length} installations: ${isSound ? 'ok' : 'NOT OK'}`);
  return isSound && compared.every((one) => Math.abs(errorOf(one)) <= ERROR_MAX);
});

function fleetOf(costs: FleetCosts, more: Partial<Fleet> = {}): Fleet {
  return {
    edges: EDGES,
    core: true,
    costs,
    sourceMs: SOURCE_MS,
    paceRps: 10_000,
    freshMs: FRESH_S * 1000,
    threads: 1,
    databaseCores: 2,
    ...more,
  };
}

/** Calls by chance: the caches fill for the time that pages are fresh, then it counts. */
async function measureLoad(fleet: MeasuredFleet) {
  const chance = chanceFrom(SEED);
  const popularity = new Popularity(PAGES);
  await fleet.load(CALLS_PER_S, popularity, FRESH_S, chance);
  const requests = fleet.sourceRequests;
  let counted = { calls: 0, hits: 0, failed: 0 };
  const spent = await fleet.spend(async () => {
    counted = await fleet.load(CALLS_PER_S, popularity, SECONDS, chance);
  });
  return { ...counted, spent, requests: fleet.sourceRequests - requests };
}

function compareLoad(
  costs: FleetCosts,
  { calls, hits, spent, requests }: Awaited<ReturnType<typeof measureLoad>>,
): Compared[] {
  const load = {
    callsPerS: CALLS_PER_S,
    popularity: new Popularity(PAGES),
    warmMs: FRESH_S * 1000,
    seconds: SECONDS,
  };
  // Other calls by chance than those that were made.
  const said = simulate(fleetOf(costs), load, chanceFrom(SEED + 1));
  const edgesS = spent.services.slice(0, EDGES).reduce(add, 0);
  const coreS = spent.services[EDGES] ?? 0;
  const ms = (seconds: number, of: number) => (seconds / of) * 1000;
  return [
    { what: 'share of misses', simulated: 1 - said.hits / said.calls, measured: 1 - hits / calls },
    { what: 'requests to the source', simulated: said.sourceRequests, measured: requests },
    {
      what: 'edges, ms a call',
      simulated: ms(said.edgesS.reduce(add, 0), said.calls),
      measured: ms(edgesS, calls),
    },
    { what: 'core, ms a call', simulated: ms(said.coreS, said.calls), measured: ms(coreS, calls) },
    {
      what: 'PostgreSQL, ms a call',
      simulated: ms(said.databaseS, said.calls),
      measured: ms(spent.database, calls),
    },
  ];
}

function errorOf({ simulated, measured }: Compared): number {
  return simulated / measured - 1;
}

function printCompared(compared: readonly Compared[]): void {
  console.log('\nthe simulation and a real core with three edges, processor time');
  printTable(
    ['', 'simulated', 'measured', 'error, %'],
    compared.map((one) => [
      one.what,
      show(one.simulated),
      show(one.measured),
      (errorOf(one) * 100).toFixed(0),
    ]),
  );
}

function middle(one: FleetCosts, other: FleetCosts): FleetCosts {
  const of = (name: keyof FleetCosts): Use => ({
    service: (one[name].service + other[name].service) / 2,
    database: (one[name].database + other[name].database) / 2,
  });
  return {
    idle: of('idle'),
    hit: of('hit'),
    relayed: of('relayed'),
    collected: of('collected'),
    answered: of('answered'),
    joined: of('joined'),
  };
}

function printCosts(before: FleetCosts, after: FleetCosts): void {
  console.log('\nprocessor time, ms, before and after the loads (idle: per second)');
  printTable(
    ['', 'service', '', 'PostgreSQL', ''],
    (Object.keys(before) as (keyof FleetCosts)[]).map((name) => [
      name,
      show(before[name].service),
      show(after[name].service),
      show(before[name].database),
      show(after[name].database),
    ]),
  );
}

/** So many pages that one installation of this load misses a tenth of its calls. */
function pagesFor(callsPerS: number): Popularity {
  let [low, high] = [1, 16_000_000];
  while (high > low * 1.02) {
    const pages = Math.round(Math.sqrt(low * high));
    const missed = new Popularity(pages).missShare(callsPerS, LISTINGS_FRESH_MS);
    if (missed < MISS_SHARE) low = pages;
    else high = pages;
  }
  return new Popularity(low);
}

/** What is used most of what there is, and how many times that is needed. */
function firstOf(uses: Readonly<Record<string, number>>): string {
  const [name, use] = Object.entries(uses).reduce((one, other) =>
    other[1] > one[1] ? other : one,
  );
  return `${name}, ${show(use)} times`;
}

function printPredictions(costs: FleetCosts): void {
  console.log(`\nat ${PEAK} times the average, 10 % misses on one installation, simulated`);
  const rows: string[][] = [];
  for (const [calls, edges] of [
    [1e8, 1],
    [1e8, 3],
    [1e9, 1],
    [1e9, 10],
  ] as const) {
    const callsPerS = (calls / MONTH_S) * PEAK;
    const popularity = pagesFor(callsPerS);
    const load = { callsPerS, popularity, warmMs: null, seconds: 30 };
    const fleet = fleetOf(costs, {
      edges,
      core: edges > 1,
      freshMs: LISTINGS_FRESH_MS,
      threads: Infinity,
      databaseCores: Infinity,
    });
    const said = simulate(fleet, load, chanceFrom(SEED));
    const perS = (value: number) => show(value / load.seconds);
    rows.push([
      `${show(calls)} over ${edges}`,
      show(callsPerS),
      show(popularity.pages),
      show((1 - said.hits / said.calls) * 100),
      perS(said.sourceRequests),
      perS(Math.max(...said.edgesS)),
      perS(said.coreS),
      perS((said.databaseS - said.coreDatabaseS) / edges),
      perS(said.coreDatabaseS),
      firstOf({
        'pace of a source': said.sourceRequests / load.seconds / PACE_RPS,
        'thread of an edge': Math.max(...said.edgesS) / load.seconds,
        'thread of the core': said.coreS / load.seconds,
      }),
    ]);
  }
  printTable(
    'calls a month|calls/s|pages|misses, %|source requests/s|threads an edge|of the core|PostgreSQL an edge|of the core|gives way first'.split(
      '|',
    ),
    rows,
  );
}
