/**
 * When requests to a source may leave. The rate of a source, its concurrency and its Retry-After
 * apply to all processes that read it: each takes its turns from a shared store, a few at a time. A
 * process that ends loses at most those few, and its share of the concurrency goes to the others
 * after some seconds.
 */
import PQueue from 'p-queue';
import type { Clock } from '#base/clock.js';
import { HOUR_MS, MINUTE_MS } from '#contract/durations.js';
import { SourceError } from '#sources/driver.js';

/** Turns that were taken: the first after `waitMs`, each following one rate step later. */
export interface PaceTurns {
  /** From now; negative for a turn that is due. */
  readonly waitMs: number;
  /** How long the source asked to pause, from now; 0 when it did not. */
  readonly heldMs: number;
  /** Processes that currently read the source, including this one. */
  readonly processes: number;
}

export interface TurnsAsked {
  readonly count: number;
  /** Time between two turns. */
  readonly stepMs: number;
  /** How far in the past an unused turn may lie. */
  readonly burstMs: number;
}

/** Turns taken recently: about as many requests were sent. */
export interface TurnsTaken {
  readonly minute: number;
  readonly hour: number;
}

export interface PaceStore {
  /** Takes turns of a source. */
  take(source: string, asked: TurnsAsked): Promise<PaceTurns>;
  /** Turns that all processes sharing the store took in the last minute and hour. */
  taken(source: string): Promise<TurnsTaken>;
  /** Allows no turn of the source within the next `ms`. */
  hold(source: string, ms: number): Promise<void>;
}

/** After a pause, the requests of this period may be sent at once. */
const BURST_MS = 1_000;
/** The longest Retry-After that is honoured. */
const HOLD_MS_MAX = 86_400_000;
/** Turns taken at once, so that the store is queried less often than the source. */
const TURNS_MAX = 8;

/**
 * A clock that never goes back: it stops while the given clock catches up. Turns are future
 * moments, and those of a clock that was days ahead would not come for days.
 */
function onward(clockMs: () => number): () => number {
  let last = clockMs();
  let back = 0;
  return () => {
    const now = clockMs();
    back += Math.max(0, last - now);
    last = now;
    return now + back;
  };
}

/** Turns of a single process that shares its sources with no other. */
export function localPaceStore(clockMs: () => number): PaceStore {
  const nowMs = onward(clockMs);
  const next = new Map<string, number>();
  const held = new Map<string, number>();
  const counts = new Map<string, TurnCounter>();
  return {
    take: async (source, { count, stepMs, burstMs }) => {
      const now = nowMs();
      const counter = counts.get(source) ?? new TurnCounter();
      counts.set(source, counter);
      counter.add(now, count);
      const begin = Math.max(next.get(source) ?? 0, now - burstMs);
      next.set(source, begin + count * stepMs);
      const heldMs = Math.max(0, (held.get(source) ?? 0) - now);
      return { waitMs: begin - now, heldMs, processes: 1 };
    },
    taken: async (source) => counts.get(source)?.taken(nowMs()) ?? { minute: 0, hour: 0 },
    hold: async (source, ms) => {
      held.set(source, Math.max(held.get(source) ?? 0, nowMs() + ms));
    },
  };
}

export interface PaceOptions {
  readonly source: string;
  readonly perS: number;
  readonly concurrency: number;
  /** If a source requests a longer pause, its requests fail. */
  readonly heldMsMax: number;
}

export interface PaceUsed extends TurnsTaken {
  /** Requests per second that the operator allows. */
  readonly perS: number;
}

/** The turns of one source in this process. */
export class Pace {
  readonly #options: PaceOptions;
  readonly #clock: Clock;
  readonly #nowMs: () => number;
  readonly #store: PaceStore;
  readonly #queue: PQueue;
  /** Times of turns that were taken but not used yet. */
  #turns: number[] = [];
  #taking: Promise<void> | null = null;
  #waiting = 0;
  #heldUntilMs = 0;

  constructor(options: PaceOptions, clock: Clock, store: PaceStore) {
    this.#options = options;
    this.#clock = clock;
    this.#nowMs = onward(clock.nowMs);
    this.#store = store;
    this.#queue = new PQueue({ concurrency: options.concurrency });
  }

  /** Runs `send` at its turn; undefined if the signal aborts first. Throws SourceError if held. */
  run<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
    return this.#queue.add(async () => {
      while (!signal.aborted) {
        const waitMs = (await this.#turn()) - this.#nowMs();
        if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
        // A turn that falls into a pause is lost.
        if (!signal.aborted && this.#nowMs() >= this.#heldUntilMs) return send();
      }
      return undefined;
    });
  }

  /** The configured rate, and the turns taken recently. */
  async used(): Promise<PaceUsed> {
    const { source, perS } = this.#options;
    return { perS, ...(await this.#store.taken(source)) };
  }

  /** Pauses requests to the source in all processes. */
  async hold(ms: number): Promise<void> {
    const heldMs = Math.min(ms, HOLD_MS_MAX);
    this.#heldUntilMs = Math.max(this.#heldUntilMs, this.#nowMs() + heldMs);
    this.#turns = [];
    await this.#store.hold(this.#options.source, heldMs);
  }

  async #turn(): Promise<number> {
    this.#waiting += 1;
    try {
      for (;;) {
        const turn = this.#turns.shift();
        if (turn !== undefined) return turn;
        this.#taking ??= this.#take().finally(() => {
          this.#taking = null;
        });
        await this.#taking;
      }
    } finally {
      this.#waiting -= 1;
    }
  }

  async #take(): Promise<void> {
    const { source, perS, concurrency, heldMsMax } = this.#options;
    const count = Math.min(TURNS_MAX, this.#waiting);
    const stepMs = 1000 / perS;
    const burstMs = Math.max(0, BURST_MS - stepMs);
    const asked = { count, stepMs, burstMs };
    const { waitMs, heldMs, processes } = await this.#store.take(source, asked);
    this.#queue.concurrency = Math.max(1, Math.floor(concurrency / processes));
    if (heldMs > heldMsMax) throw leftAlone(source, heldMs);
    const first = this.#nowMs() + waitMs;
    this.#heldUntilMs = Math.max(this.#heldUntilMs, this.#nowMs() + heldMs);
    for (let index = 0; index < count; index += 1) {
      this.#turns.push(Math.max(this.#heldUntilMs, first + index * stepMs));
    }
  }
}

const SLOT_MS = 10_000;

/** Counts turns of the last hour in slots of ten seconds, oldest first: at most 361. */
class TurnCounter {
  #slots: { readonly at: number; turns: number }[] = [];

  add(nowMs: number, turns: number): void {
    const at = Math.floor(nowMs / SLOT_MS);
    this.#slots = this.#slots.filter((slot) => slot.at > (nowMs - HOUR_MS) / SLOT_MS);
    const last = this.#slots.at(-1);
    if (last?.at === at) last.turns += turns;
    else this.#slots.push({ at, turns });
  }

  taken(nowMs: number): TurnsTaken {
    const since = (ms: number) =>
      this.#slots
        .filter((slot) => slot.at > (nowMs - ms) / SLOT_MS)
        .reduce((sum, { turns }) => sum + turns, 0);
    return { minute: since(MINUTE_MS), hour: since(HOUR_MS) };
  }
}

const leftAlone = (source: string, ms: number): SourceError =>
  new SourceError(
    'refused',
    `${source} requests a pause of ${Math.ceil(ms / 1000)} s. Nothing was charged; try again later.`,
  );
