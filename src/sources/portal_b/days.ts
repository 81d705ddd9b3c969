/** The day of a sale, and the days counted from and to it. */
import { DAY_MS } from '#contract/durations.js';
import { isoDay } from '#domain/days.js';
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { momentOf, type Raw } from '../raw-values.js';
import { NOT_ON_PAGE } from '../reasons.js';
import { isSold } from './codes.js';
import { numberIn, positiveIn, valueIn } from './values.js';

/** A century: a listing cannot be older, in days. */
const DAYS_MAX = 36_525;
/** The last moment of the year 2100; a later sale is a damaged value. */
const SALE_MS_MAX = 4_133_980_799_999;
/** Two counts of the same days may differ by this much if they begin in other time zones. */
const COUNT_SLACK = 1;
/** "Most rows" of a page. */
const MOST = 0.5;

/**
 * The day of the sale. The source sends the midnight at its start. Midnight anywhere from the East
 * Coast to Hawaii is 4 to 10 o'clock of the same day in UTC, so the UTC day is the day of the sale
 * both in the home's zone and in the source's, without any table of zones.
 */
export function soldDate(raw: Raw): string | Absent {
  const moment = momentOf(valueIn(raw.soldDate));
  const ms = typeof moment === 'number' && moment > 0 ? moment : positiveIn(raw.soldDate);
  if (isAbsent(ms)) return ms;
  return ms <= SALE_MS_MAX ? isoDay(ms) : absent('implausible', `The source sent ${ms}.`);
}

/**
 * Days on the market as the source counts them: the days of listing and of the first offer, from
 * which the contract counts, are not on the search page. Without the field the page does not show
 * them.
 */
export function daysOnMarket(raw: Raw): number | Absent {
  if (raw.dom === undefined || raw.dom === null) return NOT_ON_PAGE;
  const days = numberIn(raw.dom);
  if (isAbsent(days)) return days;
  return days >= 0 && days <= DAYS_MAX
    ? Math.floor(days)
    : absent('implausible', `The source sent ${days} days.`);
}

/**
 * The rows without `dom` where it counts the days since the sale. It does on all 167 dated rows of
 * the recorded export, and a time since the sale must not be shown as a time on the market. One row
 * can match by chance, most rows of a page cannot.
 */
export function withoutDaysSinceSale(rows: readonly Raw[], nowMs: number): readonly Raw[] {
  let comparable = 0;
  let equal = 0;
  for (const row of rows) {
    // The sale date of a home on the market is of an earlier sale.
    if (!isSold(row)) continue;
    const { soldDate: sold, dom } = row;
    const [soldMs, days] = [valueIn(sold), valueIn(dom)];
    if (typeof soldMs !== 'number' || typeof days !== 'number') continue;
    comparable += 1;
    if (Math.abs((nowMs - soldMs) / DAY_MS - days) <= COUNT_SLACK) equal += 1;
  }
  if (equal <= comparable * MOST) return rows;
  return rows.map((row) => ({ ...row, dom: undefined }));
}
