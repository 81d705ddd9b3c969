import { type SamplesOf, usd } from '#contract/sample.js';
import type { portalB } from './manifest.js';

export const portalBSamples: SamplesOf<typeof portalB> = {
  portal_b_sold: {
    query: { zip: '98103', sold_within_days: 90 },
    next_cursor: null,
    collected_at: '2026-11-20T14:02:03.122Z',
    summary: {
      priced_count: 1,
      disclosed_count: 1,
      median_sale_price: usd(606500),
      p25: usd(606500),
      p75: usd(606500),
      median_price_per_sqft: 285.82,
      earliest_sold_date: '2026-10-12',
      latest_sold_date: '2026-10-12',
    },
    row: {
      source: 'portal_b',
      source_id: '227090156257',
      source_url:
        'https://portal-b.example.invalid/WA/Seattle/8815-S-Pebblewick-Pl-98103/home/227090156257',
      sold_date: '2026-10-12',
      sale_price: usd(606500),
      sale_price_disclosure: 'mls_reported',
      list_price: null,
      list_date: null,
      sale_to_list_ratio: null,
      days_on_market: 30,
      price_per_sqft: 285.82,
      beds: 3,
      baths: 4,
      living_area_sqft: 2122,
      property_type: 'single_family',
      address: {
        line1: '8815 S Pebblewick Pl',
        unit: null,
        city: 'Seattle',
        state: 'WA',
        zip: '98103',
        county: 'King County',
        county_fips: '53033',
      },
      location: { lat: 47.70449, lng: -122.345987 },
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
      {
        field: 'list_price',
        reason: 'not_on_search_page',
        detail: 'The search page shows the sale only.',
      },
      {
        field: 'list_date',
        reason: 'not_on_search_page',
        detail: 'The search page shows the sale only.',
      },
      {
        field: 'sale_to_list_ratio',
        reason: 'not_on_search_page',
        detail: 'The search page shows the sale only.',
      },
      { field: 'address.unit', reason: 'not_applicable', detail: null },
      { field: 'extras.hoa_fee_monthly', reason: 'not_reported', detail: null },
    ],
  },
};
