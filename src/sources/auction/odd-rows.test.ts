import { test } from 'node:test';
import * as fc from 'fast-check';
import { type Raw, rawOf } from '../raw-values.js';
import { CONTEXT, rawRow } from './fixtures/pages.js';
import { auctionToRow } from './to-row.js';

/** A member kept, or replaced by any JSON, at every depth. */
const oddened = (raw: Raw): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(
      Object.entries(raw).map(([name, value]) => [
        name,
        fc.oneof(
          fc.jsonValue(),
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? oddened(rawOf(value))
            : fc.constant(value),
        ),
      ]),
    ),
  );

test('whatever a listing holds, reading it never throws', () => {
  const row = fc.oneof(oddened(rawRow('7000001')), oddened(rawRow('7000002')), fc.jsonValue());
  fc.assert(
    fc.property(row, (raw) => {
      JSON.stringify(auctionToRow(raw, CONTEXT));
    }),
    { seed: 20241106, numRuns: 1000 },
  );
});
