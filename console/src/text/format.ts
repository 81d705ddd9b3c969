/** Formats numbers, money, dates, ages and streets: English, US dollars. */
import { DAY_S, HOUR_S, MINUTE_S } from '#contract/durations.js';
import type { Address } from '#contract/field.js';
import type { Location, Money } from '#contract/values.js';

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const PLAIN = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
const CENTS = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const COMPACT = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumSignificantDigits: 3,
});
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export const count = (value: number): string => WHOLE.format(value);
/** Always two decimals, so that columns align. */
export const cents = (value: number): string => `$${CENTS.format(value)}`;
export const decimal = (value: number): string => PLAIN.format(value);

/** $1,234,500; another currency keeps its code. Cents only where there are some. */
export function money({ amount, currency }: Money): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}
export const dollars = (amount: number): string => `$${WHOLE.format(amount)}`;
/** $1.23M, for axes and markers. */
export const shortDollars = (amount: number): string => `$${COMPACT.format(amount)}`;
export const percent = (share: number): string => `${PLAIN.format(Math.round(share * 1000) / 10)}%`;
export const point = ({ lat, lng }: Location): string => `${lat.toFixed(4)}, ${lng.toFixed(4)}`;
/** Date and time in the browser's time zone. */
export const moment = (iso: string): string => MOMENT.format(new Date(iso));
/** One or many: "1 row", "12 rows". */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

/** Credits of a plan that are left. */
export const planText = (left: number, perMonth: number): string =>
  perMonth === 0 ? 'no monthly plan' : `${count(left)} of ${count(perMonth)}`;

/** "just now", "12 minutes ago", "3 hours ago". */
export function ago(iso: string, nowMs: number): string {
  const seconds = Math.max(0, (nowMs - Date.parse(iso)) / 1000);
  if (seconds < MINUTE_S) return 'just now';
  if (seconds < HOUR_S) return `${counted(Math.floor(seconds / MINUTE_S), 'minute')} ago`;
  if (seconds < DAY_S) return `${counted(Math.floor(seconds / HOUR_S), 'hour')} ago`;
  return `${counted(Math.floor(seconds / DAY_S), 'day')} ago`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/**
 * When a wait ends: "in 34 seconds", "in 12 minutes", "at 18:05, in 3 hours",
 * "on 1 Dec, in 4 days".
 */
export function waitText(seconds: number, nowMs: number): string {
  if (seconds < MINUTE_S) return `in ${counted(seconds, 'second')}`;
  if (seconds < HOUR_S) return `in ${counted(Math.ceil(seconds / MINUTE_S), 'minute')}`;
  const end = nowMs + seconds * 1000;
  if (seconds < DAY_S)
    return `at ${CLOCK.format(end)}, in ${counted(Math.round(seconds / HOUR_S), 'hour')}`;
  return `on ${DAY.format(end)}, in ${counted(Math.round(seconds / DAY_S), 'day')}`;
}

/** 640 ms, 2.4 s. */
export const duration = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** "4455 W Lanternhill St # 2": the street with the unit, without which homes look the same. */
export function streetOf({ line1, unit }: Pick<Address, 'line1' | 'unit'>): string {
  // Some sources repeat the unit in the street.
  const more = unit === null || line1.endsWith(` ${unit}`) ? '' : unitWords(unit);
  return [line1, more].filter(Boolean).join(' ');
}

/** "APT 4" as is, "4" as "# 4". */
const unitWords = (unit: string): string => (/^[a-z]{2,} |^#/i.test(unit) ? unit : `# ${unit}`);

const LIST = new Intl.ListFormat('en-GB');
/** "Portal A", "Portal A and Portal B", "Portal A, Portal B and Records". */
export const listed = (names: readonly string[]): string => LIST.format(names);
