import { usd } from '#contract/field.js';
import { notes, type SamplesOf, SOLD_HOME, SOLD_PAGE } from '#contract/sample.js';
import type { portalB } from './manifest.js';

export const portalBSamples: SamplesOf<typeof portalB> = {
  portal_b_sold: {
    ...SOLD_PAGE,
    row: {
      source: 'portal_b',
      source_id: '227090156257',
      source_url:
        'https://portal-b.example.invalid/WA/Seattle/8815-S-Pebblewick-Pl-98103/home/227090156257',
      ...SOLD_HOME,
      sale_price_disclosure: 'mls_reported',
      days_on_market: 30,
      broker_name: 'Kettleby Homes',
      extras: {
        property_type_code: 6,
        mls_status: 'Sold',
        year_built: 1971,
        lot_area_sqft: 7200,
        hoa_fee_monthly: null,
        original_list_price: usd(677575),
        previous_list_price: usd(677575),
        home_id: 'd8d66634-6b3e-81a9-9d39-ffc28137a8bb',
      },
    },
    field_notes: [
      ...notes(
        'not_on_search_page',
        'list_price list_date sale_to_list_ratio',
        'The search page shows the sale only.',
      ),
      ...notes('not_applicable', 'address.unit'),
      ...notes('not_reported', 'extras.hoa_fee_monthly'),
    ],
  },
};
