/** Runs many seeds on several processes, each with a database of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromWorker, WorkerOptions } from './worker.js';

export interface Range {
  readonly from: number;
  readonly seeds: number;
  readonly seconds: number;
}

export interface Total {
  readonly engine: string;
  readonly ran: number;
  /** From the first seed to the last, without the start of the processes. */
  readonly seconds: number;
  /** What happened how often. */
  readonly sums: ReadonlyMap<string, number>;
  /** The steps and the broken rule of the lowest seed that broke one; null when every rule held. */
  readonly failure: string | null;
}

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** Seeds that a process has been sent and not answered, so that it never waits for the next. */
const SENT_AHEAD = 2;

/** Runs the seeds of a range, in order as far as processes allow. Ends early at a broken rule. */
export async function runOnWorkers(
  count: number,
  range: Range,
  options: WorkerOptions,
): Promise<Total> {
  const dealt = new Deal(range);
  await Promise.all(Array.from({ length: count }, () => work(dealt, options)));
  return dealt.total();
}

/** What is given out, and what came back. */
class Deal {
  engine = '';
  readonly #sums = new Map<string, number>();
  readonly #failures: { readonly seed: number; readonly text: string }[] = [];
  readonly #range: Range;
  #next: number;
  #ran = 0;
  #beganMs: number | null = null;
  #endedMs = 0;

  constructor(range: Range) {
    this.#range = range;
    this.#next = range.from;
  }

  /** The next seed; null when there is none, the time is over, or a rule is broken. */
  next(): number | null {
    const { from, seeds, seconds } = this.#range;
    const nowMs = performance.now();
    this.#beganMs ??= nowMs;
    const isOver = nowMs - this.#beganMs >= seconds * 1000;
    if (this.#next >= from + seeds || isOver || this.#failures.length > 0) return null;
    this.#next += 1;
    return this.#next - 1;
  }

  note({ seed, counts, failure }: Extract<FromWorker, { seed: number }>): void {
    this.#ran += 1;
    this.#endedMs = performance.now();
    for (const [what, count] of counts) this.#sums.set(what, (this.#sums.get(what) ?? 0) + count);
    if (failure !== null) this.#failures.push({ seed, text: failure });
  }

  total(): Total {
    const [first] = this.#failures.sort((a, b) => a.seed - b.seed);
    return {
      engine: this.engine,
      ran: this.#ran,
      seconds: (this.#endedMs - (this.#beganMs ?? this.#endedMs)) / 1000,
      sums: this.#sums,
      failure: first?.text ?? null,
    };
  }
}

/** One process, from its start to its end. */
async function work(dealt: Deal, options: WorkerOptions): Promise<void> {
  const child = fork(WORKER, [JSON.stringify(options)]);
  let open = 0;
  const fill = () => {
    while (open < SENT_AHEAD) {
      const seed = dealt.next();
      if (seed === null) break;
      open += 1;
      child.send(seed);
    }
    if (open === 0) child.disconnect();
  };
  child.on('message', (message: FromWorker) => {
    if ('engine' in message) dealt.engine = message.engine;
    else {
      open -= 1;
      dealt.note(message);
    }
    fill();
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (open > 0)
    throw new Error(`A process of the simulation ended by itself (${code ?? 'killed'}).`);
}
