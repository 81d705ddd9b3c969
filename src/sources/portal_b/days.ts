/** The day of a sale, and the days counted around it. */
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { momentOf, type Raw } from '../raw-values.js';
import { isSold } from './codes.js';
import { numberIn, positiveIn, valueIn } from './values.js';

const DAY_MS = 86_400_000;
const NOT_SHOWN = absent('not_on_search_page');

/** A century: more days than that are not a listing's age. */
const DAYS_MAX = 36_525;
/** The last moment of the year 2100; a later sale is a damaged value. */
const SALE_MS_MAX = 4_133_980_799_999;
/** Two counts of the same days differ by this much where they begin in other time zones. */
const COUNT_SLACK = 1;
/** "Most rows" of a page. */
const MOST = 0.5;

/**
 * The day of the sale. The source sends the midnight it began with. Midnight anywhere from the East
 * Coast to Hawaii is 4 to 10 o'clock of the same day in UTC, so the day in UTC is the day of the
 * sale in the home's own zone and in the source's, and no table of zones can be wrong about it.
 */
export function soldDate(raw: Raw): string | Absent {
  const moment = momentOf(valueIn(raw.soldDate));
  const ms = typeof moment === 'number' && moment > 0 ? moment : positiveIn(raw.soldDate);
  if (isAbsent(ms)) return ms;
  return ms <= SALE_MS_MAX
    ? new Date(ms).toISOString().slice(0, 10)
    : absent('implausible', `The source sent ${ms}.`);
}

/**
 * Days on the market as the source counts them: the days of listing and of the first offer, from
 * which the contract counts, are not on the search page. Without the field the page does not show
 * it.
 */
export function daysOnMarket(raw: Raw): number | Absent {
  if (raw.dom === undefined || raw.dom === null) return NOT_SHOWN;
  const days = numberIn(raw.dom);
  if (isAbsent(days)) return days;
  return days >= 0 && days <= DAYS_MAX
    ? Math.floor(days)
    : absent('implausible', `The source sent ${days} days.`);
}

/**
 * The rows without `dom` where it counts the days since the sale. It does on all 167 dated rows of
 * the recorded export, and a time since the sale must not pass for a time on the market. One row
 * can agree by chance, most rows of a page cannot.
 */
export function withoutDaysSinceSale(rows: readonly Raw[], nowMs: number): readonly Raw[] {
  let comparable = 0;
  let equal = 0;
  for (const row of rows) {
    // The sale of a home on the market is an earlier one.
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
