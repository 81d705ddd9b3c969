/** Questions about mls: up to 1,000 rows a page and no cap, homes under contract included. */
import type { PortalBenchmark } from '../benchmark/plan.js';

export const BENCHMARK: PortalBenchmark = {
  rowsPerRequest: 1_000,
  pending: true,
  questions: [
    { kind: 'listings', form: 'zip', rows: [30, 400] },
    { kind: 'listings', form: 'county', rows: [1_100, 2_000] },
    { kind: 'rentals', form: 'box', rows: [100, 1_000] },
    {
      kind: 'rentals',
      form: 'county',
      rows: [200, 1_500],
      filters: { min_price: 1_000, max_price: 2_000 },
    },
    { kind: 'listings', form: 'city', rows: [50, 500], statuses: ['pending'] },
    {
      kind: 'sold',
      form: 'county',
      rows: [200, 1_500],
      soldWithinDays: 30,
      filters: { year_built_min: 1990, property_type: ['single_family'] },
    },
    {
      kind: 'listings',
      form: 'city',
      rows: [200, 1_000],
      fault: { mode: 'error', from: 1, times: 1 },
    },
    { kind: 'sold', form: 'city', rows: [100, 1_000], fault: { mode: 'drift', from: 1 } },
  ],
};
