import { type SamplesOf, usd } from '#contract/sample.js';
import type { portalB } from './manifest.js';

export const portalBSamples: SamplesOf<typeof portalB> = {
  portal_b_sold: {
    query: { zip: '78704', sold_within_days: 90 },
    next_cursor: null,
    collected_at: '2026-11-20T14:02:03.122Z',
    summary: {
      priced_count: 1,
      disclosed_count: 1,
      median_sale_price: usd(752500),
      p25: usd(752500),
      p75: usd(752500),
      median_price_per_sqft: 397.94,
      earliest_sold_date: '2026-10-30',
      latest_sold_date: '2026-10-30',
    },
    row: {
      source: 'portal_b',
      source_id: '170982950933',
      source_url:
        'https://portal-b.example.invalid/TX/Austin/6027-Otterbend-Trl-78704/home/170982950933',
      sold_date: '2026-10-30',
      sale_price: usd(752500),
      sale_price_disclosure: 'mls_reported',
      list_price: null,
      list_date: null,
      sale_to_list_ratio: null,
      days_on_market: 276,
      price_per_sqft: 397.94,
      beds: 3,
      baths: 1,
      living_area_sqft: 1891,
      property_type: 'single_family',
      address: {
        line1: '6027 Otterbend Trl',
        unit: null,
        city: 'Austin',
        state: 'TX',
        zip: '78704',
        county: 'Travis County',
        county_fips: '48453',
      },
      location: { lat: 30.236214, lng: -97.763132 },
      broker_name: 'Gannetry Realty',
      extras: {
        property_type_code: 6,
        mls_status: 'Closed',
        year_built: 1928,
        lot_area_sqft: 2351,
        hoa_fee_monthly: null,
        original_list_price: usd(789000),
        previous_list_price: null,
        home_id: '78d26f65-0844-8e27-af22-ebbcb899b428',
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
      { field: 'extras.previous_list_price', reason: 'not_reported', detail: null },
    ],
  },
};
