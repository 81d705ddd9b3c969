import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nycBorough } from '#geo/index.js';
import { areasAbove, listAreas } from './area-codes.js';
import { areasOfZip, listZips } from './zip-areas.js';

const CODES = new Set(listAreas().map(([code]) => code));
const BOROUGHS: Readonly<Record<string, string>> = {
  Manhattan: '100',
  Bronx: '200',
  Brooklyn: '300',
  Queens: '400',
  'Staten Island': '500',
};
/** Marble Hill belongs to Manhattan, and some blocks of Ridgewood are served from Brooklyn. */
const TWO_BOROUGHS = ['10463', '11237'];

test('every ZIP of the table has areas in its own borough, without repeats', () => {
  assert.ok(listZips().length > 200);
  for (const zip of listZips()) {
    const areas = areasOfZip(zip);
    assert.ok(areas.length > 0, zip);
    const borough = BOROUGHS[nycBorough(zip) ?? 'Queens'];
    for (const area of areas) {
      assert.ok(CODES.has(area), `${zip} ${area}`);
      const above = areasAbove(area);
      assert.ok(above.at(-1) === borough || TWO_BOROUGHS.includes(zip), `${zip} ${area}`);
      assert.ok(!above.some((one) => areas.includes(one)), `${zip}: ${area} is in another`);
    }
  }
});

test('every area of the city is requested by some ZIP, itself or through an area that contains it', () => {
  const asked = new Set(listZips().flatMap(areasOfZip));
  const parents = new Set(listAreas().map(([, , parent]) => parent));
  for (const [code, name] of listAreas()) {
    if (Number(code) > 599 || parents.has(code)) continue;
    assert.ok(
      [code, ...areasAbove(code)].some((one) => asked.has(one)),
      name,
    );
  }
});

test('areas of some ZIPs that are well known', () => {
  assert.deepEqual(areasOfZip('10044'), ['101']);
  assert.ok(areasOfZip('10025').includes('137') && areasOfZip('10025').includes('147'));
  assert.ok(areasOfZip('10463').includes('226'), 'Marble Hill');
  assert.deepEqual(areasOfZip('11697'), ['477']);
  assert.deepEqual(areasOfZip('78704'), []);
});
