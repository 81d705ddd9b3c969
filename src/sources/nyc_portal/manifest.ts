/** nyc_portal: homes for sale and for rent in New York City. */
import { type FieldsOf, may } from '#contract/field.js';
import type { SourceManifest } from '#contract/manifest.js';
import { PARAM_GROUPS } from '#contract/params.js';

const EXTRAS = [
  may('property_type_raw', 'string', "Source's building type."),
  may('neighborhood', 'string', 'Neighborhood.'),
  may('sale_type', 'string', 'Kind of sale; null on rentals.'),
  may('monthly_maintenance', 'money', 'Co-op maintenance, property taxes included.'),
  may('monthly_taxes', 'money', 'Monthly property taxes of condos and houses.'),
  may('monthly_common_charges', 'money', 'Condo common charges.'),
  may('no_fee', 'boolean', 'Rentals: tenant pays no broker fee.'),
  may('net_effective_rent', 'money', 'Rentals: monthly rent after free months.'),
  may('months_free', 'number', 'Rentals: free months.'),
  may('available_date', 'date', 'Rentals: move-in date.'),
  may('furnished', 'boolean', 'Whether the home is furnished.'),
  may('total_rent_monthly', 'money', 'Rentals: monthly rent including fees.'),
  may('lease_term_months', 'number', 'Rentals: lease term in months.'),
  may(
    'last_price_change',
    'money',
    "Source's last change of the price or rent; below 0 for a cut.",
  ),
  may('price_change_timestamp', 'date_time', 'When the source last set the price or rent.'),
  may('close_price', 'money', 'Price of the sale; null until it is closed, and on rentals.'),
  may('new_construction', 'boolean', 'Whether the home is in a new development.'),
] as const;
export type NycPortalExtras = FieldsOf<typeof EXTRAS>;

const { area, city, price, home, year } = PARAM_GROUPS;
const ALL_ROUTES = {
  source: 'nyc_portal',
  forms: ['zip', 'city', 'county', 'bbox', 'circle'],
  sorts: ['newest', 'price_high', 'price_low'],
  sold_windows: [],
  bbox_sqmi_max: 1_500,
  nyc_only: true,
  cache: 'CACHE_LISTINGS_S',
  price: 1,
  param_examples: {
    zip: '10025',
    city: 'New York',
    state: 'NY',
    county: 'Kings',
    bbox: '-73.98,40.78,-73.95,40.82',
    lat: 40.79,
    lng: -73.97,
  },
} as const;

export const nycPortal = {
  name: 'nyc_portal',
  display_name: 'NYC portal',
  routes: [
    {
      ...ALL_ROUTES,
      id: 'nyc_portal_listings',
      path: '/nyc_portal/listings',
      kind: 'listings',
      params: [...area, ...city, 'county', ...price, ...home, ...year, 'sort'],
      summary: 'Homes for sale in New York City, nyc_portal',
      description: 'Homes for sale in an area of New York City. Other places are rejected.',
      starter: {
        words: 'Homes for sale in Brooklyn',
        form: 'city',
        values: { city: 'Brooklyn', state: 'NY', property_type: 'condo', sort: 'price_low' },
      },
    },
    {
      ...ALL_ROUTES,
      id: 'nyc_portal_rentals',
      path: '/nyc_portal/rentals',
      kind: 'rentals',
      params: [...area, ...city, 'county', ...price, ...home, 'sort'],
      summary: 'Homes for rent in New York City, nyc_portal',
      description: 'Homes for rent in an area of New York City. Other places are rejected.',
    },
  ],
  lookups: [],
  extras: { listings: EXTRAS, rentals: EXTRAS },
} as const satisfies SourceManifest;
