/**
 * Intervals that hold as often as promised: their bounds come from the errors of estimates of
 * other homes, each made without the sale that it is compared with (split conformal prediction).
 */

import { INTERVAL_SHARE, TESTED_SALES_MIN } from '#contract/comparables.js';

/** An estimate beside the price that was paid. */
export interface Tested {
  readonly price: number;
  readonly estimate: number;
  readonly deviation: number;
}

/** Homes of like price have bounds of their own, in groups of at least this many. */
const GROUP_MIN = 100;
const GROUPS_MAX = 10;

/** The bounds of homes whose estimate is at most `upTo`, in expected deviations. */
export interface Bounds {
  readonly upTo: number;
  readonly low: number;
  readonly high: number;
}

/** Learns bounds by groups of the estimate; none for fewer than TESTED_SALES_MIN sales. */
export function learnBounds(tested: readonly Tested[]): readonly Bounds[] {
  if (tested.length < TESTED_SALES_MIN) return [];
  const sorted = [...tested].sort((a, b) => a.estimate - b.estimate);
  const groups = Math.min(GROUPS_MAX, Math.max(1, Math.floor(sorted.length / GROUP_MIN)));
  return Array.from({ length: groups }, (_group, nth) => {
    const from = Math.floor((nth * sorted.length) / groups);
    const to = Math.floor(((nth + 1) * sorted.length) / groups);
    const group = sorted.slice(from, to);
    const isLast = nth === groups - 1;
    return {
      upTo: isLast ? Number.MAX_VALUE : (group.at(-1)?.estimate ?? 0),
      ...boundsOf(group),
    };
  });
}

function boundsOf(group: readonly Tested[]): Pick<Bounds, 'low' | 'high'> {
  const off = group
    .map(({ price, estimate, deviation }) => Math.log(price / estimate) / deviation)
    .sort((a, b) => a - b);
  // One more than there are: the next sale is as likely in any gap between them.
  const cut = Math.max(1, Math.floor(((1 - INTERVAL_SHARE) / 2) * (off.length + 1)));
  return { low: off[cut - 1] ?? 0, high: off[off.length - cut] ?? 0 };
}

/** The interval of an estimate; null without bounds. */
export function intervalOf(
  { price, deviation }: { readonly price: number; readonly deviation: number },
  bounds: readonly Bounds[],
): { readonly low: number; readonly high: number } | null {
  const own = bounds.find(({ upTo }) => price <= upTo) ?? bounds.at(-1);
  if (own === undefined) return null;
  return {
    low: price * Math.exp(own.low * deviation),
    high: price * Math.exp(own.high * deviation),
  };
}

/** How often the interval held: each half of the sales by the bounds of the other. */
export function shareHeld(tested: readonly Tested[]): number | null {
  const halves = [0, 1].map((half) => tested.filter((_one, at) => at % 2 === half));
  let held = 0;
  for (const [nth, half] of halves.entries()) {
    const bounds = learnBounds(halves[1 - nth] ?? []);
    if (bounds.length === 0) return null;
    held += half.filter((one) => holds(one, bounds)).length;
  }
  return held / tested.length;
}

/** Whether an interval holds the price that was paid. */
export function holds({ price, estimate, deviation }: Tested, bounds: readonly Bounds[]): boolean {
  const interval = intervalOf({ price: estimate, deviation }, bounds);
  return interval !== null && price >= interval.low && price <= interval.high;
}
