/**
 * How often each field of a source is filled, and whether it fell far below that. There are two
 * kinds of signals. A field that the format carries on every row is lost as soon as so few recent
 * rows have it that chance explains it less than once in a million times; rows of small pages are
 * pooled with those of earlier pages. Everything else depends on the homes: land has no rooms, new
 * houses have no estimates, and an older form of the source never had brokers. Such a field is lost
 * only against learned data: when it is nearly absent in more unlike places in a row than chance
 * explains, given how often this source's pages lack it (`witnesses.ts`).
 */
import { EndsSeen } from './ends-seen.js';
import { countedFor, PLACES_MIN, placesFor, Suspicions, type Witness } from './witnesses.js';

/** Rows of one page where a field applies, and how many of them have it. */
export interface Seen {
  readonly rows: number;
  readonly filled: number;
}

/** A field that rows no longer carry: how many of the rows judged have it. */
export interface Loss extends Seen {
  /** The share that is normal. */
  readonly share: number;
}

/** Message that describes a lost field or member. */
export const missing = (what: string, how: string, { rows, filled }: Seen): string =>
  `${what} is ${how} in ${filled} of ${rows} rows, fewer than normal`;

/** What is normal for a signal, from the source's table. */
export interface Normal {
  /** The share of rows that have it. Without one nothing is judged. */
  readonly share: number | undefined;
  /** Whether the format carries it on every row, whatever the home. */
  readonly carried?: true;
  /** Whether a fall by a few tenths of the rows already counts as a loss. */
  readonly steady?: true;
}

interface Sum {
  rows: number;
  filled: number;
}

/** The rows of one page. */
type Page = Seen & { readonly witness: Witness };

interface Signal extends Sum {
  /** Pages far below normal, newest last: learned when a normal page follows. */
  low: Page[];
}

/** How many rows the share from the table weighs against what is learned. */
const SHARE_ROWS = 200;
/** A field that depends on the homes may be lost if at most this share of rows has it. */
const LEFT_SHARE_MAX = 0.05;
/** Under this name, `rows` counts the pages of a signal and `filled` those that had it. */
const pagesOf = (name: string): string => `${name} pages`;
/** Above this many rows, older ones count half. */
export const HISTORY_ROWS_MAX = 5_000;
const PAGES_POOLED_MAX = 50;
/** With fewer rows nothing is judged. */
const POOL_ROWS_MIN = 4;
/** A share below this fraction of the normal one may be a loss. */
const FALL = 0.5;
/** The same for fields that rows carry equally in every area. */
const STEADY_FALL = 0.9;
/** Below this probability, chance is ruled out. */
const CHANCE_MAX = 1e-6;
/** Higher shares are not trusted: a single row may lack anything. */
const SHARE_MAX = 0.995;
/** Rarer fields are not checked for loss. */
const SHARE_MIN = 0.02;

/** What was learned of a signal beyond the source's table. */
export interface LearnedSignal extends Seen {
  readonly name: string;
}

/** Stores what was seen of every signal: a field or a member of one source and kind. */
export class FieldHistory {
  readonly suspicions = new Suspicions();
  readonly #signals = new Map<string, Signal>();
  readonly #provedMs = new Map<string, number>();
  readonly #ends = new Map<string, EndsSeen>();
  readonly #before: ReadonlyMap<string, Seen>;
  #learned = new Map<string, Sum>();

  /** `before` is what earlier processes learned. */
  constructor(before: readonly LearnedSignal[] = []) {
    this.#before = new Map(before.map(({ name, ...seen }) => [name, seen]));
  }

  /** What was learned since the last call, to be stored for later processes. */
  takeLearned(): LearnedSignal[] {
    const learned = [...this.#learned].map(([name, seen]) => ({ name, ...seen }));
    this.#learned = new Map();
    return learned;
  }

  /** Judges a page's rows and adds them to the history. Null when nothing is lost. */
  judge(name: string, normal: Normal, seen: Seen, witness: Witness): Loss | null {
    // A field without a normal share may depend on the kind of home: condos have no lot.
    if (normal.share === undefined || seen.rows === 0) return null;
    if (!normal.carried) return this.#judgePages(name, seen, witness, false);
    const signal = this.#signalOf(name, normal);
    const share = shareOf(signal);
    if (share === null || seen.filled > seen.rows * mostOf(share, normal)) {
      for (const page of [...signal.low, seen]) this.#learn(name, signal, page);
      signal.low = [];
      return null;
    }
    signal.low.push({ ...seen, witness });
    const loss = lossIn(signal.low, share, normal);
    if (signal.low.length <= PAGES_POOLED_MAX) return loss;
    const oldest = signal.low.shift();
    if (loss === null && oldest !== undefined) this.#learn(name, signal, oldest);
    return loss;
  }

  /** Judges a field that depends on the homes by pages that lack it; `again` records nothing. */
  #judgePages(of: string, seen: Seen, witness: Witness, again: boolean): Loss | null {
    if (seen.rows < POOL_ROWS_MIN) return null;
    const name = pagesOf(of);
    const pages = this.#signalOf(name, { share: undefined });
    const isLow = seen.filled <= seen.rows * LEFT_SHARE_MAX;
    const low = isLow ? [...pages.low, { ...seen, witness }] : [];
    const loss = isLow ? lossOfPages(pages, low, witness) : null;
    if (again) return loss;
    if (!isLow || low.length > PAGES_POOLED_MAX) {
      const ordinary = isLow ? low.splice(0, 1) : pages.low;
      if (loss === null) this.#learn(name, pages, { rows: ordinary.length, filled: 0 });
    }
    if (!isLow) this.#learn(name, pages, FULL_PAGE);
    pages.low = low;
    return loss;
  }

  /** Judges a page again: one read from a cache proves nothing new. */
  judgeAgain(name: string, normal: Normal, seen: Seen, witness: Witness): Loss | null {
    if (normal.share === undefined || seen.rows === 0) return null;
    if (!normal.carried) return this.#judgePages(name, seen, witness, true);
    const share = shareOf(this.#signalOf(name, normal));
    return share === null ? null : lossIn([{ ...seen, witness }], share, normal);
  }

  /** Whether the end of a source's pages was not proved for `everyMs`; from now on it is. */
  dueForProof(name: string, nowMs: number, everyMs: number): boolean {
    const provedMs = this.#provedMs.get(name);
    if (provedMs !== undefined && nowMs - provedMs < everyMs) return false;
    this.#provedMs.set(name, nowMs);
    return true;
  }

  /** The row counts at which the searches of a source and kind ended. */
  endsOf(name: string): EndsSeen {
    const ends = this.#ends.get(name) ?? new EndsSeen();
    this.#ends.set(name, ends);
    return ends;
  }

  #signalOf(name: string, { share, carried }: Normal): Signal {
    const known = this.#signals.get(name);
    if (known !== undefined) return known;
    const { rows, filled } = this.#before.get(name) ?? NOTHING;
    const given = carried === true && share !== undefined ? SHARE_ROWS : 0;
    const signal = { rows: given + rows, filled: given * (share ?? 0) + filled, low: [] };
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

/** The normal share; null if the field is too rare to be checked. */
function shareOf({ rows, filled }: Sum): number | null {
  const share = Math.min(SHARE_MAX, filled / rows);
  return share < SHARE_MIN ? null : share;
}

/** One page that had the field. */
const FULL_PAGE: Seen = { rows: 1, filled: 1 };

const NOTHING: Seen = { rows: 0, filled: 0 };

function addSeen(sum: Sum, { rows, filled }: Seen): void {
  sum.rows += rows;
  sum.filled += filled;
  if (sum.rows <= HISTORY_ROWS_MAX) return;
  sum.rows /= 2;
  sum.filled /= 2;
}

/** A page with at most this share of rows with a field may have lost it. */
const mostOf = (share: number, { steady }: Normal): number => share * (steady ? STEADY_FALL : FALL);

/** The loss shown by the newest pages, pooled until they prove it. */
function lossIn(recent: readonly Page[], share: number, normal: Normal): Loss | null {
  let rows = 0;
  let filled = 0;
  // Areas differ: new buildings have no estimates. Squaring lets rare fields vary more.
  const least = normal.steady ? share : share * share;
  const most = mostOf(share, normal);
  for (const page of countedPages(recent)) {
    rows += page.rows;
    filled += page.filled;
    if (filled > rows * most) return null;
    if (rows >= POOL_ROWS_MIN && chanceOfAtMost(filled, rows, least) < CHANCE_MAX) {
      return { rows, filled, share };
    }
  }
  return null;
}

/** Pages that count for the last asker, newest first: one per area, since repeats prove nothing. */
function countedPages(recent: readonly Page[]): readonly Page[] {
  const asker = recent.at(-1)?.witness.asker ?? '';
  const witnesses = recent.map(({ witness }, at) => ({ ...witness, at })).toReversed();
  const areas = new Set<string>();
  return countedFor(witnesses, asker).flatMap(({ area, at }) => {
    if (areas.has(area)) return [];
    areas.add(area);
    return recent[at] ?? [];
  });
}

/**
 * The loss shown by consecutive pages without a field. Pages of unlike places lack it as often as
 * learned pages did, so a long run is not chance.
 */
function lossOfPages(known: Sum, low: readonly Page[], { asker }: Witness): Loss | null {
  const places = placesFor(
    low.map(({ witness }) => witness),
    asker,
  );
  const lacking = (known.rows - known.filled + 1) / (known.rows + 1);
  if (places < PLACES_MIN || lacking ** places >= CHANCE_MAX) return null;
  const sum = { rows: 0, filled: 0 };
  for (const { rows, filled } of low) {
    sum.rows += rows;
    sum.filled += filled;
  }
  return { ...sum, share: 1 - lacking };
}

/** The probability that at most `filled` of `rows` have what each has with chance `share`. */
export function chanceOfAtMost(filled: number, rows: number, share: number): number {
  let term = rows * Math.log(1 - share);
  let sum = Math.exp(term);
  for (let count = 1; count <= filled; count += 1) {
    term += Math.log((rows - count + 1) / count) + Math.log(share / (1 - share));
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}
