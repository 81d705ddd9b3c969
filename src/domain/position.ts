/**
 * Where a chain of pages stands: everything needed to go on without having seen the pages before. It
 * moves in the ways that domain/moves.ts lists and is written into a cursor (domain/cursor.ts), so it holds numbers and short texts only.
 */
import type { Box } from './box.js';

export const AXES = ['x', 'y', 'price', 'beds', 'type'] as const;
export type Axis = (typeof AXES)[number];

/**
 * A split of a part in two, and the side we are on: `below` the value `at`, `above` it (`at` belongs to
 * it), or the `remainder`: the rows without a price, which no price band holds.
 */
export interface Split {
  readonly axis: Axis;
  readonly at: number;
  readonly side: SplitSide;
  /** Whether the remainder has to be read at all. */
  readonly has_remainder: boolean;
}
export const SPLIT_SIDES = ['below', 'above', 'remainder'] as const;
export type SplitSide = (typeof SPLIT_SIDES)[number];

/** The sides of a box, in the order in which a cover is expanded. */
export const SIDES = ['w', 'e', 's', 'n'] as const;
export type Side = (typeof SIDES)[number];

/** What the source reported as the number of rows of a pass. */
export type Count =
  | { readonly of: 'not_asked' }
  /** The source does not count. */
  | { readonly of: 'uncounted' }
  | { readonly of: 'counted'; readonly rows: number };

/**
 * A page of a source: by its number (1 is the first page of every source), or by the token that the page
 * before it named. What a token holds is its driver's; a cursor carries it as it is.
 */
export type PageRef = { readonly page: number } | { readonly token: PageToken };
export type PageToken = readonly (string | number | null)[];

export const FIRST_PAGE: PageRef = { page: 1 };

/** Whether this is the page that every reading of a part begins with. */
export const isFirstPage = (ref: PageRef): boolean => 'page' in ref && ref.page === 1;

/**
 * What a chain of pages reads in place of the cover that geography gives: not decided before its first
 * page, a box that was learned or imported, or a place of the source. It stays the same for all pages of a chain,
 * whatever is learned later.
 */
export type Via =
  | { readonly by: 'undecided' }
  | { readonly by: 'extent'; readonly cover: Box }
  /** A place of the source's own, by its token, inside a box. */
  | { readonly by: 'place'; readonly cover: Box; readonly token: string };

export interface Position {
  /** Absent: the cover that geography gives. */
  readonly via?: Via;
  /** How often each side of the cover was expanded, in the order of SIDES. */
  readonly expanded: Readonly<Record<Side, number>>;
  /** What this pass reads: the cover, or the margin beyond one side of it. */
  readonly pass: 'cover' | Side;
  /** Sides near which a matching row was met since that side was last expanded. */
  readonly edges: readonly Side[];
  /** Rows that the source reported for this pass; the tiles follow from it. */
  readonly count: Count;
  /** True when the source answers every tile with the whole: the pass is then read in one piece. */
  readonly indivisible: boolean;
  /** Index of the tile in the plan. */
  readonly tile: number;
  readonly splits: readonly Split[];
  /** The upstream page in which the next row lies. */
  readonly at: PageRef;
  /** Rows of that page that lie behind us, as the source sent them. */
  readonly row: number;
  /** The token of the page that begins behind them: where the next row lies should that page have changed. */
  readonly behind?: PageToken;
  /** Rows of this part that the source has shown before that page, for the proof that none is missing. */
  readonly shown: number;
  /** Marks of pages of this part before that one, the first and the last: a page with such a mark is shown again. */
  readonly seen?: readonly number[];
  /** Marks of rows without a map point, newest last: a source may show them in every box of an area. */
  readonly unplaced?: readonly number[];
  /** Mark of that page, where rows of it lie behind us: whether it is the same when it is read again. */
  readonly half?: number;
}

export const MARKS_MAX = 2;
/** Rows without a map point that a chain of pages remembers. */
export const UNPLACED_MAX = 60;

export const START: Position = {
  via: { by: 'undecided' },
  expanded: { w: 0, e: 0, s: 0, n: 0 },
  pass: 'cover',
  edges: [],
  count: { of: 'not_asked' },
  indivisible: false,
  tile: 0,
  splits: [],
  at: FIRST_PAGE,
  row: 0,
  shown: 0,
};
