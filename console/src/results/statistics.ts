/** Median and percentiles of the loaded pages, computed as the service does (type 7, linear). */
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { priceOf } from './fields.js';

export interface Statistics {
  readonly rows: number;
  readonly priced: number;
  readonly median: number | null;
  readonly p25: number | null;
  readonly p75: number | null;
  readonly perSqft: number | null;
  readonly earliest: string | null;
  readonly latest: string | null;
}

/** The statistics of these rows. */
export function ofRows(rows: readonly Row[], kind: SearchRoute['kind']): Statistics {
  const { known, ...quartiles } = quartilesOf(rows.map((row) => priceOf(row, kind)));
  const priced = kind === 'auctions' ? [] : rows;
  const perSqft = ascending(priced.map((row) => row.price_per_sqft));
  const dates = rows.flatMap((row) => ('sold_date' in row ? (row.sold_date ?? []) : [])).sort();
  return {
    rows: rows.length,
    priced: known,
    ...quartiles,
    perSqft: percentile(perSqft, 0.5),
    earliest: dates[0] ?? null,
    latest: dates.at(-1) ?? null,
  };
}

export interface Quartiles {
  /** Values that are known. */
  readonly known: number;
  readonly p25: number | null;
  readonly median: number | null;
  readonly p75: number | null;
}

/** The quartiles of values, of which some may be null. */
export function quartilesOf(values: readonly (number | null)[]): Quartiles {
  const sorted = ascending(values);
  return {
    known: sorted.length,
    p25: percentile(sorted, 0.25),
    median: percentile(sorted, 0.5),
    p75: percentile(sorted, 0.75),
  };
}

export const ascending = (values: readonly (number | null)[]): number[] =>
  values.filter((value) => value !== null).sort((a, b) => a - b);

/** Linear interpolation between the closest ranks of sorted values; null of none. */
export function percentile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  const rank = (sorted.length - 1) * share;
  const low = Math.floor(rank);
  const below = sorted[low] ?? 0;
  const above = sorted[Math.min(low + 1, sorted.length - 1)] ?? below;
  return below + (above - below) * (rank - low);
}

/** Round axis ticks, about `wanted` of them, that cover low to high. */
export function ticks(low: number, high: number, wanted: number): number[] {
  const span = high - low || Math.abs(high) || 1;
  const rough = span / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10);
  const first = Math.floor(low / step) * step;
  const steps = Math.ceil((high - first) / step);
  return Array.from({ length: steps + 1 }, (_, index) => first + index * step);
}
