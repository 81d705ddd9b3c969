/**
 * The position of a chain of pages: everything needed to resume without the pages before it. It
 * moves in the ways that domain/moves.ts lists and is written into a cursor (domain/cursor.ts), so
 * it holds only numbers and short texts.
 */
import type { Box } from './box.js';

export const AXES = ['x', 'y', 'price', 'beds', 'type'] as const;
export type Axis = (typeof AXES)[number];

/**
 * A split of a part in two, and the current side: `below` the value `at`, `above` it (including
 * `at`), or the `remainder`: the rows without a price, which are in no price band.
 */
export interface Split {
  readonly axis: Axis;
  readonly at: number;
  readonly side: SplitSide;
  /** Whether the remainder has to be read. */
  readonly has_remainder: boolean;
}
export const SPLIT_SIDES = ['below', 'above', 'remainder'] as const;
export type SplitSide = (typeof SPLIT_SIDES)[number];

/** The sides of a box, in the order in which a cover is expanded. */
export const SIDES = ['w', 'e', 's', 'n'] as const;
export type Side = (typeof SIDES)[number];

/** The number of rows of a pass as the source reported it. */
export type Count =
  | { readonly of: 'not_asked' }
  /** The source does not count. */
  | { readonly of: 'uncounted' }
  | { readonly of: 'counted'; readonly rows: number };

/**
 * A page of a source: by its number (1 is the first page of every source), or by the token that the
 * page before it named. Only the driver interprets a token; a cursor carries it unchanged.
 */
export type PageRef = { readonly page: number } | { readonly token: PageToken };
export type PageToken = readonly (string | number | null)[];

export const FIRST_PAGE: PageRef = { page: 1 };

/** Whether this is the first page of a part. */
export const isFirstPage = (ref: PageRef): boolean => 'page' in ref && ref.page === 1;

/**
 * What a chain of pages reads instead of the cover from geography: undecided before its first page,
 * then a learned or imported box, or a place of the source. It is the same for all pages of a
 * chain, whatever is learned later.
 */
export type Via =
  | { readonly by: 'undecided' }
  | { readonly by: 'extent'; readonly cover: Box }
  /** A place of the source's own, by its token, inside a box. */
  | { readonly by: 'place'; readonly cover: Box; readonly token: string };

export interface Position {
  /** Absent: the cover from geography. */
  readonly via?: Via;
  /** How often each side of the cover was expanded, in the order of SIDES. */
  readonly expanded: Readonly<Record<Side, number>>;
  /** What this pass reads: the cover, or the margin beyond one side of it. */
  readonly pass: 'cover' | Side;
  /** Sides near which a matching row was found since that side was last expanded. */
  readonly edges: readonly Side[];
  /** Rows that the source counted for this pass; the tiles follow from it. */
  readonly count: Count;
  /** True when the source answers every tile with the whole area: the pass is read in one piece. */
  readonly indivisible: boolean;
  /** Index of the tile in the plan. */
  readonly tile: number;
  readonly splits: readonly Split[];
  /** The upstream page that contains the next row. */
  readonly at: PageRef;
  /** Number of rows of that page already processed, in the source's order. */
  readonly row: number;
  /** The token of the page after these rows: where the next row is if the page has changed. */
  readonly behind?: PageToken;
  /** Rows of this part shown before that page, to prove that none is missing. */
  readonly shown: number;
  /** Marks of the part's first and last page before: a page with such a mark is a repeat. */
  readonly seen?: readonly number[];
  /** Marks of rows without a map point, newest last: a source may show them in every box. */
  readonly unplaced?: readonly number[];
  /** Mark of that page if it is partly delivered: shows whether it changed when read again. */
  readonly half?: number;
}

export const MARKS_MAX = 2;
/** The most rows without a map point that a position remembers. */
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
