/** Examples of what is known of an area. */
import type { AreaHomesBody } from '../operations/area-homes.js';
import type { NewSnapshot, SnapshotBody, SnapshotDifferenceBody } from '../operations/snapshots.js';
import type { SqlAnswerBody, SqlQuery } from '../operations/sql.js';
import type { StatisticsBody } from '../operations/statistics.js';
import { SEARCH_ROUTES } from '../routes.js';

/** The last source of sales. */
const SOLD = SEARCH_ROUTES.filter(({ kind }) => kind === 'sold').at(-1)?.source ?? '';

export const STATISTICS_EXAMPLE: StatisticsBody = {
  kind: 'sold',
  from: '2026-10',
  to: '2026-10',
  by: 'month',
  group: null,
  as_of: null,
  homes_for_median_min: 5,
  series: [
    {
      basis: 'records',
      source: SOLD,
      dataset: 'travis-county-sales',
      licence: 'Public record',
      licence_url: 'https://county.example.invalid/terms',
      attribution: 'Travis County',
      known_since: '2026-11-02T08:00:00.000Z',
      periods: [
        {
          period: '2026-10',
          coverage: 'complete',
          cells: [
            {
              group: null,
              count: 41,
              priced_count: 38,
              median_price: { amount: 641_000, currency: 'USD' },
              p25: { amount: 498_500, currency: 'USD' },
              p75: { amount: 902_250, currency: 'USD' },
              median_price_per_sqft: 398.2,
              not_arms_length_count: 3,
              median_sale_to_list: null,
              new_count: null,
              removed_count: null,
              price_cut_share: null,
              median_days_on_market: null,
            },
          ],
        },
      ],
    },
  ],
  published: [
    {
      dataset: 'zip-market',
      licence: 'Free with attribution',
      licence_url: 'https://figures.example.invalid/terms',
      attribution: 'A publisher',
      measure: 'median_sale_price',
      values: [{ period: '2026-10-01', value: 655_000 }],
    },
  ],
  not_known_then: [],
};

const LISTED = SEARCH_ROUTES[0];

export const AREA_HOMES_EXAMPLE: AreaHomesBody = {
  kind: 'listings',
  count: 1,
  homes: [
    {
      home_id: '8d5c6470-307a-8dc8-bfa9-fccb3f7f12c2',
      address: {
        line1: '6027 Otterbend Trl',
        unit: null,
        city: 'Austin',
        state: 'TX',
        zip: '78704',
      },
      location: { lat: 30.236214, lng: -97.763132 },
      property_type: 'single_family',
      beds: 3,
      baths: 2,
      living_area_sqft: 1_840,
      year_built: 1978,
      lowest_price: { amount: 769_000, currency: 'USD' },
      highest_price: { amount: 769_000, currency: 'USD' },
      offers: [
        {
          source: LISTED.source,
          source_id: '436377839390',
          source_url: 'https://listings.example.invalid/homes/436377839390',
          status: 'for_sale',
          price: { amount: 769_000, currency: 'USD' },
          list_date: '2026-08-30',
          first_seen: '2026-09-01T08:00:00.000Z',
          last_seen: '2026-10-20T08:00:00.000Z',
        },
      ],
      disagreements: [],
      price_cut: {
        source: LISTED.source,
        from: { amount: 799_000, currency: 'USD' },
        to: { amount: 769_000, currency: 'USD' },
        percent: 3.8,
        seen_at: '2026-10-12T08:00:00.000Z',
      },
      sold_before: null,
    },
  ],
  next_after: null,
  facets: {
    property_type: [{ value: 'single_family', count: 1 }],
    beds: [{ value: '3', count: 1 }],
    source: [{ value: LISTED.source, count: 1 }],
    price: [
      {
        from: { amount: 760_000, currency: 'USD' },
        below: { amount: 770_000, currency: 'USD' },
        count: 1,
      },
    ],
  },
  sources: [
    {
      source: LISTED.source,
      route: LISTED.id,
      coverage: 'complete',
      read_at: '2026-10-20T08:00:00.000Z',
      is_fresh: true,
      is_stored: true,
      credits_per_page: 1,
      search: `/v1${LISTED.path}?zip=78704`,
    },
  ],
};

const SNAPSHOT: SnapshotBody = {
  snapshot_id: '01a1f950-11aa-7c31-8a02-6f0e1c7d9b11',
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  name: 'South Austin',
  created_at: '2026-11-21T13:10:00.000Z',
  expires_at: '2031-11-20T13:10:00.000Z',
  source: LISTED.source,
  route: LISTED.id,
  query: { zip: '78704' },
  completeness: 'complete',
  pages: 1,
  rows: 48,
  collected_from: '2026-11-21T13:02:13.120Z',
  collected_until: '2026-11-21T13:02:13.120Z',
  datasets: [],
  rows_erased: 0,
};
const DIFFERENCE: SnapshotDifferenceBody = {
  from: { ...SNAPSHOT, created_at: '2026-10-21T13:10:00.000Z' },
  to: SNAPSHOT,
  unchanged: 47,
  changes: [
    {
      kind: 'changed',
      source_id: '436377839390',
      home_id: '8d5c6470-307a-8dc8-bfa9-fccb3f7f12c2',
      values: { list_price: { amount: 769_000, currency: 'USD' }, status: 'for_sale' },
      previous: { list_price: { amount: 799_000, currency: 'USD' } },
    },
  ],
};
export const SNAPSHOT_EXAMPLES = {
  Snapshot: SNAPSHOT,
  Snapshots: { snapshots: [SNAPSHOT] },
  SnapshotDifference: DIFFERENCE,
};
export const NEW_SNAPSHOT_EXAMPLE: NewSnapshot = {
  request_id: '01a1f94f-2a01-7d02-9c11-0b6f3d2e8c57',
  name: 'South Austin',
};

export const SQL_QUERY_EXAMPLE: SqlQuery = {
  sql: 'select kind, count(*) as homes from listings group by kind order by kind',
};
export const SQL_EXAMPLE: SqlAnswerBody = {
  columns: [
    { name: 'kind', type: 'VARCHAR' },
    { name: 'homes', type: 'BIGINT' },
  ],
  rows: [
    ['listings', 49],
    ['rentals', 12],
  ],
  row_count: 2,
  truncated: false,
  tables: [{ name: 'listings', rows: 61, truncated: false }],
  datasets: [],
};
