/** Labels of routes, sources, kinds, fields and locations. */
import type { LocationForm } from '#contract/params.js';
import {
  isLookup,
  type Route,
  SEARCH_ROUTES,
  type SearchRoute,
  searchRouteById,
} from '#contract/routes.js';
import { manifestOf, SOURCES } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';

/** Sources of the contract; an unknown one is labelled by its name. */
export const sourceLabel = (source: string): string =>
  manifestOf(source)?.display_name ?? spaced(source).replace(/^./, (first) => first.toUpperCase());

/** Names that are no words: `portal_a`, not `mls`. */
const CODE_NAMES = new RegExp(
  `\\b(?:${SOURCES.filter((name) => name.includes('_')).join('|')})\\b`,
  'g',
);

/** A text of the service with the labels of sources in place of their names. */
export const readable = (text: string): string => text.replace(CODE_NAMES, sourceLabel);

/** Singular and plural for the rows of a kind. */
export const KIND_NOUNS: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
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

/** "Portal A · For sale"; just "Auctions" for the one auction route. */
export const routeTitle = (route: Route): string =>
  isLookup(route)
    ? `${sourceLabel(route.source)} · Home lookup`
    : route.kind === 'auctions'
      ? 'Auctions'
      : `${sourceLabel(route.source)} · ${kindTitle(route.kind)}`;

/** The route with this id, or the first one: a link may name an unknown route. */
export const routeOr = (id: string | null): SearchRoute =>
  searchRouteById(id ?? '') ?? SEARCH_ROUTES[0];

export const FORM_LABELS: Readonly<Record<LocationForm, string>> = {
  zip: 'ZIP',
  city: 'City',
  county: 'County',
  bbox: 'Box',
  circle: 'Circle',
};

const FIELD_LABELS: Readonly<Record<string, string>> = {
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
  'extras.home_id': 'Home ID',
  'extras.price_change_percent': 'Price change, %',
  'extras.price_change_since': 'Price known since',
  'extras.price_change_origin': 'Price change seen by',
  'address.line1': 'Street',
  'address.unit': 'Unit',
  'address.city': 'City',
  'address.state': 'State',
  'address.zip': 'ZIP',
  'address.county': 'County',
  'address.county_fips': 'County FIPS',
  location: 'Location',
};

/** Column heading of a field. */
export const fieldTitle = (field: string): string =>
  FIELD_LABELS[field] ??
  spaced(field.replace(/^(extras|address)\./, '')).replace(/^./, (first) => first.toUpperCase());

/** "single_family" as "single family". */
export const spaced = (name: string): string => name.replaceAll('_', ' ');
