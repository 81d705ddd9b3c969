/** When a failed delivery is retried: the schedule of Standard Webhooks 1.0.0, with jitter. */
import { HOUR_S, MINUTE_S } from '#contract/durations.js';

/** Seconds from one attempt to the next: ten attempts in 75.6 hours. */
const DELAYS_S = [
  5,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  20 * HOUR_S,
  24 * HOUR_S,
];
/** A delay is at most this share longer or shorter. */
const JITTER = 0.2;
const RETRY_AFTER_S_MAX = 24 * HOUR_S;

/** Milliseconds until the next attempt after `attempts` of them; null when that was the last. */
export function retryDelayMs(attempts: number, random: number): number | null {
  const delayS = DELAYS_S[attempts - 1];
  return delayS === undefined ? null : Math.round(delayS * 1000 * (1 + JITTER * (2 * random - 1)));
}

/** Retry-After in milliseconds, from seconds or a date (RFC 9110); 0 when absent or invalid. */
export function retryAfterMs(retryAfter: string | undefined, nowMs: number): number {
  if (retryAfter === undefined) return 0;
  const ms = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Math.max(0, Date.parse(retryAfter) - nowMs || 0);
  return Math.min(ms, RETRY_AFTER_S_MAX * 1000);
}
