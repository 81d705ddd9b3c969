/** Questions about portal_a: 41 rows a page and at most 20 pages, whatever the total. */
import type { PortalBenchmark } from '../benchmark/plan.js';

export const BENCHMARK: PortalBenchmark = {
  rowsPerRequest: 41,
  pending: false,
  questions: [
    { kind: 'listings', form: 'zip', rows: [5, 40] },
    { kind: 'listings', form: 'zip', rows: [150, 500] },
    { kind: 'listings', form: 'city', rows: [850, 1_400] },
    { kind: 'listings', form: 'box', rows: [850, 1_400] },
    { kind: 'listings', form: 'zip', rows: [850, 1_400], tower: true },
    { kind: 'listings', form: 'zip', rows: [0, 0] },
    { kind: 'rentals', form: 'zip', rows: [60, 400] },
    { kind: 'sold', form: 'box', rows: [850, 1_400] },
    {
      kind: 'listings',
      form: 'city',
      rows: [200, 700],
      filters: { min_price: 300_000, max_price: 500_000 },
    },
    {
      kind: 'listings',
      form: 'city',
      rows: [50, 500],
      filters: { property_type: ['condo', 'townhouse'], beds_min: 2 },
    },
    { kind: 'listings', form: 'zip', rows: [60, 400], statuses: ['for_sale', 'pending'] },
    {
      kind: 'sold',
      form: 'box',
      rows: [850, 1_400],
      soldWithinDays: 365,
      filters: { beds_min: 3, sqft_min: 1_500 },
    },
    { kind: 'rentals', form: 'city', rows: [60, 600], filters: { beds_min: 2 } },
    {
      kind: 'listings',
      form: 'zip',
      rows: [60, 400],
      filters: { beds_min: 3 },
      fault: { mode: 'empty_fields', from: 1 },
    },
    {
      kind: 'listings',
      form: 'zip',
      rows: [60, 400],
      fault: { mode: 'busy', from: 2, times: 1 },
    },
    { kind: 'listings', form: 'zip', rows: [60, 400], fault: { mode: 'refuse', from: 1 } },
    { kind: 'listings', form: 'city', rows: [400, 1_400], fault: { mode: 'challenge', from: 6 } },
    { kind: 'sold', form: 'zip', rows: [60, 400], fault: { mode: 'drift', from: 1 } },
    { kind: 'rentals', form: 'zip', rows: [60, 400], fault: { mode: 'empty_fields', from: 1 } },
  ],
};
