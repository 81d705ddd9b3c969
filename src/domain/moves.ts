/**
 * How a position moves: the only transitions in a chain of pages. Each defines from where it is
 * allowed, what it sets, and what it resets; everything else is unchanged.
 */
import { assert } from '#base/assert.js';
import { FIRST_PAGE, isFirstPage, type Position, type Via } from './position.js';

interface Transition {
  /** Where it is allowed; absent: anywhere. */
  readonly from?: (position: Position) => boolean;
  readonly sets: readonly (keyof Position)[];
  readonly begins?: Partial<Position>;
  readonly forgets?: readonly ('via' | 'behind' | 'seen' | 'half')[];
}

const isUndecided = ({ via }: Position): boolean => via?.by === 'undecided';
const isUncounted = ({ count }: Position): boolean => count.of === 'not_asked';
const isAtPartStart = ({ at, row }: Position): boolean => isFirstPage(at) && row === 0;

/** The start of a part: its first page, nothing delivered. */
const PART = { at: FIRST_PAGE, row: 0, shown: 0 } as const;
const OF_PART = ['behind', 'seen', 'half'] as const;

export const MOVES = {
  /** Decides once per chain of pages what is read; without `via`, the cover from geography. */
  decide: { from: isUndecided, sets: ['via', 'indivisible'], forgets: ['via'] },
  /** The source counted the pass, or does not count. */
  count: { from: isUncounted, sets: ['count'] },
  /** The part hides rows: its first half is read next. */
  split: { from: isAtPartStart, sets: ['splits'], begins: PART, forgets: OF_PART },
  /** The source ignores what divides the pass: it is read in one piece. */
  give_up_dividing: {
    from: isAtPartStart,
    sets: [],
    begins: { indivisible: true, splits: [], ...PART },
    forgets: OF_PART,
  },
  /** A row was delivered, or the next one is about to be. */
  row: {
    sets: ['at', 'row', 'behind', 'half', 'edges', 'unplaced'],
    forgets: ['behind', 'half'],
  },
  /** A page was finished, with this many rows of the part. */
  shown: { sets: ['shown'] },
  next_page: { sets: ['at', 'seen'], begins: { row: 0 }, forgets: ['behind', 'half'] },
  /** A partly delivered page changed: the next row is looked up after the last one. */
  page_behind: { sets: ['at', 'shown'], begins: { row: 0 }, forgets: ['behind'] },
  next_part: { sets: ['splits'], begins: PART, forgets: OF_PART },
  next_tile: { sets: ['tile'], begins: { splits: [], ...PART }, forgets: OF_PART },
  /** The margin beyond a side of the cover. */
  next_pass: {
    sets: ['expanded', 'pass', 'edges'],
    begins: { count: { of: 'not_asked' }, indivisible: false, tile: 0, splits: [], ...PART },
    forgets: OF_PART,
  },
} as const satisfies Readonly<Record<string, Transition>>;

export type Move = keyof typeof MOVES;

/** What a move sets; omitted fields are unchanged or deleted. */
export type Changes<M extends Move> = M extends 'decide'
  ? { readonly via?: Exclude<Via, { readonly by: 'undecided' }>; readonly indivisible?: boolean }
  : Partial<Pick<Position, (typeof MOVES)[M]['sets'][number]>>;

/** The position after a move. */
export function moved<M extends Move>(position: Position, name: M, changes: Changes<M>): Position {
  const { from, begins, forgets = [] }: Transition = MOVES[name];
  assert(from === undefined || from(position), `no position moves by ${name} from here`);
  const next: { -readonly [F in keyof Position]: Position[F] } = { ...position, ...begins };
  for (const field of forgets) delete next[field];
  return { ...next, ...changes };
}
