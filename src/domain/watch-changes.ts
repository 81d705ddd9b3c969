/** Which changes of a home are news: its watched fields before and now. Pure. */

import { DAY_MS } from '#contract/durations.js';
import { HISTORY_FIELDS } from '#contract/home-history.js';
import type { FieldNote } from '#contract/page-parts.js';
import { homeId, homeKey } from './home-key.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** Reasons for a null that say nothing of the home itself: the previous value still holds. */
const UNKNOWN: ReadonlySet<FieldNote['reason']> = new Set(['unreadable', 'not_on_search_page']);

/** The fields of a page whose nulls say nothing of the homes. */
export const unknownFields = (notes: readonly FieldNote[]): ReadonlySet<string> =>
  new Set(notes.flatMap(({ field, reason }) => (UNKNOWN.has(reason) ? [field] : [])));

/** The value at a dotted path of a row; null if there is none. */
export function valueAt(row: JsonObject, path: string): unknown {
  let value: unknown = row;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as JsonObject)[name];
  }
  return value ?? null;
}

/** The watched fields of a row, without unknown nulls. */
export const watchedOf = (
  row: JsonObject,
  fields: readonly string[],
  unknown: ReadonlySet<string>,
): JsonObject =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueAt(row, field);
      return value === null && unknown.has(field) ? [] : [[field, value]];
    }),
  );

export interface Comparison {
  /** The watched fields to compare with next time. */
  readonly watched: JsonObject;
  /** The old values of the fields that changed; null when none did. */
  readonly previous: JsonObject | null;
}

/**
 * Compares the watched fields of a home with the stored ones. Only `reported` fields count as a
 * change. A field that is unknown now keeps its value, and so does a price that moved by less than
 * `minPriceChange`: small steps add up to a change.
 */
export function compareHome(
  known: JsonObject,
  seen: JsonObject,
  reported: ReadonlySet<string>,
  minPriceChange: number,
): Comparison {
  const watched: Record<string, unknown> = { ...known };
  const previous: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(seen)) {
    const before = known[field];
    if (isSmall(before, value, minPriceChange)) continue;
    if (field === DERIVED_DATE && isNextDay(before, value)) continue;
    watched[field] = value;
    if (before !== undefined && reported.has(field) && !isEqual(before, value)) {
      previous[field] = before;
    }
  }
  return { watched, previous: Object.keys(previous).length === 0 ? null : previous };
}

/**
 * Current prices and status of a home, without nulls. An unknown field keeps its value. `isSame`
 * when nothing changed.
 */
export function nextState(
  known: JsonObject,
  seen: JsonObject,
): { readonly state: JsonObject; readonly isSame: boolean } {
  const state = Object.fromEntries(
    HISTORY_FIELDS.flatMap((field) => {
      const value = field in seen ? seen[field] : known[field];
      return value === undefined || value === null ? [] : [[field, value]];
    }),
  );
  return { state, isSame: isEqual(known, state) };
}

/**
 * A source that sends the age of a listing in days yields another date at another hour: a
 * difference of one day is no news.
 */
const DERIVED_DATE = 'list_date';

const isNextDay = (before: unknown, value: unknown): boolean =>
  typeof before === 'string' &&
  typeof value === 'string' &&
  Math.abs(Date.parse(before) - Date.parse(value)) === DAY_MS;

/** Two prices in one currency that differ by less than the minimum change. */
function isSmall(before: unknown, value: unknown, least: number): boolean {
  if (!isMoney(before) || !isMoney(value) || before.currency !== value.currency) return false;
  return before.amount !== value.amount && Math.abs(before.amount - value.amount) < least;
}

function isMoney(value: unknown): value is { readonly amount: number; readonly currency: string } {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

/** Equality of JSON values; the order of members is irrelevant (jsonb changes it). */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => isEqual((a as JsonObject)[name], (b as JsonObject)[name]))
  );
}

/** Identifies a home under another id; null where its address identifies no single home. */
export function addressKey(row: JsonObject): string | null {
  const part = (name: string) => {
    const value = valueAt(row, `address.${name}`);
    return typeof value === 'string' ? value : '';
  };
  const key = homeKey({ line1: part('line1'), unit: part('unit'), zip: part('zip') });
  return typeof key === 'string' ? null : homeId(key);
}
