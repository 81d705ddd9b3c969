/** How long a home has been listed, and the dates derived from that. */
import { DAY_MS, HOUR_MS } from '#contract/durations.js';
import { isoDay } from '#domain/days.js';
import { type Absent, absent, isAbsent, valueOr } from '#domain/parsed-row.js';
import { dateIn, timeZoneAt } from '#geo/time-zone.js';
import type { RowContext } from '../driver.js';
import { momentOf, numberOf, numberOr, rawOf, textOr } from '../raw-values.js';
import { locationOf, zipOf } from './address.js';
import { gapOf, type View } from './view.js';

/** A century: a listing cannot be older, in days. */
const DAYS_MAX = 36_525;
/** The last moment of the year 2100; a later sale is a damaged value. */
const SALE_MS_MAX = 4_133_980_799_999;
/** The words of a sold card: "Sold 10/05/26". */
const SOLD_ON = /^Sold (\d\d)\/(\d\d)\/(\d\d)$/;
/** Some cards of sold homes have no date at all. */
const UNDATED = 'The card shows no date of the sale.';
/** Sale days begin at midnight Pacific time, in any zone of the home. */
const PACIFIC = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });

/** Days since the listing started; on sold rows, days since the sale. */
export function daysOnSource(view: View): number | Absent {
  const days = daysSent(view);
  if (typeof days === 'number') return withinReason(Math.floor(days));
  const ms = msOnSource(view);
  if (ms !== undefined) return withinReason(Math.floor(ms / DAY_MS));
  return daysInWords(view) ?? days ?? absent(gapOf(view, 'daysOnZillow'));
}

/**
 * The day the listing started. The page does not show it, so it is derived: the time of reading
 * minus the listing's age, as a local date of the home; an age in whole days can make it a day off.
 */
export function listDate(view: View, context: RowContext): string | Absent {
  const { collectedAtMs } = context;
  const days = daysOnSource(view);
  const ms = msOnSource(view);
  const zone = zoneOf(view, context);
  if (ms !== undefined && ms <= DAYS_MAX * DAY_MS) return dateIn(zone, collectedAtMs - ms);
  if (typeof days === 'number') return dateIn(zone, collectedAtMs - days * DAY_MS);
  return days.absent === 'not_reported' ? absent('not_on_search_page') : days;
}

/** The day of the sale. */
export function soldDate({ card, info }: View): string | Absent {
  const ms = momentOf(info.dateSold, card.dateSold);
  if (typeof ms === 'number' && ms > 0) return pacificDay(ms);
  const words = SOLD_ON.exec(textOr(card.flexFieldText) ?? '');
  if (words) return `20${words[3]}-${words[1]}-${words[2]}`;
  return isAbsent(ms) ? ms : absent('not_reported', UNDATED);
}

/** The day of a source's moment: midnight Pacific time, or UTC where a date was sent as one. */
export function pacificDay(ms: number): string | Absent {
  if (ms <= 0 || ms > SALE_MS_MAX) return absent('implausible', `The source sent ${ms}.`);
  return ms % DAY_MS === 0 ? isoDay(ms) : PACIFIC.format(ms);
}

/** UTC hours at which a day begins: in UTC, and in Pacific time in summer and winter. */
const DAY_BEGINS: readonly number[] = [0, 7, 8];

/** Whether a sale's moment is the day in the card's words; null if either is missing. */
export function saleDaysAgree({ card, info }: View): boolean | null {
  const ms = momentOf(info.dateSold, card.dateSold);
  const words = SOLD_ON.exec(textOr(card.flexFieldText) ?? '');
  if (typeof ms !== 'number' || ms <= 0 || words === null) return null;
  const [, month, day, year] = words;
  const begins = Date.UTC(2_000 + Number(year), Number(month) - 1, Number(day));
  return DAY_BEGINS.includes((ms - begins) / HOUR_MS);
}

/** -1 means an unknown age: another member of the row may have it. */
function daysSent({ card, info }: View): number | Absent | undefined {
  const sent = [info.daysOnZillow, card.daysOnZillow].map((days) => numberOf(days));
  const known = sent.find((days) => typeof days === 'number' && days >= 0);
  if (known !== undefined) return known;
  return sent.some((days) => typeof days === 'number')
    ? absent('not_reported')
    : sent.find(isAbsent);
}

const msOnSource = ({ card, info }: View): number | undefined =>
  [info.timeOnZillow, card.timeOnZillow].map((ms) => numberOr(ms)).find((ms) => (ms ?? -1) >= 0);

/** Rental cards state their age only in words: "8 days ago", "5 hours ago". */
function daysInWords({ card }: View): number | undefined {
  const shown = rawOf(card.variableData);
  if (shown.type !== 'TIME_ON_INFO') return undefined;
  const words = textOr(shown.text)?.match(/^(\d{1,5}) (day|hour|minute)s? ago$/);
  if (!words) return undefined;
  return words[2] === 'day' ? Number(words[1]) : 0;
}

const withinReason = (days: number): number | Absent =>
  days <= DAYS_MAX ? days : absent('implausible', `The source sent ${days} days.`);

/** The zone of the home's point, else of its ZIP; UTC if neither is known. */
function zoneOf(view: View, { pointOfZip }: RowContext): string {
  const zip = valueOr(zipOf(view));
  const point = valueOr(locationOf(view)) ?? (zip === null ? undefined : pointOfZip?.(zip));
  return point === undefined ? 'UTC' : timeZoneAt(point.lat, point.lng);
}
