import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '#contract/durations.js';
import { inBox } from './box.js';
import { coverOf, Extents, type LearnedExtent, ownPlacesOf } from './extent.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const EXTENT: LearnedExtent = {
  form: 'zip',
  name: '78704',
  box: { w: -97_800_000, s: 30_200_000, e: -97_700_000, n: 30_250_000 },
  rows: 30,
  own: [],
  coveredAtMs: NOW_MS - DAY_MS,
};

test('an extent is a cover only with 30 rows and a covering reading of the last 30 days', () => {
  assert.ok(coverOf(EXTENT, NOW_MS) !== null);
  assert.equal(coverOf({ ...EXTENT, rows: 29 }, NOW_MS), null);
  assert.equal(coverOf({ ...EXTENT, coveredAtMs: null }, NOW_MS), null);
  assert.equal(coverOf(EXTENT, NOW_MS + 30 * DAY_MS), null);
});

test('the own places of a source are those of all rows, after a covering reading of the last 30 days', () => {
  const own = ['Harlem', 'East Harlem'];
  assert.deepEqual(ownPlacesOf({ ...EXTENT, rows: 1, own }, NOW_MS), own);
  assert.equal(ownPlacesOf(EXTENT, NOW_MS), null);
  assert.equal(ownPlacesOf({ ...EXTENT, own: [...own, ''] }, NOW_MS), null, 'a row named none');
  assert.equal(ownPlacesOf({ ...EXTENT, own, coveredAtMs: null }, NOW_MS), null);
  assert.equal(ownPlacesOf({ ...EXTENT, own }, NOW_MS + 30 * DAY_MS), null);
  const many = Array.from({ length: 33 }, (_, nth) => `Place ${nth}`);
  assert.equal(ownPlacesOf({ ...EXTENT, own: many }, NOW_MS), null);
});

test('own places are gathered once each, with the empty name of rows that name none', () => {
  const extents = new Extents();
  const zip = { form: 'zip', name: '1' } as const;
  for (const own of ['Harlem', '', 'Harlem', 'Inwood']) extents.add(zip, 1, 1, own);
  extents.add({ form: 'zip', name: '2' }, 1, 1);
  assert.deepEqual(
    extents.list().map(({ own }) => own),
    [['Harlem', '', 'Inwood'], []],
  );
});

test('a cover holds every row of its extent with room around it', () => {
  const points = fc.array(
    fc.record({
      lat: fc.double({ min: 30, max: 31, noNaN: true }),
      lng: fc.double({ min: -98, max: -97, noNaN: true }),
    }),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(points, (rows) => {
      const extents = new Extents();
      for (const { lat, lng } of rows) extents.add({ form: 'zip', name: '78704' }, lat, lng);
      const [extent] = extents.list();
      assert.equal(extent?.rows, rows.length);
      const cover = coverOf({ ...EXTENT, box: extent.box }, NOW_MS);
      assert.ok(cover !== null);
      const { box } = extent;
      assert.ok(cover.w < box.w && cover.s < box.s && cover.e > box.e && cover.n > box.n);
      assert.ok(rows.every(({ lat, lng }) => inBox(box, lat, lng)));
    }),
  );
});

test('places are separate by form and name', () => {
  const extents = new Extents();
  extents.add({ form: 'zip', name: '1' }, 1, 1);
  extents.add({ form: 'city', name: '1' }, 2, 2);
  extents.add({ form: 'zip', name: '2' }, 3, 3);
  assert.deepEqual(
    extents.list().map(({ form, name, rows }) => [form, name, rows]),
    [
      ['zip', '1', 1],
      ['city', '1', 1],
      ['zip', '2', 1],
    ],
  );
});
