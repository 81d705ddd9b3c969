/** Rows of two searches by their home, for homes that are on both sides. */
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { priceOf } from '../results/fields.js';
import { rowsByHome } from '../results/homes-of-rows.js';

/** Lines of the table. */
export const HOMES_SHOWN = 50;

export interface SharedHome {
  /** Its home id; without one the key of its row. */
  readonly id: string;
  readonly left: readonly Row[];
  readonly right: readonly Row[];
  /** The different values of each side. */
  readonly prices: readonly [left: readonly number[], right: readonly number[]];
  /** The different values of both sides together. */
  readonly beds: readonly number[];
  readonly area: readonly number[];
}

/** Homes with rows on both sides, those that differ in most first. */
export function sharedHomes(
  left: readonly Row[],
  right: readonly Row[],
  kinds: readonly [left: SearchRoute['kind'], right: SearchRoute['kind']],
): SharedHome[] {
  const others = rowsByHome(right);
  return [...rowsByHome(left)]
    .flatMap(([id, rows]): SharedHome[] => {
      const beside = others.get(id);
      if (beside === undefined) return [];
      const all = [...rows, ...beside];
      return [
        {
          id,
          left: rows,
          right: beside,
          prices: [pricesOf(rows, kinds[0]), pricesOf(beside, kinds[1])],
          beds: different(all.map(({ beds }) => beds)),
          area: different(all.map(({ living_area_sqft }) => living_area_sqft)),
        },
      ];
    })
    .toSorted((a, b) => differing(b) - differing(a));
}

/**
 * In how many of price, beds and living area the rows of a home differ. What is not known differs
 * from nothing.
 */
export const differing = ({ prices, beds, area }: SharedHome): number =>
  [new Set(prices.flat()).size, beds.length, area.length].filter((values) => values > 1).length;

const pricesOf = (rows: readonly Row[], kind: SearchRoute['kind']): number[] =>
  different(rows.map((row) => priceOf(row, kind)));

function different(values: readonly (number | null)[]): number[] {
  return [...new Set(values.filter((value) => value !== null))];
}
