/** Calls of a real service on an empty store: what jobs and cache hits leave in each table. */
import { bearer, openCaller, settle } from '../support/caller.js';
import { type Cluster } from '../support/cluster.js';
import { type Engine, newPlace, serveOn } from '../support/engines.js';
import { addAccounts, withStore } from '../support/fill.js';
import { endProcess } from '../support/processes.js';
import { residentMb } from '../support/service.js';
import { grownBy, type Sizes, sizesOf } from './sizes.js';

const ACCOUNTS = 20;
const AT_ONCE = 16;
/** No watch of time is measured: the sandbox answers at once, and nothing is read ahead. */
const ENV = {
  ROWHOUSE_CACHE_LISTINGS_S: '86400',
  ROWHOUSE_SANDBOX_LATENCY_MIN_MS: '1',
  ROWHOUSE_SANDBOX_LATENCY_MAX_MS: '2',
  ROWHOUSE_SANDBOX_HOMES: '100000',
  ROWHOUSE_UPSTREAM_RATE_PER_S: '1000',
};
const PATH = '/v1/portal_a/listings?zip=90011';

export interface RealCalls {
  readonly jobs: number;
  readonly hits: number;
  /** What jobs, then hits, added to each table. */
  readonly byJobs: [string, number][];
  readonly byHits: [string, number][];
  /** Resident memory of the service before and after the hits, in MB. */
  readonly idleMb: number;
  readonly endMb: number;
}

/** Makes so many jobs of searches that differ, then so many hits of their pages. */
export async function makeCalls(
  engine: Engine,
  cluster: Cluster | null,
  jobs: number,
  hits: number,
): Promise<RealCalls> {
  const place = await newPlace(engine, cluster, 'growth_calls');
  const keys = await withStore(place, (pool) => addAccounts(pool, ACCOUNTS));
  const sizes = () => withStore(place, (pool): Promise<Sizes> => sizesOf(pool));
  const memory: number[] = [];
  const during = async (count: number, call: (nth: number, url: string) => Promise<unknown>) => {
    const service = await serveOn(place, ENV);
    memory.push(residentMb(service.process.pid));
    await inTurns(count, (nth) => call(nth, service.url));
    memory.push(residentMb(service.process.pid));
    await endProcess(service.process);
    return sizes();
  };
  const caller = openCaller(AT_ONCE);
  const key = (nth: number) => keys[nth % keys.length] ?? '';
  const search = (nth: number) => `${PATH}&min_price=${1_000 + nth}`;
  // The first calls make partitions, and the first page of every index.
  const first = (nth: number, url: string) => settle(caller, url, search(nth), key(nth));
  await during(1, first);
  const empty = await during(1, first);
  const afterJobs = await during(jobs, (nth, url) =>
    settle(caller, url, search(nth + 1), key(nth)),
  );
  const afterHits = await during(hits, async (nth, url) => {
    const { status } = await caller.get(url + search(nth % jobs), bearer(key(nth)));
    if (status !== 200) throw new Error(`a hit was answered ${status}`);
  });
  caller.close();
  return {
    jobs,
    hits,
    byJobs: grownBy(empty, afterJobs),
    byHits: grownBy(afterJobs, afterHits),
    idleMb: memory.at(-2) ?? Number.NaN,
    endMb: memory.at(-1) ?? Number.NaN,
  };
}

async function inTurns(count: number, work: (nth: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const turns = Array.from({ length: AT_ONCE }, async () => {
    for (let nth = next++; nth < count; nth = next++) await work(nth);
  });
  await Promise.all(turns);
}
