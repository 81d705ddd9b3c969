/** Whether a feature of a stored result fits the query of its layer. */
import type { RowFeature } from '#contract/flat-rows.js';
import { inBox } from './box.js';
import { lastDayOf } from './days.js';
import type { LayerQuery } from './layer-query.js';

type Properties = RowFeature['properties'];
type Value = Properties[string];

/** Date fields of rows, the first that a row has. */
const DATES = ['sold_date', 'list_date'] as const;
const MONTH = 'extras.sold_month';
const PRICES = ['sale_price.amount', 'list_price.amount', 'rent_monthly.amount'] as const;

/** The properties that bounds are compared with. */
const BOUNDS: Readonly<Record<string, readonly [property: string, sign: 1 | -1]>> = {
  beds_min: ['beds', 1],
  baths_min: ['baths', 1],
  sqft_min: ['living_area_sqft', 1],
  sqft_max: ['living_area_sqft', -1],
  year_built_min: ['extras.year_built', 1],
  year_built_max: ['extras.year_built', -1],
};
const PRICE_BOUNDS: Readonly<Record<string, 1 | -1>> = { min_price: 1, max_price: -1 };

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
  return Object.entries(query.filters).every(([name, asked]) =>
    fitsFilter(properties, name, asked),
  );
}

function fitsFilter(properties: Properties, name: string, asked: string | number): boolean {
  const ofPrice = PRICE_BOUNDS[name];
  if (ofPrice !== undefined) return isBeyond(priceIn(properties), asked, ofPrice);
  const bound = BOUNDS[name];
  if (bound !== undefined) return isBeyond(properties[bound[0]] ?? null, asked, bound[1]);
  return properties[name] === asked;
}

const isBeyond = (value: Value, asked: string | number, sign: 1 | -1): boolean =>
  typeof value === 'number' && sign * value >= sign * Number(asked);

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
