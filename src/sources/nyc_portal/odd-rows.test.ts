import { test } from 'node:test';
import * as fc from 'fast-check';
import { CONTEXT, rawNode } from './fixtures/pages.js';
import { listingToRow, rentalToRow } from './to-row.js';

test('whatever a node holds, reading it never throws', () => {
  const good = { ...rawNode('rentals', '7100001'), ...rawNode('listings', '7000001') };
  const odd = fc.dictionary(
    fc.constantFrom(...Object.keys(good), 'toString', '__proto__'),
    fc.jsonValue(),
  );
  const point = fc.record({ latitude: fc.jsonValue(), longitude: fc.jsonValue() });
  const node = fc
    .record({ odd, point })
    .map(({ odd: members, point: geoPoint }) => ({ ...good, geoPoint, ...members }));
  fc.assert(
    fc.property(fc.oneof(node, fc.jsonValue()), (raw) => {
      listingToRow(raw, CONTEXT);
      rentalToRow(raw, CONTEXT);
    }),
    { seed: 20260820, numRuns: 1000 },
  );
});
