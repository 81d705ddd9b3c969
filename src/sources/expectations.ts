/**
 * What a source's rows normally are: the table that every answer is compared with
 * (src/collect/checks/check-answer.ts), once its reader has found it to be in the format it knows (format-fields.ts). A source that renames, empties or re-scales a member is noticed by it,
 * and two members that say the same thing twice must agree.
 */
import type { Raw } from './raw-values.js';

/** A row taken apart by its source; members are found in it by their paths. */
export type RowView = Readonly<Record<string, unknown>>;

/** What is known of a field of ours, by its name in the row ("beds", "address.zip", "extras.zestimate"). */
export interface FieldExpectation {
  /** Whether its loss is judged: about the share of rows that have it, where it applies. */
  readonly share?: number;
  /** Whether every listing has it, whatever the home: its loss needs no other proof. */
  readonly carried?: true;
  /** Whether a page without it is worth nothing: the collection then fails. */
  readonly required?: true;
  /** Between which values the median of a page lies, whatever the area and whatever is asked. */
  readonly possible?: readonly [least: number, most: number];
  /** A field that homes differ in together with this one: rows that do, and have one value here, are suspected. */
  readonly differs_with?: string;
  /** What its texts look like: where nearly none do, another member stands in its place. */
  readonly form?: RegExp;
}

/** A street line has a number and a word; a lot may have neither. */
export const STREET_LINE = /^(?=.*\d)(?=.*\s)|^(?:tbd|lot|tract|0)\b/i;
/** The name of a place or state, not one word with digits or underscores: a code. */
export const NAME = /^(?!\S*[\d_]\S*$)/;
/** The name of a person or company: "Century21" is one, "ZQ_7" and "4711" are not. */
export const BRAND = /^(?!\S*_\S*$)(?=.*\p{L})/u;

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
  /** Whether the format carries it on every row it applies to, whatever the home: its loss needs no other proof. */
  readonly carried?: true;
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
  /** Whether they agree; null where one of them is missing: what is absent contradicts nothing. */
  readonly agree: (view: RowView) => boolean | null;
  /** Whether honest rows disagree now and then (a page's address keeps the ZIP of old): only most rows prove it. */
  readonly often?: true;
}

/** A field whose size beside another's is known: an estimate beside its price. */
export interface Ratio {
  readonly field: string;
  readonly to: string;
  /** Between which values the median of an ordinary page lies: beyond them a second ratio has to say the same. */
  readonly usual: readonly [low: number, high: number];
  /** Between which values the median of any page lies. */
  readonly possible: readonly [least: number, most: number];
}

export interface Expectations {
  readonly view: (raw: Raw) => RowView;
  readonly fields: Readonly<Record<string, FieldExpectation>>;
  readonly members: readonly MemberExpectation[];
  readonly twins: readonly Twin[];
  readonly ratios?: readonly Ratio[];
}

/** The value at a path of the view; undefined if none exists. */
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

/** The same members, which the format carries on every row that they apply to. */
export const carried = (members: readonly MemberExpectation[]): readonly MemberExpectation[] =>
  members.map((one) => ({ ...one, carried: true }));
