/**
 * Single values of a row. A field that the feed does not have was not requested, and the reader
 * replaces it with the reason; a field without a value is null.
 */
import { isDay } from '#domain/days.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { numberOf, positiveOf, type Raw, shapeOf, textOf } from '../raw-values.js';
import { NOT_REPORTED } from '../reasons.js';

/** Replaces a field that the feed does not have. */
export const NOT_IN_FEED = absent('not_on_search_page', 'The feed does not have the field.');

export const textIn = (value: unknown): string | Absent =>
  isAbsent(value) ? value : (textOf(value) ?? NOT_REPORTED);

export const numberIn = (value: unknown): number | Absent =>
  isAbsent(value) ? value : (numberOf(value) ?? NOT_REPORTED);

/** A number above zero: zero is an empty value, a negative one is withheld as implausible. */
export const positiveIn = (value: unknown): number | Absent =>
  isAbsent(value) ? value : (positiveOf(value) ?? NOT_REPORTED);

const EMPTY: ReadonlySet<string> = new Set(['not_reported', 'not_on_search_page']);

/** The first of several fields that is not empty, else the reason of the first. */
export function firstOf(...reads: readonly (string | Absent)[]): string | Absent {
  return reads.find((read) => !isEmpty(read)) ?? reads[0] ?? NOT_REPORTED;
}

/** Whether a field has no value; an unreadable value is not empty. */
export const isEmpty = (read: unknown): boolean => isAbsent(read) && EMPTY.has(read.absent);

/** A number of a field used only in comparisons; 0 if there is none. */
export const helping = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

const DATE = /^(\d{4}-\d\d-\d\d)(?:T|$)/;
/** How databases without nulls write an empty date. */
const NO_DATE = /^(?:0001|1900)-01-01(?:T|$)/;

/** A day, sent as a date or as the moment it begins. */
export function dateIn(value: unknown): string | Absent {
  const text = textIn(value);
  if (isAbsent(text)) return text;
  if (NO_DATE.test(text)) return NOT_REPORTED;
  const day = DATE.exec(text)?.[1];
  return day !== undefined && isDay(day) ? day : absent('unreadable', shapeOf(text));
}

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

/** Whether a flag hides something: an empty one does not, an unreadable one does. */
export function isWithheld(raw: Raw, flag: string): boolean {
  const value = raw[flag];
  if (isAbsent(value)) return false;
  return !YES.has(typeof value === 'string' ? value.trim().toLowerCase() : value);
}
