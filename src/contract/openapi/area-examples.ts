/** Examples of what is known of an area. */
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
