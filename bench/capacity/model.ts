/**
 * What calls cost, and so what a deployment of given processes and cores can do: by adding up, and
 * by a simulation of callers who each wait for their answer.
 */

/** Programs that calls pass through. The callers of a benchmark and the source share its cores. */
export const PARTS = ['callers', 'service', 'database', 'source'] as const;
export type Part = (typeof PARTS)[number];

/** Processor time of one call in each part, in milliseconds. */
export type Costs = Readonly<Record<Part, number>>;

export interface Kind {
  readonly costs: Costs;
  /** Time that passes without any of our processors: the source's own. */
  readonly waitMs: number;
}

export interface Deployment {
  /** Cores that all parts share. */
  readonly cores: number;
  /** How much of a part runs at once: a process of Node is one thread. */
  readonly atOnce: Readonly<Record<Part, number>>;
}

export interface Simulated {
  readonly perS: number;
  /** Milliseconds from sending to the end of the answer, a value a call. */
  readonly tookMs: readonly number[];
}

interface Phase {
  readonly part: Part | null;
  readonly ms: number;
}

/** A call passes service and database and returns; a miss waits for its source in between. */
function phasesOf({ costs, waitMs }: Kind): Phase[] {
  const half = (part: Part): Phase => ({ part, ms: costs[part] / 2 });
  const out = [half('callers'), half('service'), half('database')];
  const between: Phase[] = [
    { part: 'source', ms: costs.source },
    { part: null, ms: waitMs },
  ];
  return [...out, ...between, ...out.toReversed()].filter(({ ms }) => ms > 0);
}

/**
 * Runs `calls` of the kinds in turn (`mix[i]` calls of kind i each round) by `callers` who each
 * wait for their answer. Phases wait in the order in which they came for a core and for room in
 * their part, and run to their end.
 */
export function simulate(
  kinds: readonly Kind[],
  mix: readonly number[],
  deployment: Deployment,
  callers: number,
  calls: number,
): Simulated {
  const order = mix.flatMap((count, kind) => Array.from({ length: count }, () => kind));
  const phases = kinds.map(phasesOf);
  const busy: Record<Part, number> = { callers: 0, service: 0, database: 0, source: 0 };
  let cores = 0;
  let nowMs = 0;
  let begun = 0;
  const tookMs: number[] = [];
  const waiting: { call: Call; phase: Phase }[] = [];
  const running: { endsMs: number; call: Call; phase: Phase }[] = [];

  const next = (call: Call): void => {
    const phase = call.left.shift();
    if (phase === undefined) {
      tookMs.push(nowMs - call.beganMs);
      begin();
    } else if (phase.part === null) running.push({ endsMs: nowMs + phase.ms, call, phase });
    else waiting.push({ call, phase });
  };
  const begin = (): void => {
    if (begun >= calls) return;
    const kind = order[begun % order.length] ?? 0;
    begun += 1;
    next({ beganMs: nowMs, left: [...(phases[kind] ?? [])] });
  };
  const startWaiting = (): void => {
    for (let at = 0; at < waiting.length && cores < deployment.cores; ) {
      const one = waiting[at];
      const part = one?.phase.part ?? null;
      if (one === undefined || part === null || busy[part] >= deployment.atOnce[part]) {
        at += 1;
        continue;
      }
      waiting.splice(at, 1);
      busy[part] += 1;
      cores += 1;
      running.push({ ...one, endsMs: nowMs + one.phase.ms });
    }
  };
  for (let caller = 0; caller < callers; caller += 1) begin();
  startWaiting();
  while (running.length > 0) {
    const first = running.reduce((a, b) => (b.endsMs < a.endsMs ? b : a));
    running.splice(running.indexOf(first), 1);
    nowMs = first.endsMs;
    if (first.phase.part !== null) {
      busy[first.phase.part] -= 1;
      cores -= 1;
    }
    next(first.call);
    startWaiting();
  }
  return { perS: (tookMs.length / nowMs) * 1000, tookMs };
}

interface Call {
  readonly beganMs: number;
  readonly left: Phase[];
}

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
