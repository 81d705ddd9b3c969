/**
 * The error of the method in an area: sales of a period, each estimated from the sales before it
 * and without itself, with a trend that was learned before it.
 */
import { COMPARABLES_AGE_DAYS_MAX } from '#contract/comparables.js';
import { mayHaveSay } from './choose.js';
import { estimatePrice } from './estimate.js';
import type { PastSale } from './facts.js';
import type { Tested } from './interval.js';
import { learnTrend, type Trend } from './trend.js';

/** A trend is learned again after this many days. */
const TREND_DAYS = 15;

export interface Test<S extends PastSale = PastSale> extends Tested {
  readonly sale: S;
}

/**
 * Tests sales against those of `sales` before them, by day. Yields after every sale, null for one
 * with too few before it, so that a caller can pause.
 */
export function* testSales<S extends PastSale>(
  tested: readonly S[],
  sales: readonly PastSale[],
): Generator<Test<S> | null> {
  const inOrder = [...tested].sort((a, b) => a.day - b.day);
  let trend: Trend | null = null;
  let learned = -Infinity;
  for (const sale of inOrder) {
    if (sale.day - learned >= TREND_DAYS) {
      trend = learnTrend(sales, sale.day, COMPARABLES_AGE_DAYS_MAX);
      learned = sale.day;
    }
    const made = mayHaveSay(sale, sale.day + 1)
      ? estimatePrice(sale, sale.day, sales, trend)
      : null;
    yield made && { sale, price: sale.price, estimate: made.price, deviation: made.deviation };
  }
}

/** How far estimates were from prices, as shares of the price. */
export interface Errors {
  readonly median_absolute_error: number;
  readonly within_5_percent: number;
  readonly within_10_percent: number;
  readonly within_20_percent: number;
  /** The median of the signed error: negative where estimates are too low. */
  readonly bias: number;
}

/** The errors of at least one test. */
export function errorsOf(tested: readonly Pick<Tested, 'price' | 'estimate'>[]): Errors {
  const signed = tested.map(({ price, estimate }) => estimate / price - 1);
  const absolute = signed.map(Math.abs);
  const within = (most: number) => absolute.filter((one) => one <= most).length / absolute.length;
  return {
    median_absolute_error: medianOf(absolute),
    within_5_percent: within(0.05),
    within_10_percent: within(0.1),
    within_20_percent: within(0.2),
    bias: medianOf(signed),
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const high = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? high : (high + (sorted[half - 1] ?? 0)) / 2;
}
