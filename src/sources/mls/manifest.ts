/** mls: homes for sale, for rent and sold, from RESO Web API servers licensed to the operator. */
import { may } from '#contract/field.js';
import type { SourceManifest } from '#contract/manifest.js';
import { PARAM_GROUPS } from '#contract/params.js';

const LISTED = [
  may('listing_id', 'string', 'Public listing number in its MLS.'),
  may('mls_status', 'string', "The MLS's own status."),
  may('property_sub_type', 'string', 'Home type in the words of the RESO Data Dictionary.'),
  may('originating_system', 'string', 'MLS that the listing comes from.'),
  may('year_built', 'integer', 'Year built.'),
  may('lot_area_sqft', 'integer', 'Lot area in square feet.'),
  may('hoa_fee_monthly', 'money', 'Monthly HOA dues.'),
  may('tax_assessed_value', 'money', 'Assessed value.'),
  may('attribution_contact', 'string', 'Contact of the listing brokerage, to be shown with it.'),
  may('modified_at', 'date_time', 'When the feed last changed the listing.'),
] as const;
const SOLD = [...LISTED, may('list_agent_name', 'string', 'Agent who listed the home.')] as const;

const { area, city, price, home, year } = PARAM_GROUPS;
const ALL_ROUTES = {
  source: 'mls',
  forms: ['zip', 'city', 'county', 'bbox', 'circle'],
  sorts: ['newest', 'price_high', 'price_low'],
  bbox_sqmi_max: 2_500,
  price: 1,
} as const;
const LISTING_PARAMS = [...area, ...city, 'county', ...price, ...home, ...year, 'sort'] as const;

/** Servers differ in few ways; each is one option. */
const UPSTREAM_OPTIONS = [
  { name: 'top', pattern: /^[1-9]\d{0,3}$/, description: 'rows per page, from 1 to 9999' },
  {
    name: 'filter',
    pattern: /^[\x20-\x7e]{1,500}$/,
    description: "a condition for every request, such as OriginatingSystemName eq 'actris'",
  },
  {
    name: 'enumerations',
    pattern: /^(?:text|token)$/,
    description: 'text if values have spaces ("Active Under Contract"), token if not',
  },
  {
    name: 'query',
    pattern: /^[\w$.~-]+=[\w.~%-]*(?:&[\w$.~-]+=[\w.~%-]*)*$/,
    description: 'additional parameters for every request, such as PrettyEnums=true',
  },
  {
    name: 'without',
    // The first three identify a row; the last two say what may be shown.
    pattern:
      /^(?!.*\b(?:ListingKey|StandardStatus|PropertyType|Internet\w+DisplayYN)\b)[A-Za-z]+(?:,[A-Za-z]+){0,50}$/,
    description:
      'comma-separated fields that the feed never fills, such as BathroomsHalf,LotSizeSquareFeet; never ListingKey, StandardStatus, PropertyType or a display flag',
  },
  {
    name: 'mode',
    pattern: /^(?:live|replica)$/,
    description: 'live to query the feed for each search, replica to store its rows here',
  },
  {
    name: 'deletions',
    pattern: /^[A-Za-z]{2,60}$/,
    description: 'keys, or the field of a replica whose false marks a deleted row',
  },
] as const;

export const mls = {
  name: 'mls',
  display_name: 'MLS',
  routes: [
    {
      ...ALL_ROUTES,
      id: 'mls_listings',
      path: '/mls/listings',
      kind: 'listings',
      params: LISTING_PARAMS,
      sold_windows: [],
      cache: 'CACHE_LISTINGS_S',
      summary: 'Homes for sale, mls',
      description:
        'Homes for sale and under contract from RESO Web API servers of the operator. Show the brokerage with each home.',
      starter: {
        words: 'MLS homes for sale in Travis County',
        form: 'county',
        values: { county: 'Travis', state: 'TX', min_price: '1500000' },
      },
    },
    {
      ...ALL_ROUTES,
      id: 'mls_sold',
      path: '/mls/sold',
      kind: 'sold',
      params: [...LISTING_PARAMS, 'sold_within_days'],
      sold_windows: [7, 14, 30, 90, 180, 365, 730, 1095],
      cache: 'CACHE_SOLD_S',
      summary: 'Sold homes, mls',
      description:
        'Closed sales from RESO Web API servers of the operator. A price withheld by the MLS is null, with a note.',
    },
    {
      ...ALL_ROUTES,
      id: 'mls_rentals',
      path: '/mls/rentals',
      kind: 'rentals',
      params: LISTING_PARAMS,
      sold_windows: [],
      cache: 'CACHE_LISTINGS_S',
      summary: 'Homes for rent, mls',
      description:
        'Homes for rent from RESO Web API servers of the operator. Weekly rents are converted to monthly rents.',
    },
  ],
  lookups: [],
  feeds: true,
  licensed: true,
  upstream_options: UPSTREAM_OPTIONS,
  extras: { listings: LISTED, rentals: LISTED, sold: SOLD },
} as const satisfies SourceManifest;
