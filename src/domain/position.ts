/**
 * Where a chain of pages stands: everything that is needed to go on without having seen the pages
 * before. Numbers only, so that a cursor stays short.
 */
export const AXES = ['x', 'y', 'price', 'beds', 'type'] as const;
export type Axis = (typeof AXES)[number];

/**
 * A cut of a region in two, and the side we are on: 0 below `at`, 1 from `at` on, 2 the rows that no
 * band of the cut axis holds (no price).
 */
export interface Cut {
  readonly axis: Axis;
  readonly at: number;
  readonly side: 0 | 1 | 2;
  /** Whether side 2 has to be read at all. */
  readonly rest: boolean;
}

/** The sides of a box, as bits and as an order of growth. */
export const SIDES = ['w', 'e', 's', 'n'] as const;

export interface Position {
  /** How often each side of the cover has grown, in the order of SIDES. */
  readonly grown: readonly [number, number, number, number];
  /** Which side's strip is being read: 0 none (the cover itself), else 1 + index in SIDES. */
  readonly strip: number;
  /** Bits of SIDES near which a matching row was met since that side last grew. */
  readonly edge: number;
  /** Rows that the source reported for this stage; the plan follows from it. */
  readonly total: number;
  /** Index of the leaf in the plan. */
  readonly leaf: number;
  readonly cuts: readonly Cut[];
  /** Rows of the region that lie behind us, counted as the source sent them. */
  readonly row: number;
}

/** The total of a stage is not known before its first answer. */
export const TOTAL_UNKNOWN = -1;

/**
 * A source that answers every part of an area with the whole cannot be divided: the stage is read in
 * one piece, as far as the source shows it. Written as a total below TOTAL_UNKNOWN.
 */
export const indivisible = (total: number): number => -total - 2;
export const isIndivisible = (position: Position): boolean => position.total < TOTAL_UNKNOWN;

/** The rows that the source counted in the position's stage. */
export const countedRows = (position: Position): number =>
  isIndivisible(position) ? -position.total - 2 : position.total;

export const START: Position = {
  grown: [0, 0, 0, 0],
  strip: 0,
  edge: 0,
  total: TOTAL_UNKNOWN,
  leaf: 0,
  cuts: [],
  row: 0,
};
