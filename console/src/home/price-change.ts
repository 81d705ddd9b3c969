/** How a price has moved, as this service saw it or as the source says, in one line. */
import type { Row } from '#contract/rows.js';
import type { Money } from '#contract/values.js';
import { valueOf } from '../results/fields.js';
import { money } from '../text/format.js';

export const PRICE_CHANGE = 'extras.price_change';
const PERCENT = 'extras.price_change_percent';
const SINCE = 'extras.price_change_since';
const ORIGIN = 'extras.price_change_origin';
/** What that line says already. */
export const SAID_BY_PRICE_CHANGE: readonly string[] = [PERCENT, SINCE, ORIGIN];

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
/** Below it one decimal would say nothing. */
const SMALL = 0.1;

/**
 * "−$15,000 (−2.1%) since Nov 2", "unchanged since Nov 2, 2025", "−$6,400 (−1.9%) on Oct 29, by the
 * source"; null where it is not known.
 */
export function priceChangeText(row: Row, now: Date): string | null {
  const change = valueOf(row, PRICE_CHANGE) as Money | null;
  const percent = valueOf(row, PERCENT) as number | null;
  const since = valueOf(row, SINCE) as string | null;
  if (change === null) return null;
  const words =
    change.amount === 0
      ? 'unchanged'
      : `${signed(change.amount, (amount) => money({ ...change, amount }))}${percent === null ? '' : ` (${signed(percent, percentText)})`}`;
  if (valueOf(row, ORIGIN) === 'source') {
    return since === null
      ? `${words}, by the source`
      : `${words} on ${namedDayText(since, now)}, by the source`;
  }
  return since === null ? words : `${words} since ${dayText(new Date(since), now)}`;
}

const signed = (value: number, format: (amount: number) => string): string =>
  `${value < 0 ? '−' : '+'}${format(Math.abs(value))}`;

const percentText = (value: number): string => `${value.toFixed(value < SMALL ? 2 : 1)}%`;

/** A day that a source names is written as its start in UTC. */
const namedDayText = (since: string, now: Date): string =>
  dayText(new Date(since.endsWith('T00:00:00.000Z') ? since.slice(0, -1) : since), now);

const dayText = (day: Date, now: Date): string =>
  (day.getFullYear() === now.getFullYear() ? DAY : DAY_AND_YEAR).format(day);
