import { test } from 'node:test';
import * as fc from 'fast-check';
import { CONTEXT, rawRow } from './fixtures/pages.js';
import { listingToRow, rentalToRow, soldToRow } from './to-row.js';

test('whatever a row holds, reading it never throws', () => {
  const names = Object.keys(rawRow('for-sale', '9000001'));
  const infoNames = ['price', 'homeType', 'dateSold', 'timeOnZillow', 'daysOnZillow', 'unit'];
  const someOf = (keys: readonly string[], fixed: object) =>
    fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()).map((odd) => ({ ...fixed, ...odd }));
  const row = fc
    .record({
      card: someOf([...names, 'units', 'variableData', 'property'], {}),
      info: someOf(infoNames, {}),
    })
    .map(({ card, info }) => ({
      ...rawRow('for-sale', '9000001'),
      hdpData: { homeInfo: info },
      ...card,
    }));
  fc.assert(
    fc.property(fc.oneof(row, fc.jsonValue()), (raw) => {
      for (const toRow of [listingToRow, rentalToRow, soldToRow]) toRow(raw, CONTEXT);
    }),
    { seed: 20241106, numRuns: 500 },
  );
});
