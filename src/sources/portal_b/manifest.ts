/** portal_b: sold homes, from a second national portal. */
import { may } from '#contract/field.js';
import type { SourceManifest } from '#contract/manifest.js';
import { PARAM_GROUPS } from '#contract/params.js';

const SOLD = [
  may('property_type_code', 'integer', "Source's own numeric type code."),
  may('mls_status', 'string', 'MLS status text the source shows.'),
  may('year_built', 'integer', 'Year built.'),
  may('lot_area_sqft', 'integer', 'Lot area in square feet.'),
  may('hoa_fee_monthly', 'money', 'Monthly HOA dues.'),
  may('original_list_price', 'money', 'Original asking price of the listing.'),
  may('previous_list_price', 'money', 'Asking price before its last change.'),
] as const;

const { area, price, home, year } = PARAM_GROUPS;

export const portalB = {
  name: 'portal_b',
  display_name: 'Portal B',
  routes: [
    {
      id: 'portal_b_sold',
      path: '/portal_b/sold',
      source: 'portal_b',
      kind: 'sold',
      forms: ['zip', 'bbox', 'circle'],
      params: [...area, ...price, ...home, ...year, 'sort', 'sold_within_days'],
      sorts: ['newest', 'price_high', 'price_low'],
      sold_windows: [7, 30, 90, 180, 365, 730, 1095],
      bbox_sqmi_max: 2_500,
      cache: 'CACHE_SOLD_S',
      price: 1,
      summary: 'Sold homes, portal_b',
      description: 'Sold homes from a second national portal.',
      starter: {
        words: 'Sold around Capitol Hill, Seattle',
        place: 'Capitol Hill, Seattle',
        form: 'circle',
        values: { lat: '47.6235', lng: '-122.3170', radius_mi: '2' },
      },
    },
  ],
  lookups: [],
  extras: { sold: SOLD },
} as const satisfies SourceManifest;
