/** An entry of the tables of silent changes that may be. */
export interface Allowed {
  /** "portal_a rentals", or "portal_a" for all its kinds; every source and kind when left out. */
  readonly route?: string;
  /** All members when left out; what a source does as a whole has none. */
  readonly members?: RegExp;
  /** All changes when left out. */
  readonly changes?: readonly string[];
  /** What the case came to. */
  readonly detail?: RegExp;
  readonly reason: string;
}

export const LOST = ['removed', 'renamed', 'null', 'empty text', 'moved down', 'moved up'];
export const EMPTIED = [...LOST, 'empty list or object', 'in an object', 'in a list'];
