/** Questions about nyc_portal: 500 rows a response, a thousand of a search, one city. */
import type { PortalBenchmark } from '../benchmark/plan.js';
import { inCity } from './areas.js';

export const BENCHMARK: PortalBenchmark = {
  rowsPerRequest: 500,
  pending: false,
  covers: inCity,
  questions: [
    { kind: 'listings', form: 'county', rows: [1_100, 2_500] },
    { kind: 'rentals', form: 'zip', rows: [10, 1_000] },
    {
      kind: 'listings',
      form: 'county',
      rows: [100, 1_000],
      filters: { min_price: 750_000, beds_min: 3 },
    },
    { kind: 'listings', form: 'county', rows: [50, 1_000], statuses: ['pending'] },
    { kind: 'rentals', form: 'zip', rows: [10, 1_000], fault: { mode: 'refuse', from: 1 } },
  ],
};
