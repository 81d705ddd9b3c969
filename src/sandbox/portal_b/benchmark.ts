/** Questions about portal_b: 350 rows a response and no total; a list of many rows repeats some. */
import type { PortalBenchmark } from '../benchmark/plan.js';

export const BENCHMARK: PortalBenchmark = {
  rowsPerRequest: 350,
  pending: false,
  questions: [
    { kind: 'sold', form: 'zip', rows: [20, 300] },
    { kind: 'sold', form: 'box', rows: [750, 1_200] },
    { kind: 'sold', form: 'zip', rows: [0, 0] },
    {
      kind: 'sold',
      form: 'box',
      rows: [60, 700],
      soldWithinDays: 180,
      filters: { property_type: ['single_family'], year_built_min: 2000 },
    },
    {
      kind: 'sold',
      form: 'zip',
      rows: [20, 300],
      soldWithinDays: 365,
      filters: { min_price: 250_000, sqft_min: 1_800 },
    },
    { kind: 'sold', form: 'box', rows: [400, 1_000], fault: { mode: 'cut', from: 2, times: 1 } },
    { kind: 'sold', form: 'zip', rows: [20, 300], fault: { mode: 'challenge', from: 1 } },
    { kind: 'sold', form: 'box', rows: [750, 1_200], fault: { mode: 'refuse', from: 2 } },
  ],
};
