/** Days of the calendar as texts. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_CHARS = 10;

/** The day of a moment in UTC, YYYY-MM-DD. */
export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, DAY_CHARS);

/** Whether a text is a day of the calendar: 30 February does not exist. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && isoDay(Date.parse(text)) === text;
