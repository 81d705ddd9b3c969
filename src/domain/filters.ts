/** Whether a row fits the requested filters: every row is checked after every fetch. */
import { DAY_MS } from '#contract/durations.js';
import type { RangeFact } from '#contract/params.js';
import type { Row } from '#contract/rows.js';
import type { ArmsLength, Money } from '#contract/values.js';
import { isoDay } from './days.js';
import { isAbsent, type ParsedRow, valueOr } from './parsed-row.js';
import { type FactRange, isIn, rangesOf } from './ranges.js';
import type { Filters, Subfilter } from './search.js';

/** Whether a row matches the filters; `unknown` when a value that a filter needs is missing. */
export type Fit = 'fits' | 'outside' | 'unknown';

/**
 * Checks a row against every filter bound. A bound requires a known value: a row without the value
 * does not fit, except a building of mixed units, which fits if one of its units does. `nowMs` ends
 * the period of sold_within_days.
 */
export function fitFilters(filters: Filters, row: ParsedRow<Row>, nowMs: number): Fit {
  const fits = [
    ...rangesOf(filters).map((range) => fitRange(range, row)),
    fitType(filters, row),
    fitArmsLength(filters, row),
    fitSoldWindow(filters, row, nowMs),
  ];
  if (fits.includes('outside')) return 'outside';
  return fits.includes('unknown') ? 'unknown' : 'fits';
}

const fitIf = (fits: boolean): Fit => (fits ? 'fits' : 'outside');

/** Whether a row belongs to a subfilter of a split point cluster. */
export function fitsSubfilter(
  subfilter: Subfilter,
  remainder: boolean,
  row: ParsedRow<Row>,
): boolean {
  const price = priceOf(row);
  if (remainder && price !== null) return false;
  if (subfilter.price !== undefined) {
    const [low, below] = subfilter.price;
    if (price === null || price < low || (below !== null && price >= below)) return false;
  }
  if (subfilter.beds !== undefined) {
    const [low, high] = subfilter.beds;
    const beds = Math.floor(valueOr(row.beds) ?? 0);
    if (beds < low || (high !== null && beds > high)) return false;
  }
  return subfilter.property_types?.includes(valueOr(row.property_type) ?? 'other') ?? true;
}

/** The price a row is filtered and ordered by: rent, asking or sale price, in dollars. */
export function priceOf(row: ParsedRow<Row>): number | null {
  const money: Money | null =
    'sale_price' in row
      ? valueOr(row.sale_price)
      : (valueOr(row.list_price) ?? valueOr(row.rent_monthly));
  return money?.amount ?? null;
}

const FACTS: Readonly<Record<RangeFact, (row: ParsedRow<Row>) => number | null>> = {
  price: priceOf,
  beds: (row) => valueOr(row.beds),
  baths: (row) => valueOr(row.baths),
  living_area_sqft: (row) => valueOr(row.living_area_sqft),
  year_built: yearBuilt,
};

function fitRange(range: FactRange, row: ParsedRow<Row>): Fit {
  const value = FACTS[range.fact](row);
  if (value !== null) return fitIf(isIn(value, range));
  if (range.fact === 'price') return 'unknown';
  if (range.fact === 'beds') return fitUnits(range, row);
  return isBuilding(row) ? 'fits' : 'unknown';
}

/** A building without bedrooms of its own fits by one of its units. */
function fitUnits(range: FactRange, row: ParsedRow<Row>): Fit {
  const units = 'units' in row.extras ? row.extras.units : [];
  if (units.some(({ beds }) => isIn(valueOr(beds), range))) return 'fits';
  return units.length > 0 && units.every(({ beds }) => !isAbsent(beds)) ? 'outside' : 'unknown';
}

const isBuilding = (row: ParsedRow<Row>): boolean =>
  'listing_kind' in row && row.listing_kind === 'building';

function yearBuilt(row: ParsedRow<Row>): number | null {
  const year = 'year_built' in row.extras ? valueOr(row.extras.year_built) : null;
  return typeof year === 'number' ? year : null;
}

function fitType({ property_type }: Filters, row: ParsedRow<Row>): Fit {
  if (property_type === undefined) return 'fits';
  const type = valueOr(row.property_type);
  return type === null ? 'unknown' : fitIf(property_type.some((asked) => asked === type));
}

/** The publisher's silence can be requested too, so nothing is unknown. */
function fitArmsLength({ arms_length }: Filters, row: ParsedRow<Row>): Fit {
  if (arms_length === undefined) return 'fits';
  return fitIf(arms_length.includes(armsLengthWord(armsLengthOf(row))));
}

/** Whether a sale was at arm's length; null where nobody says so. */
export function armsLengthOf(row: ParsedRow<Row>): boolean | null {
  return 'arms_length' in row.extras ? valueOr(row.extras.arms_length) : null;
}

/** How a search spells it. */
export const armsLengthWord = (value: boolean | null): ArmsLength =>
  value === null ? 'unknown' : value ? 'true' : 'false';

/** With one day of tolerance: the source counts days in its own time zone. */
function fitSoldWindow({ sold_within_days }: Filters, row: ParsedRow<Row>, nowMs: number): Fit {
  if (sold_within_days === undefined || !('sold_date' in row)) return 'fits';
  const sold = valueOr(row.sold_date);
  const earliest = isoDay(nowMs - (sold_within_days + 1) * DAY_MS);
  // A sale without a date was still found in the requested period: the source vouches for it.
  return sold === null ? 'fits' : fitIf(sold >= earliest);
}
