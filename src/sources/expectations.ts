/**
 * What a source's rows normally are: the table that every answer is compared with
 * (src/collect/check-answer.ts), once its reader has found it to be in the format it knows (format-fields.ts). A source that renames, empties or re-scales a member is noticed by it,
 * and two members that say the same thing twice must agree.
 */
import type { Raw } from './raw-values.js';

/** A row taken apart by its source; members are found in it by their paths. */
export type RowView = Readonly<Record<string, unknown>>;

/** What is known of a field of ours, by its name in the row ("beds", "address.zip", "extras.zestimate"). */
export interface FieldExpectation {
  /** The share of rows that have it, among those where it applies. Without it, its loss is not judged. */
  readonly share?: number;
  /** Whether a page without it is worth nothing: the collection then fails. */
  readonly required?: true;
  /** Between which values the median of a page lies, whatever the area. */
  readonly median?: readonly [low: number, high: number];
  /** Whether rows differ in it: from so many rows on, one value on all of them is a placeholder. */
  readonly varied?: number;
  /** What its texts look like: where most do not, another member stands in its place. */
  readonly form?: RegExp;
  /** The share of rows on which a yes-or-no field may be true. */
  readonly share_true?: readonly [low: number, high: number];
}

/** Rows from which sameness is no accident: values as fine as prices, and counts of few values. */
export const VARIED = 10;
export const VARIED_COUNTS = 25;
/** A street line has a number and a word. */
export const STREET_LINE = /^(?=.*\d)(?=.*\s)/;
/** The name of a person, company or place, not one word with digits or underscores: a code. */
export const NAME = /^(?!\S*[\d_]\S*$)/;

/** A member of the source that fields are read from. */
export interface MemberExpectation {
  /** Paths in the view, any of which will do: "info.zestimate". */
  readonly paths: readonly string[];
  readonly fields: readonly string[];
  /** The share of rows that carry one of them, empty or not. Without it, its loss is not judged. */
  readonly share?: number;
  /** Rows that would carry it; all when not given. */
  readonly applies?: (view: RowView) => boolean;
  /** What counts as carrying it, where that is more than its presence: a code that is known. */
  readonly has?: (view: RowView) => boolean;
  /** Whether every area's rows carry it alike, so that the loss on a few tenths of the rows is one. */
  readonly steady?: true;
  /** Whether other members give its fields on most rows: its loss leaves those trusted. */
  readonly rest?: true;
}

/** Two members that say the same thing. Where they disagree, neither is trusted. */
export interface Twin {
  /** The two as a message names them: "price and unformattedPrice". */
  readonly members: string;
  /** The fields that are withheld where they disagree. */
  readonly fields: readonly string[];
  /** Whether they agree; null where one of them is missing. */
  readonly agree: (view: RowView) => boolean | null;
}

/** A field whose size beside another's is known: an estimate beside its price. */
export interface Ratio {
  readonly field: string;
  readonly to: string;
  /** Between which values the median of a page lies, whatever the area. */
  readonly median: readonly [low: number, high: number];
}

export interface Expectations {
  readonly view: (raw: Raw) => RowView;
  readonly fields: Readonly<Record<string, FieldExpectation>>;
  readonly members: readonly MemberExpectation[];
  readonly twins: readonly Twin[];
  readonly ratios?: readonly Ratio[];
}

/** The value at a path of the view; undefined when there is none. */
export function atPath(view: RowView, path: readonly string[]): unknown {
  let value: unknown = view;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as RowView)[name];
  }
  return value;
}

/** A member that a field is read from, as a row of the table. */
export const member = (
  paths: string,
  fields: string,
  share?: number,
  applies?: MemberExpectation['applies'],
): MemberExpectation => ({
  paths: paths.split(' | '),
  fields: fields.split(' '),
  ...(share === undefined ? {} : { share }),
  ...(applies === undefined ? {} : { applies }),
});

/** Whether two numbers are equal within a share of the larger; null where one is none or not above zero. */
export function near(a: unknown, b: unknown, tolerance: number): boolean | null {
  if (typeof a !== 'number' || typeof b !== 'number' || !(a > 0) || !(b > 0)) return null;
  return Math.abs(a - b) <= tolerance * Math.max(a, b);
}

/** Whether two texts say the same but for case and blanks; null where one is missing. */
export function same(a: unknown, b: unknown): boolean | null {
  if (!isText(a) || !isText(b)) return null;
  return a === b || plain(a) === plain(b);
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();
