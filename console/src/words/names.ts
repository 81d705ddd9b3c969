/** Words for what the wire calls by code: routes, sources, kinds, fields, locations. */
import type { LocationForm } from '#contract/params.js';
import {
  isLookup,
  type Route,
  SEARCH_ROUTES,
  type SearchRoute,
  searchRouteById,
} from '#contract/routes.js';
import type { Kind } from '#contract/values.js';

/** Sources of the contract in words; an unknown one keeps its own. */
const SOURCE_WORDS: Readonly<Record<string, string>> = {
  portal_a: 'Portal A',
  portal_b: 'Portal B',
  nyc_portal: 'NYC portal',
  auction: 'Auctions',
};
export const sourceWords = (source: string): string =>
  SOURCE_WORDS[source] ?? wordsOf(source).replace(/^./, (first) => first.toUpperCase());

/** What one row of a kind is called: one, many. */
export const KIND_WORDS: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  listings: ['home for sale', 'homes for sale'],
  rentals: ['home for rent', 'homes for rent'],
  sold: ['sold home', 'sold homes'],
  auctions: ['home up for auction', 'homes up for auction'],
};

const KIND_TITLES: Readonly<Record<Kind, string>> = {
  listings: 'For sale',
  rentals: 'For rent',
  sold: 'Sold',
  auctions: 'Auctions',
};
export const kindTitle = (kind: Kind): string => KIND_TITLES[kind];

/** "Portal A · For sale"; a source with one route is named once. */
export const routeTitle = (route: Route): string =>
  isLookup(route)
    ? `${sourceWords(route.source)} · One home`
    : route.kind === 'auctions'
      ? 'Auctions'
      : `${sourceWords(route.source)} · ${kindTitle(route.kind)}`;

/** The route with this id, or the first: an address may name one that is gone. */
export const routeOr = (id: string | null): SearchRoute =>
  searchRouteById(id ?? '') ?? SEARCH_ROUTES[0];

export const FORM_WORDS: Readonly<Record<LocationForm, string>> = {
  zip: 'ZIP',
  city: 'City',
  county: 'County',
  bbox: 'Box',
  circle: 'Circle',
};

const SHORT_FIELDS: Readonly<Record<string, string>> = {
  source_id: 'Source ID',
  source_url: 'Source page',
  listing_kind: 'Kind',
  rent_monthly: 'Rent / month',
  rent_is_from_price: 'From price',
  days_on_market: 'Days on market',
  price_per_sqft: 'Price / sqft',
  living_area_sqft: 'Living area',
  sale_price_disclosure: 'Price origin',
  sale_to_list_ratio: 'Sale / list',
  'address.line1': 'Street',
  'address.unit': 'Unit',
  'address.city': 'City',
  'address.state': 'State',
  'address.zip': 'ZIP',
  'address.county': 'County',
  'address.county_fips': 'County FIPS',
  location: 'Map point',
};

/** Heading of a field: the words of its name. */
export const fieldTitle = (field: string): string =>
  SHORT_FIELDS[field] ??
  wordsOf(field.replace(/^(extras|address)\./, '')).replace(/^./, (first) => first.toUpperCase());

/** "single_family" as "single family". */
export const wordsOf = (name: string): string => name.replaceAll('_', ' ');
