/** Whether a row fits the asked filters: held against every row after every reading (decisions §4). */

import type { ListingRow, Row } from '#contract/rows.js';
import type { Money } from '#contract/values.js';
import { type Reading, valueOr } from './reading.js';
import type { Filters, Narrow } from './search.js';

const DAY_MS = 86_400_000;

/**
 * True when the row is within every bound asked for. A bound asks for a known value: a row whose
 * value the source does not give does not fit, except a building of mixed units, which fits by one
 * of its units. `nowMs` ends the window of sold_within_days.
 */
export function fitsFilters(filters: Filters, row: Reading<Row>, nowMs: number): boolean {
  const price = priceOf(row);
  return (
    fitsPrice(filters, price) &&
    fitsBeds(filters, row) &&
    atLeast(valueOr(row.baths), filters.baths_min, row) &&
    within(valueOr(row.living_area_sqft), filters.sqft_min, filters.sqft_max, row) &&
    within(yearBuilt(row), filters.year_built_min, filters.year_built_max, row) &&
    fitsType(filters, row) &&
    fitsSoldWindow(filters, row, nowMs)
  );
}

/** Whether a row belongs in a band of a divided stack; see Narrow. */
export function fitsNarrow(narrow: Narrow, unpriced: boolean, row: Reading<Row>): boolean {
  const price = priceOf(row);
  if (unpriced) return price === null;
  if (narrow.price !== undefined) {
    const [low, below] = narrow.price;
    if (price === null || price < low || (below !== null && price >= below)) return false;
  }
  if (narrow.beds !== undefined) {
    const [low, high] = narrow.beds;
    const beds = Math.floor(valueOr(row.beds) ?? 0);
    if (beds < low || (high !== null && beds > high)) return false;
  }
  return narrow.property_types?.includes(valueOr(row.property_type) ?? 'other') ?? true;
}

/** The price a row is filtered and ordered by: rent, asking or sale price, in dollars. */
export function priceOf(row: Reading<Row>): number | null {
  const money: Money | null =
    'sale_price' in row
      ? valueOr(row.sale_price)
      : (valueOr(row.list_price) ?? valueOr(row.rent_monthly));
  return money?.amount ?? null;
}

function fitsPrice(filters: Filters, price: number | null): boolean {
  if (filters.min_price === undefined && filters.max_price === undefined) return true;
  if (price === null) return false;
  return price >= (filters.min_price ?? 0) && price <= (filters.max_price ?? Infinity);
}

function fitsBeds(filters: Filters, row: Reading<Row>): boolean {
  if (filters.beds_min === undefined) return true;
  const min = filters.beds_min;
  const beds = valueOr(row.beds);
  if (beds !== null) return beds >= min;
  const units = 'units' in row.extras ? row.extras.units : [];
  return units.some((unit) => unit.beds !== null && unit.beds >= min);
}

const isBuilding = (row: Reading<Row>): boolean =>
  'listing_kind' in row && (row as Reading<ListingRow>).listing_kind === 'building';

const atLeast = (value: number | null, min: number | undefined, row: Reading<Row>): boolean =>
  min === undefined || (value === null ? isBuilding(row) : value >= min);

function within(
  value: number | null,
  min: number | undefined,
  max: number | undefined,
  row: Reading<Row>,
): boolean {
  if (min === undefined && max === undefined) return true;
  if (value === null) return isBuilding(row);
  return value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

function yearBuilt(row: Reading<Row>): number | null {
  const year = 'year_built' in row.extras ? valueOr(row.extras.year_built) : null;
  return typeof year === 'number' ? year : null;
}

function fitsType(filters: Filters, row: Reading<Row>): boolean {
  if (filters.property_type === undefined) return true;
  const type = valueOr(row.property_type);
  return filters.property_type.some((asked) => asked === type);
}

/** A day of grace: the source counts its own days in its own time zone. */
function fitsSoldWindow(filters: Filters, row: Reading<Row>, nowMs: number): boolean {
  if (filters.sold_within_days === undefined || !('sold_date' in row)) return true;
  const sold = valueOr(row.sold_date);
  if (sold === null) return true;
  const earliest = new Date(nowMs - (filters.sold_within_days + 1) * DAY_MS)
    .toISOString()
    .slice(0, 10);
  return sold >= earliest;
}
