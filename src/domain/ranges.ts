/** Filters by bounds: which facts of a home they compare, and with what (contract/params.ts). */
import { ORDERED_PAIRS, RANGE_FACTS, RANGES, type RangeFact } from '#contract/params.js';
import { invalidQuery } from './api-error.js';
import type { SearchBounds } from './search.js';

/** A fact with its inclusive bounds; infinite where none was sent. */
export interface FactRange {
  readonly fact: RangeFact;
  readonly low: number;
  readonly high: number;
}

/** The facts that are bounded, in the order of the contract. A lower bound of 0 bounds nothing. */
export function rangesOf(bounds: SearchBounds): FactRange[] {
  const ranges: FactRange[] = [];
  // A loop: this is called for every row.
  for (const fact of RANGE_FACTS) {
    const [lowName, highName] = RANGES[fact];
    const low = bounds[lowName] || -Infinity;
    const high = (highName === null ? undefined : bounds[highName]) ?? Infinity;
    if (low > -Infinity || high < Infinity) ranges.push({ fact, low, high });
  }
  return ranges;
}

/** Each bound as a comparison. */
export const comparisonsOf = (bounds: SearchBounds): Comparison[] =>
  rangesOf(bounds)
    .flatMap(({ fact, low, high }): Comparison[] => [
      [fact, '>=', low],
      [fact, '<=', high],
    ])
    .filter(([, , value]) => Number.isFinite(value));

type Comparison = readonly [fact: RangeFact, sign: '>=' | '<=', value: number];

/** Whether a value is in a range: a bound needs a known value. */
export const isIn = (value: number | null, { low, high }: FactRange): boolean =>
  value !== null && value >= low && value <= high;

/** Throws the API error of the first pair whose lower bound is above the upper. */
export function rejectReversed(bounds: SearchBounds): void {
  for (const [low, high] of ORDERED_PAIRS) {
    const [from, to] = [bounds[low], bounds[high]];
    if (from === undefined || to === undefined || from <= to) continue;
    throw invalidQuery(high, `${high} (${to}) is below ${low} (${from}). Swap them or omit one.`);
  }
}
