/**
 * Dates in files: ISO 8601, year/month/day, month/day/year, 8, 12 or 14 digits, milliseconds, or by
 * a pattern.
 */
import { isoDay, isoMonthOf } from '#domain/days.js';

/**
 * The day that a text names as YYYY-MM-DD, or the month as YYYY-MM where its pattern has no day;
 * null for neither.
 */
export type DateReader = (text: string) => string | null;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const PARTS = {
  YYYY: { pattern: '(\\d{4})', of: 'year' },
  YY: { pattern: '(\\d{2})', of: 'short_year' },
  MMM: { pattern: '([A-Za-z]{3})[A-Za-z]*', of: 'month_name' },
  MM: { pattern: '(\\d{2})', of: 'month' },
  DD: { pattern: '(\\d{2})', of: 'day' },
  M: { pattern: '(\\d{1,2})', of: 'month' },
  D: { pattern: '(\\d{1,2})', of: 'day' },
} as const;
const isPart = (text: string): text is keyof typeof PARTS => text in PARTS;

/** Letters of a pattern, and a star for any word. */
const TOKEN = /YYYY|YY|MMM|MM|DD|M|D|\*/g;
/** Two digits from here on are years of the last century. */
const SHORT_YEAR_PIVOT = 50;

/**
 * Reads dates of a pattern: YYYY or YY, MM or M, MMM (a month's name), DD or D, * for any word.
 * What follows the pattern is left alone. A pattern without a day reads months. Null when it names
 * no month.
 */
export function dateReader(pattern: string): DateReader | null {
  const pieces: readonly string[] = pattern.match(TOKEN) ?? [];
  const parts = pieces.filter(isPart);
  const named = parts.map((part) => PARTS[part].of);
  const hasMonth = named.some((of) => of === 'month' || of === 'month_name');
  const hasYear = named.includes('year') || named.includes('short_year');
  if (!hasYear || !hasMonth) return null;
  const source = pattern.split(/(YYYY|YY|MMM|MM|DD|M|D|\*)/).map((piece) => {
    if (piece === '*') return '\\S+';
    return isPart(piece) ? PARTS[piece].pattern : piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  });
  const matcher = new RegExp(`^${source.join('').replace(/\s+/g, '\\s+')}`);
  return (text) => {
    const found = matcher.exec(text);
    if (found === null) return null;
    const value = (of: string): string => found[named.findIndex((one) => one === of) + 1] ?? '';
    const month = named.includes('month_name')
      ? MONTHS.indexOf(value('month_name').toLowerCase()) + 1
      : Number(value('month'));
    const isLong = named.includes('year');
    const year = isLong ? Number(value('year')) : longYear(Number(value('short_year')));
    if (named.includes('day')) return dayOf(year, month, Number(value('day')));
    const first = dayOf(year, month, 1);
    return first && isoMonthOf(first);
  };
}

/** Patterns whose texts sort as their days do: year, month and day in full, in this order. */
const SORTED = /^YYYY[^\w'*]*MM(?:[^\w'*]*DD)?$/;

/** A day (YYYY-MM-DD) as such a pattern writes it; null for a pattern that does not sort. */
export function sortedText(pattern: string, day: string): string | null {
  if (!SORTED.test(pattern)) return null;
  const [year = '', month = '', dayOfMonth = ''] = day.split('-');
  return pattern.replace('YYYY', year).replace('MM', month).replace('DD', dayOfMonth);
}

const longYear = (short: number): number => short + (short < SHORT_YEAR_PIVOT ? 2000 : 1900);

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
/** As map servers write it in downloads: "2026/06/30 00:00:00+00". */
const YEAR_FIRST = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?!\d)/;
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/;
const DIGITS = /^(\d{4})(\d{2})(\d{2})(?!\d)/;
/** A day with a time, to the minute or the second. */
const STAMP =
  /^((?:1[6-9]|2[01])\d{2})(\d{2})(\d{2})(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?(?:\.0*)?$/;
/** Milliseconds since 1970, as map servers write dates: 11 digits begin in 1973, 14 in 2286. */
const MILLISECONDS = /^-?\d{11,13}(?:\.0*)?$/;

/** Reads the usual forms. Twelve digits may be a day with a time or milliseconds: the day wins. */
export const anyDate: DateReader = (text) => {
  const stamp = dayIn(STAMP.exec(text));
  if (stamp !== null) return stamp;
  if (MILLISECONDS.test(text)) return isoDay(Number(text));
  const first = ISO.exec(text) ?? YEAR_FIRST.exec(text) ?? DIGITS.exec(text);
  if (first !== null) return dayIn(first);
  const american = AMERICAN.exec(text);
  if (american === null) return null;
  return dayOf(Number(american[3]), Number(american[1]), Number(american[2]));
};

/** The day of a match whose groups are year, month and day. */
const dayIn = (found: RegExpExecArray | null): string | null =>
  found && dayOf(Number(found[1]), Number(found[2]), Number(found[3]));

/** A calendar day, or null. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && year >= 1600 ? isoDay(date.getTime()) : null;
}
