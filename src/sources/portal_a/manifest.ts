/** portal_a: homes for sale, for rent and sold, from a national listings portal. */
import { may, must } from '#contract/field.js';
import type { SourceManifest } from '#contract/manifest.js';
import { PARAM_GROUPS } from '#contract/params.js';

const HOME = [
  may('home_type_raw', 'string', "Source's own home type."),
  may('days_on_zillow', 'integer', 'Days on the source; on sold rows days since the sale.'),
  may('zestimate', 'money', "Source's value estimate."),
  may('rent_zestimate', 'money', "Source's rent estimate."),
  may('tax_assessed_value', 'money', 'Assessed value.'),
] as const;
const LOT = [may('lot_area_sqft', 'integer', 'Lot area in square feet.')] as const;
const LISTING = [
  ...HOME,
  may('building_name', 'string', 'Name of the building.'),
  must('units', 'units', 'Unit types of a rental building; [] when none.'),
  ...LOT,
  may('last_price_change', 'money', 'Last price change reported by the source; below 0 for a cut.'),
  may('last_price_change_date', 'date', 'Date of that change.'),
  may('available_date', 'date', 'Rentals: move-in date.'),
  may('open_house', 'string', "Next open house in the source's words."),
  may('open_house_date', 'date', 'Day of the next open house, at the home.'),
] as const;
const SOLD = [...HOME, ...LOT] as const;

const { area, city, price, home } = PARAM_GROUPS;
const ALL_ROUTES = {
  source: 'portal_a',
  forms: ['zip', 'city', 'bbox', 'circle'],
  sorts: [],
  bbox_sqmi_max: 2_500,
} as const;

export const portalA = {
  name: 'portal_a',
  display_name: 'Portal A',
  routes: [
    {
      ...ALL_ROUTES,
      id: 'portal_a_listings',
      path: '/portal_a/listings',
      kind: 'listings',
      params: [...area, ...city, ...price, ...home],
      sold_windows: [],
      cache: 'CACHE_LISTINGS_S',
      price: 1,
      summary: 'Homes for sale, portal_a',
      description: 'Homes for sale from a national listings portal.',
      starter: { words: 'Homes for sale in 78704', form: 'zip', values: { zip: '78704' } },
    },
    {
      ...ALL_ROUTES,
      id: 'portal_a_sold',
      path: '/portal_a/sold',
      kind: 'sold',
      params: [...area, ...city, ...price, ...home, 'sold_within_days'],
      sold_windows: [7, 14, 30, 90, 180, 365, 730, 1095],
      cache: 'CACHE_SOLD_S',
      price: 1,
      summary: 'Sold homes, portal_a',
      description:
        'Sold homes from a national listings portal. A sale price that is not public is null, with a note.',
    },
    {
      ...ALL_ROUTES,
      id: 'portal_a_rentals',
      path: '/portal_a/rentals',
      kind: 'rentals',
      params: [...area, ...city, ...price, ...home],
      sold_windows: [],
      cache: 'CACHE_LISTINGS_S',
      price: 1,
      summary: 'Homes and buildings for rent, portal_a',
      description:
        'Homes and apartment buildings for rent. A building is one row with its lowest rent, and its units in `extras.units`.',
      starter: {
        words: 'Rentals in Chicago under $1,500',
        form: 'city',
        values: { city: 'Chicago', state: 'IL', max_price: '1500' },
      },
    },
  ],
  lookups: [
    {
      id: 'portal_a_home',
      path: '/portal_a/home',
      source: 'portal_a',
      kinds: ['listings', 'rentals', 'sold'],
      params: ['address', 'url', 'source_id'],
      cache: 'CACHE_LISTINGS_S',
      price: 1,
      summary: 'One home, portal_a',
      description:
        'One home by `address`, `url` or `source_id`: send exactly one of them. The row is a listing or a sold row, depending on the home. Only the ID in a `url` is used; it is never fetched.',
      param_examples: {
        address: '9270 Oatfield Pl APT 40A, Austin, TX 78701',
        source_id: '436465921149',
      },
    },
  ],
  upstream_options: [
    {
      name: 'entry',
      pattern: /^(?:state|page)$/,
      description: 'state for the search state call, or page for the search page',
    },
  ],
  extras: { listings: LISTING, rentals: LISTING, sold: SOLD },
} as const satisfies SourceManifest;
