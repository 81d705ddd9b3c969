/** What calls cost, and what a load needs by adding up. */

/** Programs that calls pass through. The callers of a benchmark and the source share its cores. */
export type Part = 'callers' | 'service' | 'database' | 'source';

/** Processor time of one call in each part, in milliseconds. */
export type Costs = Readonly<Record<Part, number>>;

/** What a load needs at its busiest moment. */
export interface Needs {
  readonly callsPerS: number;
  /** Threads of API nodes and collectors that are busy. */
  readonly serviceThreads: number;
  readonly databaseCores: number;
  readonly sourceRequestsPerS: number;
  /** Of the ledger, until a month is archived. */
  readonly ledgerGbAMonth: number;
  /** Of jobs and their results, as long as they are kept. */
  readonly jobsGb: number;
}

export interface Load {
  readonly callsAMonth: number;
  /** The busiest moment beside the average one. */
  readonly peak: number;
  readonly missShare: number;
  readonly requestsAMiss: number;
  readonly ledgerBytesAHit: number;
  readonly ledgerBytesAMiss: number;
  readonly jobBytes: number;
  readonly jobDays: number;
}

const MONTH_DAYS = 30;
const MONTH_S = MONTH_DAYS * 86_400;

/** Adds up what a load needs. */
export function needsOf(load: Load, hit: Costs, miss: Costs): Needs {
  const callsPerS = (load.callsAMonth / MONTH_S) * load.peak;
  const missesPerS = callsPerS * load.missShare;
  const hitsPerS = callsPerS - missesPerS;
  const busy = (part: Part) => (hitsPerS * hit[part] + missesPerS * miss[part]) / 1000;
  const misses = load.callsAMonth * load.missShare;
  const ledger =
    (load.callsAMonth - misses) * load.ledgerBytesAHit + misses * load.ledgerBytesAMiss;
  return {
    callsPerS,
    serviceThreads: busy('service'),
    databaseCores: busy('database'),
    sourceRequestsPerS: missesPerS * load.requestsAMiss,
    ledgerGbAMonth: ledger / 1e9,
    jobsGb: (misses * load.jobBytes * load.jobDays) / MONTH_DAYS / 1e9,
  };
}
