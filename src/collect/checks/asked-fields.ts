/** Which fields a search itself requests odd values of, and whether it selects odd homes at all. */
import type { Question } from '#sources/driver.js';

/** The part of a question that selects homes of its area. */
export type Selection = Pick<Question, 'filters' | 'subfilter'>;

const PRICE = /_price$|^price$/;
const TYPE = /^property_types?$/;
const FILTER_OF: Readonly<Record<string, RegExp>> = {
  list_price: PRICE,
  rent_monthly: PRICE,
  sale_price: PRICE,
  living_area_sqft: /^sqft_/,
  property_type: TYPE,
  'extras.home_type_raw': TYPE,
  'extras.property_type_raw': TYPE,
  'extras.property_type_code': TYPE,
  beds: /^beds/,
  baths: /^baths_/,
  'extras.year_built': /^year_built_/,
};
/** Types of which a row may be a building with the rooms of hundreds of homes. */
export const BUILDINGS: ReadonlySet<unknown> = new Set(['multi_family', 'apartment']);
const SIZES: ReadonlySet<string> = new Set(['beds', 'baths', 'living_area_sqft']);
/** Orders that put the dearest or the cheapest homes of an area on one page. */
const PRICE_ORDER = /^price_/;
/** Names that set a period or an order and select no kind of home. */
const NEUTRAL: ReadonlySet<string> = new Set(['sort', 'sold_within_days']);

/** Whether the search itself requests odd values of a field: by a filter, an order or a split. */
export function isAsked(field: string, { filters, subfilter }: Selection): boolean {
  const asked = FILTER_OF[field];
  if (asked === undefined) return false;
  if (asked === PRICE && PRICE_ORDER.test(filters.sort ?? '')) return true;
  const types = subfilter.property_types ?? filters.property_type ?? [];
  const asksBuildings = types.length > 0 && types.every((type) => BUILDINGS.has(type));
  if (asksBuildings && SIZES.has(field)) return true;
  return namesIn({ filters, subfilter }).some((name) => asked.test(name));
}

/** Whether the search selects homes by features: these may lack fields that most homes have. */
export const isSelective = ({ filters, subfilter }: Selection): boolean =>
  PRICE_ORDER.test(filters.sort ?? '') ||
  namesIn({ filters, subfilter }).some((name) => !NEUTRAL.has(name));

const namesIn = ({ filters, subfilter }: Selection): string[] =>
  [filters, subfilter].flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  );
