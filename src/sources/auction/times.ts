/** Moments and dates of an auction. */
import { DAY_MS } from '#contract/durations.js';
import { isDay } from '#domain/days.js';
import { type Absent, absent } from '#domain/parsed-row.js';
import type { RowContext } from '../driver.js';
import { shapeOf, textOf } from '../raw-values.js';
import { NOT_ON_PAGE, NOT_REPORTED } from '../reasons.js';
import type { View } from './view.js';

/** Years of an auction or listing; some systems write a missing date as "0001-01-01". */
const YEAR_MIN = 1990;
const YEAR_MAX = 2100;

/** A moment needs an hour and a zone. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;
/** The usual form. Days that every month has need no calendar check. */
const IN_UTC =
  /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?Z$/;
/** Length of "2026-01-07T16:00:00", the part down to the second. */
const SECOND_CHARS = 19;
const DATE = /^(\d{4}-\d\d-\d\d)(?:$|T)/;

/**
 * The start as shown to bidders, else `start_date`: the real moment of an online auction, but only
 * local midnight of an in-person one.
 */
export const auctionStart = ({ auction, segment }: View): string | Absent =>
  momentOf(auction.visible_auction_start_date_time, auction.start_date, segment.start_date);

/** An in-person auction has no end: it is over when the home is called. */
export const auctionEnd = ({ auction, segment, online }: View): string | Absent =>
  online === false ? IN_PERSON : momentOf(auction.end_date, segment.initial_end_date);

/** For fields that only an online auction has. */
export const IN_PERSON = absent('not_applicable', 'The auction is held in person.');

/**
 * The day on which the home was first listed. The query cannot request this member, whose name in
 * the schema is unknown: read if sent.
 */
export function firstListed({ row }: View, { collectedAtMs }: RowContext): string | Absent {
  if (row.first_listed_date === undefined) return NOT_ON_PAGE;
  const date = dateOf(row.first_listed_date);
  if (date === undefined) return NOT_REPORTED;
  const isPossible = typeof date !== 'string' || Date.parse(date) <= collectedAtMs;
  return isPossible ? date : absent('implausible', `The source sent ${date}.`);
}

/** The calendar day at the start of a text; undefined if there is no text. */
export function dateOf(value: unknown): string | Absent | undefined {
  const text = textOf(value);
  if (typeof text !== 'string') return text;
  const date = DATE.exec(text)?.[1];
  if (date === undefined || !isDay(date)) return absent('unreadable', shapeOf(text));
  const year = Number(date.slice(0, 4));
  const isPossible = year >= YEAR_MIN && year <= YEAR_MAX;
  return isPossible ? date : absent('implausible', `The source sent ${date}.`);
}

/** Whole days since that day began. */
export const daysSince = (date: string | Absent, { collectedAtMs }: RowContext): number | Absent =>
  typeof date === 'string' ? Math.floor((collectedAtMs - Date.parse(date)) / DAY_MS) : date;

/** The first readable moment, in UTC. */
function momentOf(...candidates: readonly unknown[]): string | Absent {
  let refused: Absent | undefined;
  for (const candidate of candidates) {
    const text = textOf(candidate);
    if (text === undefined) continue;
    const moment = typeof text === 'string' ? utc(text) : text;
    if (typeof moment === 'string') return moment;
    refused ??= moment;
  }
  return refused ?? NOT_REPORTED;
}

/** The moment in UTC, to the second. */
function utc(text: string): string | Absent {
  if (IN_UTC.test(text)) return `${text.slice(0, SECOND_CHARS)}Z`;
  const ms = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) return absent('unreadable', shapeOf(text));
  const year = Number(text.slice(0, 4));
  if (year < YEAR_MIN || year > YEAR_MAX) return absent('implausible', `The source sent ${text}.`);
  return `${new Date(ms).toISOString().slice(0, SECOND_CHARS)}Z`;
}
