/** Days of the calendar as texts. */
import { DAY_MS } from '#contract/durations.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_CHARS = 10;
/** Characters of YYYY-MM. */
export const MONTH_CHARS = 7;

/** The last day of a month, of which a text such as 2026-02 is given. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return isoDay(Date.UTC(year, number, 0));
}

/** The day of a moment in UTC, YYYY-MM-DD. */
export const isoDay = (ms: number): string => isoDayOf(new Date(ms).toISOString());

/** The day that a moment in ISO 8601 begins with. */
export const isoDayOf = (moment: string): string => moment.slice(0, DAY_CHARS);

/** The month of a day or of a moment in ISO 8601, YYYY-MM. */
export const isoMonthOf = (day: string): string => day.slice(0, MONTH_CHARS);

/** Whether a listing started after another; a source that sends ages in days may be one day off. */
export const startsLater = (date: string | null, before: string | null): boolean =>
  date !== null && before !== null && Date.parse(date) - Date.parse(before) > DAY_MS;

/** Whether a text is a day of the calendar: 30 February does not exist. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && isoDay(Date.parse(text)) === text;
