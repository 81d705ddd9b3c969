/** open_data: homes for sale that public bodies publish, read live from their servers. */
import { may } from '#contract/field.js';
import type { SourceManifest } from '#contract/manifest.js';
import { PARAM_GROUPS } from '#contract/params.js';

const LISTED = [
  may('status_raw', 'string', "Publisher's own status or step."),
  may('acquired_date', 'date', 'Day on which the seller acquired the home.'),
  may('year_built', 'integer', 'Year built.'),
  may('lot_area_sqft', 'integer', 'Lot area in square feet.'),
  may('dataset', 'string', 'The open set with the home.'),
  may('licence', 'string', 'Licence or terms of the set.'),
  may('licence_url', 'string', 'Where the licence is written.'),
  may('attribution', 'string', 'What its publisher wants shown beside its rows.'),
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

export const openData = {
  name: 'open_data',
  display_name: 'Open data',
  routes: [
    {
      id: 'open_data_listings',
      path: '/open_data/listings',
      source: 'open_data',
      kind: 'listings',
      forms: ['zip', 'city', 'county', 'bbox', 'circle'],
      params: [...area, ...city, 'county', ...price, ...home, ...year],
      sorts: [],
      sold_windows: [],
      bbox_sqmi_max: 25_000,
      cache: 'CACHE_LISTINGS_S',
      price: 1,
      summary: 'Homes for sale, open data',
      description:
        'Homes for sale that a public body publishes, such as those of the federal government (HUD), read live. Sets may have no prices: `list_price` is then null, with a note.',
      starter: {
        words: 'HUD homes for sale in Cook County',
        form: 'county',
        values: { county: 'Cook County', state: 'IL' },
      },
    },
  ],
  lookups: [],
  upstream_options: UPSTREAM_OPTIONS,
  extras: { listings: LISTED },
} as const satisfies SourceManifest;
