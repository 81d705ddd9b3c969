/** Whether a feature of a stored result fits the query of its layer. */
import type { RowFeature } from '#contract/flat-rows.js';
import type { RangeFact } from '#contract/params.js';
import { inBox } from './box.js';
import { lastDayOf } from './days.js';
import type { LayerQuery } from './layer-query.js';
import { isIn, rangesOf } from './ranges.js';

type Properties = RowFeature['properties'];
type Value = Properties[string];

/** Date fields of rows, the first that a row has. */
const DATES = ['sold_date', 'list_date'] as const;
const MONTH = 'extras.sold_month';
const PRICES = ['sale_price.amount', 'list_price.amount', 'rent_monthly.amount'] as const;

/** The properties that bounds are compared with. */
const FACTS: Readonly<Record<Exclude<RangeFact, 'price'>, string>> = {
  beds: 'beds',
  baths: 'baths',
  living_area_sqft: 'living_area_sqft',
  year_built: 'extras.year_built',
};

/**
 * A bound needs a known value; a feature without a date fits every period, and one with a month
 * alone a period that has all of the month.
 */
export function fitsLayer(query: LayerQuery, { geometry, properties }: RowFeature): boolean {
  const [lng = Number.NaN, lat = Number.NaN] = geometry?.coordinates ?? [];
  if (geometry === null || (query.box !== null && !inBox(query.box, lat, lng))) return false;
  const days = daysOf(properties);
  if (days !== null && query.from !== null && days.first < query.from) return false;
  if (days !== null && query.until !== null && days.last > query.until) return false;
  return (
    rangesOf(query.bounds).every((range) => isIn(factIn(properties, range.fact), range)) &&
    Object.entries(query.values).every(([name, asked]) => properties[name] === asked)
  );
}

function factIn(properties: Properties, fact: RangeFact): number | null {
  const value = fact === 'price' ? priceIn(properties) : properties[FACTS[fact]];
  return typeof value === 'number' ? value : null;
}

/** Sold rows have no other price than that of the sale. */
function priceIn(properties: Properties): Value {
  const names = 'sale_price.amount' in properties ? PRICES.slice(0, 1) : PRICES.slice(1);
  return names.map((name) => properties[name] ?? null).find((value) => value !== null) ?? null;
}

function daysOf(properties: Properties): { readonly first: string; readonly last: string } | null {
  const day = DATES.map((name) => properties[name]).find((one) => typeof one === 'string');
  if (typeof day === 'string') return { first: day, last: day };
  const month = properties[MONTH];
  return typeof month === 'string' ? { first: `${month}-01`, last: lastDayOf(month) } : null;
}
