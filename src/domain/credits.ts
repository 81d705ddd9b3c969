/** The price of a call and the month that plan credits belong to (interface-v1, "Limits"; decisions §3). */

/** The route price: every search route costs this much per complete call. */
export const ROUTE_PRICE = 1;

/** What a delivered page costs: nothing past the last page, the route price otherwise. */
export const creditsFor = (page: { readonly past_end: boolean }): 0 | 1 =>
  page.past_end ? 0 : ROUTE_PRICE;

/** The calendar month in UTC, as "2026-11": plan credits do not roll over. */
export const planPeriod = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 7);

/** Seconds until the next calendar month, for Retry-After of quota_exceeded. */
export const secondsToNextPeriod = (nowMs: number): number =>
  Math.ceil((nextPeriodMs(nowMs) - nowMs) / 1000);

/** When the next calendar month begins, UTC. */
export function nextPeriodMs(nowMs: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
}
