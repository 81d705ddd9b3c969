/**
 * What a source's rows normally contain: the table that every answer is compared with
 * (src/collect/checks/check-answer.ts) once its format is recognized (format-fields.ts). It detects
 * a renamed, emptied or re-scaled member, and two members that state the same fact must agree.
 */
import { PLAIN_SUFFIXES } from '#domain/street-address-words.js';
import type { Raw } from './raw-values.js';

/** A row split by its source; members are found in it by path. */
export type RowView = Readonly<Record<string, unknown>>;

/** What is known of a field, by its name in the row ("beds", "address.zip", "extras.zestimate"). */
export interface FieldExpectation {
  /** About the share of rows that have it, where it applies. Without it, loss is not checked. */
  readonly share?: number;
  /** Whether every listing has it, whatever the home: its loss needs no other proof. */
  readonly carried?: true;
  /** Whether a page without it is worthless: the collection then fails. */
  readonly required?: true;
  /** Whether ordinary rows have implausible values too: a price of ten dollars, for the form. */
  readonly nominal?: true;
  /** The range of a page's median, for any area and any request. */
  readonly possible?: readonly [least: number, most: number];
  /** A field that varies with this one: one value here while that one varies is suspicious. */
  readonly differs_with?: string;
  /** The form of its texts: if nearly none match, another member has taken its place. */
  readonly form?: RegExp;
}

const SUFFIX = [...PLAIN_SUFFIXES, 'rd', 'road'].join('|');
/**
 * A street line has a number and a word; on a new street without numbers a word and a suffix. A lot
 * may have neither, and a builder's plan has its name: "The Aspen Plan, Heron Reach".
 */
export const STREET_LINE = new RegExp(
  `^(?=.*\\d)(?=.*\\s)|^(?:tbd|lot|tract|0)\\b|\\s(?:${SUFFIX})\\.?$|\\splan(?:,|$)`,
  'i',
);
/** The name of a place or state, not one word with digits or underscores: a code. */
export const NAME = /^(?!\S*[\d_]\S*$)/;
/** The name of a person or company: "Century21" matches, "ZQ_7" and "4711" do not. */
export const BRAND = /^(?!\S*_\S*$)(?=.*\p{L})/u;

/** A member of the source that fields are read from. */
export interface MemberExpectation {
  /** Alternative paths in the view: "info.zestimate". */
  readonly paths: readonly string[];
  readonly fields: readonly string[];
  /** The share of rows with one of them, empty or not. Without it, its loss is not checked. */
  readonly share?: number;
  /** Rows that should carry it; all if absent. */
  readonly applies?: (view: RowView) => boolean;
  /** What counts as carrying it, if presence is not enough: a known code. */
  readonly has?: (view: RowView) => boolean;
  /** Whether every row it applies to carries it: its loss needs no other proof. */
  readonly carried?: true;
  /** Whether all areas' rows carry it equally, so that a loss on a few tenths of them counts. */
  readonly steady?: true;
  /** Whether other members provide its fields on most rows: its loss leaves those trusted. */
  readonly rest?: true;
}

/** Two members that state the same fact. Where they disagree, neither is trusted. */
export interface Twin {
  /** The two as messages name them: "price and unformattedPrice". */
  readonly members: string;
  /** The fields that are withheld where they disagree. */
  readonly fields: readonly string[];
  /** Whether they agree; null if one is missing: an absent member contradicts nothing. */
  readonly agree: (view: RowView) => boolean | null;
  /**
   * Whether correct rows may disagree (a page address keeps an old ZIP): only most rows prove it.
   */
  readonly often?: true;
}

/** A field whose ratio to another one is known: an estimate and its price. */
export interface Ratio {
  readonly field: string;
  readonly to: string;
  /** The range of an ordinary page's median; outside it a second ratio has to confirm. */
  readonly usual: readonly [low: number, high: number];
  /** The range of any page's median. */
  readonly possible: readonly [least: number, most: number];
}

export interface Expectations {
  readonly view: (raw: Raw) => RowView;
  readonly fields: Readonly<Record<string, FieldExpectation>>;
  readonly members: readonly MemberExpectation[];
  readonly twins: readonly Twin[];
  readonly ratios?: readonly Ratio[];
}

/** The value at a path of the view; undefined if there is none. */
export function atPath(view: RowView, path: readonly string[]): unknown {
  let value: unknown = view;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as RowView)[name];
  }
  return value;
}

/** A table row: a member that fields are read from; `more` is its rows, or all its other facts. */
export const member = (
  paths: string,
  fields: string,
  share?: number,
  more: MemberExpectation['applies'] | Omit<MemberExpectation, 'paths' | 'fields' | 'share'> = {},
): MemberExpectation => ({
  paths: paths.split(' | '),
  fields: fields.split(' '),
  ...(share === undefined ? {} : { share }),
  ...(typeof more === 'function' ? { applies: more } : more),
});

/** A table row: two members that state the same fact. */
export const twin = (
  members: string,
  fields: string,
  agree: Twin['agree'],
  { often }: Pick<Twin, 'often'> = {},
): Twin => ({
  members,
  fields: fields === '' ? [] : fields.split(' '),
  ...(often && { often }),
  agree,
});

/** A table row: a field and another one that its ratio is to. */
export const ratio = (
  field: string,
  to: string,
  usual: Ratio['usual'],
  possible: Ratio['possible'],
): Ratio => ({ field, to, usual, possible });

/** Whether two positive numbers differ by at most a share of the larger; null if one is missing. */
export function near(a: unknown, b: unknown, tolerance: number): boolean | null {
  if (typeof a !== 'number' || typeof b !== 'number' || !(a > 0) || !(b > 0)) return null;
  return Math.abs(a - b) <= tolerance * Math.max(a, b);
}

/** Whether two texts are equal apart from case and spaces; null where one is missing. */
export function same(a: unknown, b: unknown): boolean | null {
  if (!isText(a) || !isText(b)) return null;
  return a === b || plain(a) === plain(b);
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** The same members, carried on every row that they apply to. */
export const carried = (members: readonly MemberExpectation[]): readonly MemberExpectation[] =>
  members.map((one) => ({ ...one, carried: true }));
