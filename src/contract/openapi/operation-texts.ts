/** Texts of the document that no table of the contract has: meanings of inputs, and examples. */
import type { LookupParam, ParamName } from '../params.js';

/**
 * The purpose of an input, and an example value. PARAMS describes its accepted values, which are
 * appended: "Fewest bedrooms: a whole number from 0 to 10."
 */
export const PARAM_TEXTS: Readonly<Record<ParamName, { use: string; example: unknown }>> = {
  zip: { use: '', example: '78704' },
  city: { use: 'With `state`', example: 'Austin' },
  state: { use: 'With a place of that state', example: 'TX' },
  county: { use: 'County, parish or borough, with `state`', example: 'Travis' },
  bbox: { use: 'A map box', example: '-97.78,30.23,-97.73,30.27' },
  lat: { use: 'Center of a circle, with `lng` and `radius_mi`', example: 30.25 },
  lng: { use: 'Center of a circle, with `lat` and `radius_mi`', example: -97.75 },
  radius_mi: { use: 'With `lat` and `lng`', example: 2 },
  min_price: { use: 'Lowest price, on rentals monthly rent', example: 300000 },
  max_price: { use: 'Highest price, on rentals monthly rent', example: 900000 },
  beds_min: { use: 'Fewest bedrooms', example: 2 },
  baths_min: { use: 'Fewest bathrooms', example: 1.5 },
  sqft_min: { use: 'Smallest living area', example: 800 },
  sqft_max: { use: 'Largest living area', example: 3000 },
  property_type: { use: 'Home types', example: 'single_family,condo' },
  year_built_min: { use: 'Earliest year built', example: 1950 },
  year_built_max: { use: 'Latest year built', example: 2026 },
  arms_length: {
    use: "Sales at arm's length, others, or those of which the publisher does not say",
    example: 'true,unknown',
  },
  sort: { use: "Order of the entire search, the source's own when omitted", example: 'newest' },
  sold_within_days: { use: 'Only homes sold in this many past days, 90 when omitted', example: 90 },
  cursor: {
    use: 'With the same inputs, on the same route',
    example: 'AtSnxBwAAAAAAAC0AgDIAQAmvwIOBcv2a2rw2V_5vGIj',
  },
};

/** The inputs of a lookup: exactly one of them is sent. */
export const LOOKUP_TEXTS: Readonly<Record<LookupParam, string>> = {
  address: 'Street address with city and state.',
  url: 'URL of the home on the source site.',
  source_id: "The source's ID of the home.",
};
