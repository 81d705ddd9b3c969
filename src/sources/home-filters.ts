import type { FilterName } from './driver.js';

/** Filters of the sources that find homes by price, size and type. */
export const HOME_FILTERS = [
  'min_price',
  'max_price',
  'beds_min',
  'baths_min',
  'sqft_min',
  'sqft_max',
  'property_type',
] as const satisfies readonly FilterName[];
