/** The price of a call, and the month of plan credits (docs/lifecycle.md#credits-exactly-once). */
import { isoDay, isoMonthOf } from './days.js';

/** The price of a delivered page: 0 past the last page, the price of the route otherwise. */
export const creditsFor = (
  page: { readonly past_end: boolean },
  route: { readonly price: number },
): number => (page.past_end ? 0 : route.price);

/** The calendar month in UTC, as "2026-11": plan credits do not roll over. */
export const planPeriod = (nowMs: number): string => isoMonthOf(isoDay(nowMs));

/** Seconds until the next calendar month, for Retry-After of quota_exceeded. */
export const secondsToNextPeriod = (nowMs: number): number =>
  Math.ceil((nextPeriodMs(nowMs) - nowMs) / 1000);

/** When the next calendar month begins, UTC. */
export function nextPeriodMs(nowMs: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
}
