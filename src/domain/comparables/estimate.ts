/**
 * The price of a home from past sales nearby: a local robust regression of the log price. Prices
 * of homes that lie near each other and are alike vary together (kriging); slopes of facts, of
 * the place and of time are learned from the same sales. The estimate is a weighted mean of the
 * log prices, so each sale has its weight, and together they are 1.
 */
import { type Choice, type Chosen, chooseSales, type Placed } from './choose.js';
import type { PastSale, PricedHome } from './facts.js';
import { decompose, dot, solve } from './linear.js';
import { riseSince, type Trend } from './trend.js';

/** Changes whenever the same sales may give another estimate. */
export const METHOD_VERSION = 'local-1';

/** Variances of the log price; fitted (docs/decisions/0070-comparables.md). */
const VARIANCE = {
  /** Of a street, and of a neighbourhood: fades over these miles and differences of facts. */
  street: { variance: 0.032, miles: 0.9, unlike: 1.4 },
  quarter: { variance: 0.063, miles: 4, unlike: 5.7 },
  /** Of homes alike, wherever they lie. */
  alike: { variance: 0.018, unlike: 5.2 },
  /** Per mile and per year, squared. */
  place: 0.0011,
  time: 0.003,
  /** Of one home beyond its facts: shared by two of its sales. */
  home: 0.026,
  /** Of one sale. */
  sale: 0.017,
  /** Of each fact that a sale lacks. */
  lacking: 0.02,
} as const;

/** Sales further from what the others say lose weight, in deviations of a sale. */
const HUBER = 0.9;
const ROUNDS = 3;
const DAYS_PER_YEAR = 365;

export interface Weighed<S extends PastSale = PastSale> extends Chosen<S> {
  /** Its price at the level of the estimate's day: the same without a trend. */
  readonly price_now: number;
  /** The exponent of that price; all together are 1. */
  readonly weight: number;
}

export interface Estimate<S extends PastSale = PastSale> {
  /** The product of the prices of today, each to the power of its weight. */
  readonly price: number;
  /** Standard deviation of the log price that the method expects. */
  readonly deviation: number;
  /** The sale of the largest weight first. */
  readonly sales: readonly Weighed<S>[];
}

/**
 * Estimates a home on a day from the sales before it; null where they are too few. Without a trend
 * of the area the rise of prices is learned from these sales alone.
 */
export function estimatePrice<S extends PastSale>(
  home: PricedHome,
  day: number,
  sales: readonly S[],
  trend: Trend | null,
): Estimate<S> | null {
  const choice = chooseSales(home, day, sales);
  if (choice === null) return null;
  const logs = Float64Array.from(
    choice.chosen,
    ({ sale }) => Math.log(sale.price) + (trend === null ? 0 : riseSince(trend, sale.day)),
  );
  return weigh(home, choice, logs);
}

function weigh<S extends PastSale>(
  home: PricedHome,
  choice: Choice<S>,
  logs: Float64Array,
): Estimate<S> | null {
  const { chosen, slopes } = choice;
  const n = chosen.length;
  const subject = { east: 0, north: 0, age: 0, lacks: 0, off: new Float64Array(slopes.length) };
  const covariance = covariancesOf(chosen, slopes);
  const toSubject = Float64Array.from(chosen, (one) => {
    const isSame = home.home !== null && home.home === one.sale.home;
    return covarianceOf(one, subject, slopes) + (isSame ? VARIANCE.home : 0);
  });
  const ones = new Float64Array(n).fill(1);
  const trust = new Float64Array(n).fill(1);
  const noise = chosen.map(({ lacks }) => VARIANCE.sale + lacks * VARIANCE.lacking);
  for (let round = 0; ; round += 1) {
    const factor = Float64Array.from(covariance);
    for (let at = 0; at < n; at += 1) {
      factor[at * n + at] = (factor[at * n + at] ?? 0) + (noise[at] ?? 0) / (trust[at] ?? 1);
    }
    if (!decompose(factor, n)) return null;
    const ofOnes = solve(factor, n, ones);
    const total = dot(ones, ofOnes);
    if (round === ROUNDS - 1) {
      const ofSubject = solve(factor, n, toSubject);
      const rest = (1 - dot(ones, ofSubject)) / total;
      const weights = ofSubject.map((weight, at) => weight + rest * (ofOnes[at] ?? 0));
      const prior = covarianceOf(subject, subject, slopes);
      const variance = prior + VARIANCE.home - dot(toSubject, weights) + rest;
      return resultOf(chosen, weights, logs, Math.max(variance, 0) + VARIANCE.sale);
    }
    const mean = dot(ones, solve(factor, n, logs)) / total;
    const pulls = solve(
      factor,
      n,
      logs.map((log) => log - mean),
    );
    for (let at = 0; at < n; at += 1) {
      const own = noise[at] ?? 0;
      const off = Math.abs((own / (trust[at] ?? 1)) * (pulls[at] ?? 0));
      trust[at] = Math.min(1, (HUBER * Math.sqrt(own)) / Math.max(off, Number.EPSILON));
    }
  }
}

function resultOf<S extends PastSale>(
  chosen: readonly Chosen<S>[],
  weights: Float64Array,
  logs: Float64Array,
  variance: number,
): Estimate<S> {
  const sales = chosen.map((one, at) => ({
    ...one,
    price_now: Math.exp(logs[at] ?? 0),
    weight: weights[at] ?? 0,
  }));
  sales.sort((a, b) => b.weight - a.weight);
  return { price: Math.exp(dot(weights, logs)), deviation: Math.sqrt(variance), sales };
}

/** The lower triangle of the covariances between sales; what one sale has alone is left out. */
function covariancesOf(chosen: readonly Chosen[], slopes: Float64Array): Float64Array {
  const n = chosen.length;
  const matrix = new Float64Array(n * n);
  for (const [row, one] of chosen.entries()) {
    for (let column = 0; column < row; column += 1) {
      const other = chosen[column];
      if (other === undefined) continue;
      const isSame = one.sale.home !== null && one.sale.home === other.sale.home;
      matrix[row * n + column] = covarianceOf(one, other, slopes) + (isSame ? VARIANCE.home : 0);
    }
    matrix[row * n + row] = covarianceOf(one, one, slopes) + VARIANCE.home;
  }
  return matrix;
}

/** How the log prices of two homes vary together. Slopes are measured from the subject. */
function covarianceOf(a: Placed, b: Placed, slopes: Float64Array): number {
  let unlike = 0;
  let sloped = 0;
  for (let at = 0; at < slopes.length; at += 1) {
    const one = a.off[at] ?? 0;
    const other = b.off[at] ?? 0;
    unlike += (one - other) * (one - other);
    sloped += (slopes[at] ?? 0) * one * other;
  }
  const miles = Math.sqrt((a.east - b.east) ** 2 + (a.north - b.north) ** 2);
  const { street, quarter, alike, place, time } = VARIANCE;
  return (
    street.variance * Math.exp(-miles / street.miles - unlike / (2 * street.unlike ** 2)) +
    quarter.variance * Math.exp(-miles / quarter.miles - unlike / (2 * quarter.unlike ** 2)) +
    alike.variance * Math.exp(-unlike / (2 * alike.unlike ** 2)) +
    sloped +
    place * (a.east * b.east + a.north * b.north) +
    (time * a.age * b.age) / DAYS_PER_YEAR ** 2
  );
}
