import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edgesOf, isTooLarge, mistakeIn, reachesPoint } from './outline.js';

const edges = (west: number, south: number, east: number, north: number) => ({
  west,
  south,
  east,
  north,
});

for (const [where, box] of [
  ['Austin', edges(-97.8, 30.2, -97.7, 30.3)],
  ['the Aleutians, west of the antimeridian', edges(-177, 51.7, -176, 52)],
  ['the Aleutians, east of it', edges(172.4, 52.3, 173.8, 53.2)],
  ['Guam', edges(144.6, 13.3, 144.7, 13.4)],
  ['Samoa', edges(-170.9, -14.4, -170.5, -14.2)],
  ['San Juan', edges(-66.1, 18.3, -66, 18.5)],
] as const) {
  test(`a box in ${where} has no mistake`, () => assert.equal(mistakeIn(box), null));
}

for (const [what, box, why] of [
  ['latitudes first', edges(30.2, -97.8, 30.3, -97.7), /are swapped/],
  ['latitudes first in Guam', edges(13.3, 144.6, 13.4, 144.7), /are swapped/],
  ['west and east the wrong way round', edges(-97.7, 30.2, -97.8, 30.3), /w .* is east of e/],
  ['south and north the wrong way round', edges(-97.8, 30.3, -97.7, 30.2), /s .* is north of n/],
  ['one point', edges(-97.8, 30.2, -97.8, 30.2), /no area/],
  ['a line', edges(-97.8, 30.2, -97.7, 30.2), /no area/],
  ['Paris', edges(2.2, 48.8, 2.4, 48.9), /outside the USA/],
  ['Mexico', edges(-99.2, 16.3, -99.1, 16.5), /outside the USA/],
  ['metres', edges(3_100_000, 10_000_000, 3_200_000, 10_100_000), /not degrees/],
  ['not a number', edges(Number.NaN, 30.2, -97.7, 30.3), /not a number/],
] as const) {
  test(`a box of ${what} is a mistake`, () => assert.match(mistakeIn(box) ?? '', why));
}

test('a box round the world is too large for a ZIP, the largest of Alaska is not', () => {
  assert.equal(isTooLarge(edges(-180, 51, 180, 53)), true);
  assert.equal(mistakeIn(edges(-180, 51, 180, 53)), null);
  assert.equal(isTooLarge(edges(-166, 68, -150, 71)), false);
});

test('an outline holds the point of its ZIP, or comes within two kilometres of it', () => {
  const box = { w: -97_800_000, s: 30_200_000, e: -97_700_000, n: 30_300_000 };
  assert.equal(reachesPoint(box, 30.25, -97.75), true);
  assert.equal(reachesPoint(box, 30.31, -97.69), true);
  assert.equal(reachesPoint(box, 30.33, -97.75), false);
  assert.equal(reachesPoint(box, 30.25, -97.83), false);
});

test('the edges of a geometry hold all of its rings and parts', () => {
  const ring = [
    [-97.8, 30.2],
    [-97.7, 30.25, 12],
    [-97.75, 30.3],
    [-97.8, 30.2],
  ];
  assert.deepEqual(edgesOf([ring]), edges(-97.8, 30.2, -97.7, 30.3));
  const island = [
    [-98, 30.1],
    [-97.99, 30.11],
  ];
  assert.deepEqual(edgesOf([[ring], [island]]), edges(-98, 30.1, -97.7, 30.3));
  for (const none of [[], [[]], [[['a', 'b']]], [ring, null], 'x', [[[1]]], [[[1, null]]]]) {
    assert.equal(edgesOf(none), null, JSON.stringify(none));
  }
});

test('endlessly nested coordinates are not positions', () => {
  assert.equal(edgesOf(JSON.parse('['.repeat(20_000) + ']'.repeat(20_000))), null);
});
