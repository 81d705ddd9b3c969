/** Days of the made-up world: whole UTC days since 1970-01-01. Within a day nothing changes. */

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const PACIFIC_STANDARD_HOURS = 8;
const PACIFIC_SUMMER_HOURS = 7;
const MARCH = 2;
const NOVEMBER = 10;

/** The day of a moment. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** `YYYY-MM-DD` of a day. */
export const isoDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The moment a day begins on the Pacific coast, in milliseconds. */
export function pacificMidnightMs(day: number): number {
  const year = new Date(day * DAY_MS).getUTCFullYear();
  // Clocks change at two in the morning, so the first summer midnight is the one after the change.
  const summer = day > nthSunday(year, MARCH, 2) && day <= nthSunday(year, NOVEMBER, 1);
  return day * DAY_MS + (summer ? PACIFIC_SUMMER_HOURS : PACIFIC_STANDARD_HOURS) * HOUR_MS;
}

/** The day of a month's n-th Sunday. */
function nthSunday(year: number, month: number, nth: number): number {
  const first = dayOf(Date.UTC(year, month, 1));
  const weekday = new Date(first * DAY_MS).getUTCDay();
  return first + ((7 - weekday) % 7) + (nth - 1) * 7;
}
