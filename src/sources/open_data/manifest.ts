/** open_data: homes for sale and sales that public bodies publish, read live from their servers. */
import { may } from '#contract/field.js';
import type { SourceManifest } from '#contract/manifest.js';
import { PARAM_GROUPS } from '#contract/params.js';

const RIGHTS = [
  may('dataset', 'string', 'The open set with the home.'),
  may('licence', 'string', 'Licence or terms of the set.'),
  may('licence_url', 'string', 'Where the licence is written.'),
  may('attribution', 'string', 'What its publisher wants shown beside its rows.'),
] as const;

const LISTED = [
  may('status_raw', 'string', "Publisher's own status or step."),
  may('acquired_date', 'date', 'Day on which the seller acquired the home.'),
  may('year_built', 'integer', 'Year built.'),
  may('lot_area_sqft', 'integer', 'Lot area in square feet.'),
  ...RIGHTS,
] as const;

const SOLD = [
  may('property_type_raw', 'string', "The set's own home type or class."),
  may('year_built', 'integer', 'Year built.'),
  may('lot_area_sqft', 'integer', 'Lot area in square feet.'),
  may('parcel_id', 'string', "The assessor's parcel number."),
  may('document_id', 'string', 'Number of the deed or sale record.'),
  may('neighborhood', 'string', 'Neighborhood as the set names it.'),
  may('sold_month', 'string', 'Month of the sale, YYYY-MM; the set may have no day.'),
  may(
    'arms_length',
    'boolean',
    "Whether it was a sale at arm's length: false for gifts, forced sales and nominal prices.",
  ),
  may('sale_code', 'string', "The set's own code of the kind of sale."),
  ...RIGHTS,
] as const;

const UPSTREAM_OPTIONS = [
  {
    name: 'set',
    pattern: /^[a-z0-9][a-z0-9-]{0,39}$/,
    description: 'the name of an open set that is read live, such as hud-homes-for-sale',
  },
  {
    name: 'file',
    pattern: /^\S.{0,499}$/,
    description: 'the path of a JSON file with an open set of your own',
  },
] as const;

const { area, city, price, home, year } = PARAM_GROUPS;
const ALL_ROUTES = {
  source: 'open_data',
  forms: ['zip', 'city', 'county', 'bbox', 'circle'],
  price: 1,
} as const;
const PARAMS = [...area, ...city, 'county', ...price, ...home, ...year] as const;

export const openData = {
  name: 'open_data',
  display_name: 'Open data',
  routes: [
    {
      ...ALL_ROUTES,
      id: 'open_data_listings',
      path: '/open_data/listings',
      kind: 'listings',
      params: PARAMS,
      sorts: [],
      sold_windows: [],
      bbox_sqmi_max: 25_000,
      cache: 'CACHE_LISTINGS_S',
      summary: 'Homes for sale, open data',
      description:
        'Homes for sale that a public body publishes, such as those of the federal government (HUD), read live. Sets may have no prices: `list_price` is then null, with a note.',
      starter: {
        words: 'HUD homes for sale in Cook County',
        form: 'county',
        values: { county: 'Cook County', state: 'IL' },
      },
    },
    {
      ...ALL_ROUTES,
      id: 'open_data_sold',
      path: '/open_data/sold',
      kind: 'sold',
      params: [...PARAMS, 'sort', 'sold_within_days'],
      sorts: ['newest', 'price_high', 'price_low'],
      // Sets reach back further than portals: the last period includes all of them.
      sold_windows: [7, 14, 30, 90, 180, 365, 730, 1095, 1825, 3650, 36_500],
      bbox_sqmi_max: 2_500,
      cache: 'CACHE_SOLD_S',
      summary: 'Sold homes, open data',
      description:
        'Sales that a public body publishes, read live from its server. Sets that were copied are at `/records/sold`.',
    },
  ],
  lookups: [],
  feeds: true,
  upstream_options: UPSTREAM_OPTIONS,
  extras: { listings: LISTED, sold: SOLD },
} as const satisfies SourceManifest;
