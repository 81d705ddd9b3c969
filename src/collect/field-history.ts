/**
 * How often each field of a source is filled, and whether it fell far below that. A field is lost when so
 * few of the recent rows have it that chance explains it less than once in a million times. Rows of small
 * pages are pooled with those of the pages before them.
 */

/** Rows of one page where a field applies, and how many of them have it. */
export interface Seen {
  readonly rows: number;
  readonly filled: number;
}

/** A field whose rows no longer carry it: how many of the rows that were judged have it. */
export interface Loss extends Seen {
  /** The share that is normal. */
  readonly share: number;
}

/** In words, what is wrong with a field or member that was lost. */
export const missing = (what: string, how: string, { rows, filled }: Seen): string =>
  `${what} is ${how} in ${filled} of ${rows} rows, fewer than normal`;

interface Sum {
  rows: number;
  filled: number;
}

interface Signal extends Sum {
  /** Pages with far fewer than normal, newest last: they are learned when a normal one follows. */
  low: Seen[];
}

/** How many rows' worth a given share counts beside what is learned. */
const SHARE_ROWS = 200;
/** Rows after which older ones count half. */
export const HISTORY_ROWS_MAX = 5_000;
const PAGES_POOLED_MAX = 50;
/** Rows below which nothing is judged. */
const POOL_ROWS_MIN = 4;
/** A share this much below the normal one may be a loss. */
const FALL = 0.5;
/** The same of what every area's rows carry alike. */
const STEADY_FALL = 0.9;
/** The chance below which an accident is ruled out. */
const CHANCE_MAX = 1e-6;
/** No share is trusted beyond this one: a single row may lack anything. */
const SHARE_MAX = 0.995;
/** Shares below this are too rare to be missed. */
const SHARE_MIN = 0.02;

/** What was learned of a signal, beside what the source's table names. */
export interface LearnedSignal extends Seen {
  readonly name: string;
}

/** Keeps what was seen of every signal: a field or a member of one source and kind. */
export class FieldHistory {
  readonly #signals = new Map<string, Signal>();
  readonly #provedMs = new Map<string, number>();
  readonly #before: ReadonlyMap<string, Seen>;
  #learned = new Map<string, Sum>();

  /** `before` is what earlier processes have learned. */
  constructor(before: readonly LearnedSignal[] = []) {
    this.#before = new Map(before.map(({ name, ...seen }) => [name, seen]));
  }

  /** What was learned since the last call, to be kept for the processes to come. */
  takeLearned(): LearnedSignal[] {
    const learned = [...this.#learned].map(([name, seen]) => ({ name, ...seen }));
    this.#learned = new Map();
    return learned;
  }

  /**
   * Judges a page's rows and adds them to what is known. `given` is the share that the
   * source's table names; without one nothing is judged. `steady` is what every area's rows carry
   * alike. Null when nothing is lost.
   */
  judge(name: string, given: number | undefined, seen: Seen, steady = false): Loss | null {
    // What nobody vouches for may depend on the kind of home: condos have no lot.
    if (given === undefined || seen.rows === 0) return null;
    const signal = this.#signalOf(name, given);
    const share = shareOf(signal);
    if (share === null || seen.filled > seen.rows * share * fallOf(steady)) {
      for (const page of [...signal.low, seen]) this.#learn(name, signal, page);
      signal.low = [];
      return null;
    }
    signal.low.push(seen);
    const loss = lossIn(signal.low, share, steady);
    if (signal.low.length <= PAGES_POOLED_MAX) return loss;
    const oldest = signal.low.shift();
    if (loss === null && oldest !== undefined) this.#learn(name, signal, oldest);
    return loss;
  }

  /** Judges a page that was judged before, by itself: what is read again from a cache proves nothing new. */
  judgeAgain(name: string, given: number | undefined, seen: Seen, steady = false): Loss | null {
    if (given === undefined || seen.rows === 0) return null;
    const share = shareOf(this.#signalOf(name, given));
    return share === null ? null : lossIn([seen], share, steady);
  }

  /** Whether the end of a source's pages was not proved for `everyMs`; from now on it counts as proved. */
  dueForProof(name: string, nowMs: number, everyMs: number): boolean {
    const provedMs = this.#provedMs.get(name);
    if (provedMs !== undefined && nowMs - provedMs < everyMs) return false;
    this.#provedMs.set(name, nowMs);
    return true;
  }

  #signalOf(name: string, given: number): Signal {
    const known = this.#signals.get(name);
    if (known !== undefined) return known;
    const { rows, filled } = this.#before.get(name) ?? NOTHING;
    const signal = { rows: SHARE_ROWS + rows, filled: SHARE_ROWS * given + filled, low: [] };
    this.#signals.set(name, signal);
    return signal;
  }

  #learn(name: string, signal: Signal, seen: Seen): void {
    addSeen(signal, seen);
    const learned = this.#learned.get(name) ?? { ...NOTHING };
    addSeen(learned, seen);
    this.#learned.set(name, learned);
  }
}

/** The normal share; null for one too small to be missed. */
function shareOf({ rows, filled }: Signal): number | null {
  const share = Math.min(SHARE_MAX, filled / rows);
  return share < SHARE_MIN ? null : share;
}

const NOTHING: Seen = { rows: 0, filled: 0 };

function addSeen(sum: Sum, { rows, filled }: Seen): void {
  sum.rows += rows;
  sum.filled += filled;
  if (sum.rows <= HISTORY_ROWS_MAX) return;
  sum.rows /= 2;
  sum.filled /= 2;
}

const fallOf = (steady: boolean): number => (steady ? STEADY_FALL : FALL);

/** The loss that the newest pages show, taken together until they prove it. */
function lossIn(recent: readonly Seen[], share: number, steady: boolean): Loss | null {
  let rows = 0;
  let filled = 0;
  // Areas differ: new buildings have no estimates. The square leaves rare fields that freedom.
  const least = steady ? share : share * share;
  const most = share * fallOf(steady);
  for (const page of recent.toReversed()) {
    rows += page.rows;
    filled += page.filled;
    if (filled > rows * most) return null;
    if (rows >= POOL_ROWS_MIN && chanceOfAtMost(filled, rows, least) < CHANCE_MAX) {
      return { rows, filled, share };
    }
  }
  return null;
}

/** The chance that at most `filled` of `rows` have what each has with the chance `share`. */
export function chanceOfAtMost(filled: number, rows: number, share: number): number {
  let term = rows * Math.log(1 - share);
  let sum = Math.exp(term);
  for (let count = 1; count <= filled; count += 1) {
    term += Math.log((rows - count + 1) / count) + Math.log(share / (1 - share));
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}
