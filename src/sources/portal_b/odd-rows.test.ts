import { test } from 'node:test';
import * as fc from 'fast-check';
import { SourceError } from '../driver.js';
import { ASK, answer, CONTEXT, rawRow } from './fixtures/pages.js';
import { portalB } from './index.js';
import { soldToRow } from './to-row.js';

const names = Object.keys(rawRow(7000001));
const field = fc.oneof(
  fc.jsonValue(),
  fc.record({ value: fc.jsonValue(), level: fc.oneof(fc.integer(), fc.jsonValue()) }),
  fc.constantFrom(-1, 0, 1e300, 9e15, '', 'constructor', '__proto__', {}, { level: 2 }),
);
const odd = fc
  .dictionary(fc.constantFrom(...names), field)
  .map((members) => ({ ...rawRow(7000001), ...members }));
const row = fc.oneof(odd, fc.jsonValue());
const seed = 20261106;

test('whatever a row holds, reading it never throws', () => {
  fc.assert(
    fc.property(row, (raw) => void soldToRow(raw, CONTEXT)),
    { seed, numRuns: 1000 },
  );
});

test('whatever a page holds, it is read or fails as a source error', () => {
  const reads = (body: string) => {
    try {
      portalB.drivers.sold.read(body, ASK);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
    }
  };
  const rows = fc.array(row, { maxLength: 15 });
  fc.assert(
    fc.property(rows, (homes) => reads(answer({ homes }))),
    { seed, numRuns: 200 },
  );
  fc.assert(
    fc.property(fc.string(), (text) => reads(`SALE TYPE,${text}`)),
    { seed, numRuns: 200 },
  );
});
