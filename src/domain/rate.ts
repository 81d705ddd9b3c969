/** The minute window of an account: 60 calls a clock minute by default. */
import { MINUTE_MS } from '#contract/durations.js';

/** Minutes since the Unix epoch: identifies the window of a moment. */
export const minuteOf = (nowMs: number): number => Math.floor(nowMs / MINUTE_MS);

export interface RateWindow {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds to the end of the clock minute, at least 1. */
  readonly reset_s: number;
}

/** The window after a call was counted; `calls` includes this one. */
export function rateWindow(limit: number, calls: number, nowMs: number): RateWindow {
  const reset_s = Math.max(1, Math.ceil(((minuteOf(nowMs) + 1) * MINUTE_MS - nowMs) / 1000));
  return { limit, remaining: Math.max(0, limit - calls), reset_s };
}
