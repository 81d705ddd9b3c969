/**
 * Single values of a row. A field that the feed does not have was not asked for, and the reader puts the
 * reason in its place; a field without a value is null.
 */
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { numberOf, positiveOf, type Raw, shapeOf, textOf } from '../raw-values.js';

/** What stands in a row in place of a field that the feed does not have. */
export const NOT_IN_FEED = absent('not_on_search_page', 'The feed does not have the field.');
const NOT_REPORTED = absent('not_reported');

export const textIn = (value: unknown): string | Absent =>
  isAbsent(value) ? value : (textOf(value) ?? NOT_REPORTED);

export const numberIn = (value: unknown): number | Absent =>
  isAbsent(value) ? value : (numberOf(value) ?? NOT_REPORTED);

/** A number above zero: zero is an empty value, a negative one is withheld as implausible. */
export const positiveIn = (value: unknown): number | Absent =>
  isAbsent(value) ? value : (positiveOf(value) ?? NOT_REPORTED);

const EMPTY: ReadonlySet<string> = new Set(['not_reported', 'not_on_search_page']);

/** The first of several fields that is not empty, else why the first has none. */
export function firstOf(...reads: readonly (string | Absent)[]): string | Absent {
  return reads.find((read) => !isEmpty(read)) ?? reads[0] ?? NOT_REPORTED;
}

/** Whether a field has no value; one that cannot be read has. */
export const isEmpty = (read: unknown): boolean => isAbsent(read) && EMPTY.has(read.absent);

/** A number of a field that is compared with others; 0 if none exists. */
export const helping = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

const DATE = /^(\d{4}-\d\d-\d\d)(?:T|$)/;

/** A day, sent as such or as the moment it begins with. */
export function dateIn(value: unknown): string | Absent {
  const text = textIn(value);
  if (isAbsent(text)) return text;
  const day = DATE.exec(text)?.[1];
  return day === undefined || Number.isNaN(Date.parse(day)) || !isReal(day)
    ? absent('unreadable', shapeOf(text))
    : day;
}

/** The calendar takes 31 February for 3 March. */
const isReal = (day: string): boolean => new Date(day).toISOString().startsWith(day);

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** A moment in UTC; one without a zone is in UTC (OData's Edm.DateTimeOffset has one). */
export function momentIn(value: unknown): string | Absent {
  const text = textIn(value);
  if (isAbsent(text)) return text;
  const moment = MOMENT.test(text)
    ? Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
    : NaN;
  return Number.isNaN(moment)
    ? absent('unreadable', shapeOf(text))
    : new Date(moment).toISOString();
}

const YES: ReadonlySet<unknown> = new Set([undefined, null, true, 1, '', 'true', 'y', 'yes', '1']);

/** Whether a flag keeps something from display: one without a value does not, one that is not understood does. */
export function isWithheld(raw: Raw, flag: string): boolean {
  const value = raw[flag];
  if (isAbsent(value)) return false;
  return !YES.has(typeof value === 'string' ? value.trim().toLowerCase() : value);
}
