/** Questions about the auction portal: 500 rows a response, of whole states and parts of them. */
import type { PortalBenchmark } from '../benchmark/plan.js';

export const BENCHMARK: PortalBenchmark = {
  rowsPerRequest: 500,
  pending: false,
  questions: [
    { kind: 'auctions', form: 'county', rows: [20, 400] },
    { kind: 'auctions', form: 'city', rows: [5, 200] },
    { kind: 'auctions', form: 'county', rows: [10, 400], fault: { mode: 'challenge', from: 1 } },
  ],
};
