/** Labels of routes, sources, kinds, fields and locations. */
import type { LocationForm } from '#contract/params.js';
import {
  isLookup,
  type Route,
  routeById,
  SEARCH_ROUTES,
  type SearchRoute,
  searchRouteById,
} from '#contract/routes.js';
import { manifestOf, SOURCES } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';

/** Sources of the contract; an unknown one is labelled by its name. */
export const sourceLabel = (source: string): string =>
  manifestOf(source)?.display_name ?? capitalized(spaced(source));

/** The label of a source; a feed or a set keeps the name that the operator gave it. */
export const feedLabel = (name: string): string =>
  manifestOf(name) === undefined ? name : sourceLabel(name);

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

export const KIND_TITLES: Readonly<Record<Kind, string>> = {
  listings: 'For sale',
  rentals: 'For rent',
  sold: 'Sold',
  auctions: 'Auctions',
};

/** "Portal A · For sale"; just "Auctions" for the one auction route. */
export const routeTitle = (route: Route): string =>
  isLookup(route)
    ? `${sourceLabel(route.source)} · Home lookup`
    : route.kind === 'auctions'
      ? 'Auctions'
      : `${sourceLabel(route.source)} · ${KIND_TITLES[route.kind]}`;

/** The title of the route with this id; one of another version is named by its id. */
export function routeName(id: string): string {
  const route = routeById(id);
  return route === undefined ? id : routeTitle(route);
}

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
  source_url: 'Source page',
  listing_kind: 'Kind',
  rent_is_from_price: 'Lowest of several rents',
  price_per_sqft: 'Price / sqft',
  living_area_sqft: 'Living area',
  sale_price_disclosure: 'Price origin',
  sale_to_list_ratio: 'Sale / list',
  'extras.arms_length': "At arm's length",
  'extras.days_on_zillow': 'Days on the source',
  'extras.file_sha256': 'Checksum of the file',
  'extras.home_type_raw': 'Home type at the source',
  'extras.imported_at': 'Imported',
  'extras.lease_term_months': 'Lease term, months',
  'extras.licence_url': 'Licence text',
  'extras.line': 'Line of the file',
  'extras.list_agent_name': 'Listing agent',
  'extras.listing_status_raw': 'Auction status at the source',
  'extras.lot_area_sqft': 'Lot area',
  'extras.lot_size_raw': 'Lot size, without a unit',
  'extras.modified_at': 'Changed in the feed',
  'extras.monthly_common_charges': 'Common charges / month',
  'extras.monthly_maintenance': 'Maintenance / month',
  'extras.monthly_taxes': 'Taxes / month',
  'extras.no_fee': 'No broker fee',
  'extras.online_auction': 'Held online',
  'extras.originating_system': 'MLS of origin',
  'extras.price_change_percent': 'Price change, %',
  'extras.price_change_since': 'Price known since',
  'extras.price_change_origin': 'Price change seen by',
  'extras.price_change_timestamp': 'Price last set',
  'extras.property_sub_type': 'Home subtype',
  'extras.property_type_code': 'Home type code',
  'extras.property_type_raw': 'Home type at the source',
  'extras.rent_zestimate': 'Rent estimate',
  'extras.status_raw': 'Status at the source',
  'extras.zestimate': 'Value estimate',
  'address.line1': 'Street',
};

/** Parts of names that are abbreviations. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  fips: 'FIPS',
  hoa: 'HOA',
  id: 'ID',
  mls: 'MLS',
  zip: 'ZIP',
};

/** Column heading of a field: "HOA fee / month" of `extras.hoa_fee_monthly`. */
export const fieldTitle = (field: string): string =>
  FIELD_LABELS[field] ??
  capitalized(
    field
      .replace(/^(extras|address)\./, '')
      .split('_')
      .map((word) => ABBREVIATIONS[word] ?? word)
      .join(' ')
      .replace(/ monthly$/, ' / month'),
  );

const VALUE_LABELS: Readonly<Record<string, string>> = {
  mls_reported: 'reported to the MLS',
  observed: 'this service',
  source: 'the source',
};

/** A value of a fixed list in words: "single family", "reported to the MLS". */
export const valueLabel = (value: string): string =>
  VALUE_LABELS[value] ?? spaced(value).toLowerCase();

/** "single_family" as "single family". */
export const spaced = (name: string): string => name.replaceAll('_', ' ');

export const capitalized = (text: string): string =>
  text.replace(/^./, (first) => first.toUpperCase());
