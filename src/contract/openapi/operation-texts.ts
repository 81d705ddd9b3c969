/** Words of the document that no table of the contract holds: titles, meanings and example inputs. */
import type { ParamName } from '../params.js';
import type { SEARCH_ROUTES } from '../routes.js';

export type RouteId = (typeof SEARCH_ROUTES)[number]['id'];

export const ROUTE_TEXTS: Readonly<Record<RouteId, { summary: string; description: string }>> = {
  portal_a_listings: {
    summary: 'Homes for sale, portal_a',
    description: 'Homes for sale from a national listings portal.',
  },
  portal_a_sold: {
    summary: 'Sold homes, portal_a',
    description:
      'Sold homes from a national listings portal. A sale price that is not public stays null, with a note.',
  },
  portal_a_rentals: {
    summary: 'Homes and buildings for rent, portal_a',
    description:
      'Homes and apartment buildings for rent. A building is one row with its lowest rent, and its units in `extras.units`.',
  },
  auction_listings: {
    summary: 'Homes up for auction',
    description:
      'Foreclosure and bank-owned homes up for auction, soonest auction first unless `sort` says otherwise. An auction has no asking price.',
  },
  nyc_portal_listings: {
    summary: 'Homes for sale in New York City, nyc_portal',
    description: 'Homes for sale in an area of New York City. Other places are refused.',
  },
  nyc_portal_rentals: {
    summary: 'Homes for rent in New York City, nyc_portal',
    description: 'Homes for rent in an area of New York City. Other places are refused.',
  },
  portal_b_sold: {
    summary: 'Sold homes, portal_b',
    description: 'Sold homes from a second national portal.',
  },
};

/**
 * What an input is for, and a value to show. What it may hold is said by PARAMS and put behind it:
 * "Fewest bedrooms: a whole number from 0 to 10."
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
  sort: { use: "Order of the whole search, the source's own when omitted", example: 'newest' },
  sold_within_days: { use: 'Only homes sold in this many past days, 90 when omitted', example: 90 },
  cursor: {
    use: 'With the same inputs, on the route that made it',
    example: 'AtSnxBwAAAAAAAC0AgDIAQAmvwIOBcv2a2rw2V_5vGIj',
  },
};

/** The inputs of the lookup: exactly one of them is sent. */
export const LOOKUP = {
  address: {
    description: 'Street address with city and state.',
    example: '9431 Walnutgrove St, Austin, TX',
  },
  url: { description: 'Address of the page of the home on the source site.', example: null },
  source_id: { description: "The source's own ID for the home.", example: '436377839390' },
} as const;
