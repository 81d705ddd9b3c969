/** A source whose later pages repeat rows of earlier ones: a chain delivers each row once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedApp } from './support/open-test-app.js';
import { wholeSearch } from './support/whole-search.js';

const ZIP = '78704';
const AREA = { west: -98.2, south: 29.9, east: -97.4, north: 30.6 };
/** More than two pages of the source, of 350 rows each. */
const HOMES = 1_600;

const t = sharedApp({ sandbox: { places: [{ zip: ZIP, homes: HOMES }], hidden: 0 } });

for (const query of [`zip=${ZIP}`, `bbox=${Object.values(AREA).join()}`]) {
  test(`a chain of sales by ${query} has each sale once, however the source repeats some`, async () => {
    const { ids, requests } = await wholeSearch(t, 'portal_b', query, 'sold');
    const truth = await t.sandbox.truth('portal_b', {
      ...AREA,
      kind: 'sold',
      soldWithinDays: 90,
      pending: false,
    });
    assert.ok(truth.length > 700, String(truth.length));
    assert.deepEqual(ids, truth.map(({ id }) => id).sort());
    assert.ok(requests <= Math.ceil(truth.length / 350) + 2, `${requests} requests`);
  });
}
