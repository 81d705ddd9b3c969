/**
 * Filters of the loaded rows, one text for each column: "300k–500k", ">= 3", "empty", "oak". Free.
 */
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { plainAmount } from '../search/amounts.js';
import { count } from '../text/format.js';
import { type Column, PRICE_FIELD, shownValue, sortKey, textOf } from './fields.js';

/** Column names and what was typed; a filter that is not understood hides nothing. */
export type Filters = Readonly<Record<string, string>>;

export const NO_FILTERS: Filters = {};

type Test = (row: Row) => boolean;

/** The filters with one set, or removed by an empty text. */
export function withFilter(filters: Filters, name: string, text: string): Filters {
  const { [name]: _, ...others } = filters;
  return text.trim() === '' ? others : { ...others, [name]: text };
}

/** The rows that pass all filters except those of some columns. */
export function passing(
  rows: readonly Row[],
  columns: readonly Column[],
  filters: Filters,
  except: readonly string[] = [],
): readonly Row[] {
  const tests = columns.flatMap((column) => {
    const text = except.includes(column.name) ? undefined : filters[column.name];
    return text === undefined ? [] : (readFilter(text, column) ?? []);
  });
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)));
}

/** The test of a filter; null when its text is not understood. */
export function readFilter(text: string, column: Column): Test | null {
  const typed = text.trim().toLowerCase();
  const value = (row: Row) => shownValue(row, column.name);
  if (typed === 'empty') return (row) => value(row) === null;
  if (typed === 'any') return (row) => value(row) !== null;
  if (column.numeric) return compare(typed, numberOf, column);
  if (column.type === 'date' || column.type === 'date_time') {
    return compare(typed, dateOf, column);
  }
  return (row) => {
    const found = value(row);
    return found !== null && textOf(found, column.type, column.name).toLowerCase().includes(typed);
  };
}

/** Both ends belong to a range: the text of one. */
export const rangeText = (low: number, high: number): string => `${count(low)}–${count(high)}`;

/** The ends of a range filter, for the charts; null of any other text. */
export function rangeOf(text: string | undefined): readonly [low: number, high: number] | null {
  return endsOf(text?.trim() ?? '', numberOf);
}

/** The filter of a price and of a living area, as the charts set it. */
export const priceField = (kind: SearchRoute['kind']): string => PRICE_FIELD[kind] ?? '';
export const AREA_FIELD = 'living_area_sqft';

const RANGE = /^(?:since\s+)?(.+?)\s*(?:–|\.\.|\bto\b|\buntil\b)\s*(.+)$/i;
/** Dates have hyphens of their own. */
const HYPHEN = /^([^-]+)-([^-]+)$/;
const COMPARISON = /^(>=|≥|since\b|>|<=|≤|until\b|<|=)\s*(.+)$/;

type Key = string | number;

/** Ranges and comparisons of what `read` understands. */
function compare(typed: string, read: (text: string) => Key | null, column: Column): Test | null {
  const [, sign = '=', operand = typed] = COMPARISON.exec(typed) ?? [];
  const limit = read(operand);
  if (limit !== null) return keyTest(column, SIGNS[sign]?.(limit) ?? null);
  const plus = typed.endsWith('+') ? read(typed.slice(0, -1)) : null;
  if (plus !== null) return keyTest(column, (key) => key >= plus);
  const ends = endsOf(typed, read);
  if (ends === null) return null;
  const [low, high] = ends;
  return keyTest(column, (key) => key >= low && upTo(key, high));
}

/** The ends of a range, the lower first in whichever order they stand; null of any other text. */
function endsOf<K extends Key>(
  text: string,
  read: (text: string) => K | null,
): readonly [low: K, high: K] | null {
  const [, from = '', to = ''] = RANGE.exec(text) ?? HYPHEN.exec(text) ?? [];
  const [one, other] = [read(withUnit(from, to)), read(to)];
  if (one === null || other === null) return null;
  return upTo(one, other) ? [one, other] : [other, one];
}

/** "300-500k": the unit stands once, as in a question in words. */
function withUnit(from: string, to: string): string {
  const [, digits = '', unit = ''] = /^(.*\d)\s*([km])$/i.exec(to.trim()) ?? [];
  const [low, high] = [numberOf(from), numberOf(digits)];
  const isShared = /\d$/.test(from) && low !== null && high !== null && low < high;
  return isShared ? from + unit : from;
}

/** A date stands for all its hours, a month for all its days. */
const upTo = (key: Key, high: Key): boolean =>
  key <= high || (typeof key === 'string' && key.startsWith(String(high)));

const atLeast = (limit: Key) => (key: Key) => key >= limit;
const atMost = (limit: Key) => (key: Key) => upTo(key, limit);

const SIGNS: Readonly<Record<string, (limit: Key) => (key: Key) => boolean>> = {
  '>=': atLeast,
  '≥': atLeast,
  since: atLeast,
  '<=': atMost,
  '≤': atMost,
  until: atMost,
  '>': (limit) => (key) => key > limit && !(typeof key === 'string' && upTo(key, limit)),
  '<': (limit) => (key) => key < limit,
  '=': (limit) => (key) =>
    typeof key === 'string' ? key.startsWith(String(limit)) : key === limit,
};

/** Compares by the sort key; a row without a value fails. */
function keyTest(column: Column, test: ((key: Key) => boolean) | null): Test | null {
  if (test === null) return null;
  return (row) => {
    const key = sortKey(row, column);
    return key !== undefined && typeof key !== 'boolean' && test(key);
  };
}

/** "450,000", "$450k", "1.2m", "3.5". */
function numberOf(text: string): number | null {
  const plain = plainAmount(text.trim()).replace(/^\$/, '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** "2026", "2026-11", "2026-11-22". */
const dateOf = (text: string): string | null =>
  /^\d{4}(-\d{2}(-\d{2})?)?$/.test(text.trim()) ? text.trim() : null;
