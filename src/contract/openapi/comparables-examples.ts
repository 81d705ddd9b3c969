/** Examples of comparable sales, and of the body that asks for them. */
import { usd } from '../field.js';
import type { ComparablesBody, ComparablesQuery } from '../operations/comparables.js';
import { SOURCES, takesFiles } from '../sources.js';

const QUERY: ComparablesQuery = {
  lat: 39.74,
  lng: -104.95,
  property_type: 'single_family',
  beds: 3,
  baths: 2,
  living_area_sqft: 1_500,
  lot_area_sqft: 5_000,
  year_built: 1950,
};

export const COMPARABLES_BODY_EXAMPLES = { ComparablesQuery: QUERY };

const COMPARABLES: ComparablesBody = {
  kind: 'sale',
  as_of: '2026-11-21',
  method: 'local-1',
  subject: {
    home_id: null,
    location: { lat: 39.74, lng: -104.95 },
    county_fips: '08031',
    state: 'CO',
    property_type: 'single_family',
    beds: 3,
    baths: 2,
    living_area_sqft: 1_500,
    lot_area_sqft: 5_000,
    year_built: 1950,
  },
  estimate: usd(574_000),
  estimate_reason: null,
  interval: { low: usd(503_000), high: usd(655_000), share: 0.8 },
  interval_reason: null,
  comparables: [
    {
      source: SOURCES.find(takesFiles) ?? '',
      source_id: 'denver:0512',
      dataset: 'denver',
      date: '2026-08-02',
      month: '2026-08',
      price: usd(561_000),
      price_now: usd(566_120.55),
      distance_mi: 0.21,
      age_days: 111,
      differences: {
        beds: 0,
        baths: 0,
        living_area_sqft: -40,
        lot_area_sqft: 250,
        year_built: 2,
      },
      weight: 0.071_204,
    },
  ],
  others: { count: 149, weight: 0.928_796 },
  error: {
    county_fips: '08031',
    tested: 1_000,
    from: '2025-11-22',
    to: '2026-11-12',
    median_absolute_error: 0.087,
    within_5_percent: 0.33,
    within_10_percent: 0.55,
    within_20_percent: 0.81,
    bias: -0.006,
    interval_held: 0.802,
    method: 'local-1',
    computed_at: '2026-11-20T04:11:09.120Z',
  },
  error_reason: null,
};

export const COMPARABLES_EXAMPLES = { Comparables: COMPARABLES };
