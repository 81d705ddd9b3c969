import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxOfCircle, boxOfEdges } from '#domain/box.js';
import { areaCodes } from './areas.js';

const codes = (west: number, south: number, east: number, north: number) =>
  areaCodes(boxOfEdges({ west, south, east, north }));

test('a box asks for every borough that it meets, and for all of them when it meets none', () => {
  assert.deepEqual(codes(-74.2, 40.53, -74.1, 40.6), ['500']);
  assert.deepEqual(codes(-73.8, 40.6, -73.75, 40.7), ['400']);
  assert.deepEqual(codes(-73.96, 40.64, -73.945, 40.66), ['300']);
  assert.deepEqual(codes(-73.996, 40.752, -73.987, 40.76), ['100']);
  assert.deepEqual(codes(-73.87, 40.83, -73.85, 40.84), ['200']);
  assert.deepEqual(codes(-74.26, 40.49, -73.69, 40.92), ['100', '200', '300', '400', '500']);
  assert.deepEqual(codes(-80, 30, -79, 31), ['100', '200', '300', '400', '500']);
});

test('at a border both boroughs are asked, since the source may draw it some streets away', () => {
  assert.deepEqual(areaCodes(boxOfCircle(40.7003, -73.9061, 0.1)), ['300', '400']);
  assert.deepEqual(areaCodes(boxOfCircle(40.8762, -73.9106, 0.1)), ['100', '200']);
});

/** Far corners of the city, each with the borough that its homes are filed under. */
const CORNERS: readonly [place: string, lat: number, lng: number, code: string][] = [
  ['Marble Hill', 40.8762, -73.9106, '100'],
  ['Roosevelt Island', 40.7618, -73.9509, '100'],
  ['the Battery', 40.7033, -74.017, '100'],
  ['City Island', 40.8474, -73.7865, '200'],
  ['Wakefield', 40.9081, -73.8535, '200'],
  ['Riverdale', 40.9087, -73.9066, '200'],
  ['Sea Gate', 40.5772, -74.0093, '300'],
  ['Greenpoint', 40.7368, -73.9545, '300'],
  ['Cypress Hills', 40.6845, -73.868, '300'],
  ['Breezy Point', 40.5566, -73.9262, '400'],
  ['Far Rockaway', 40.5998, -73.7448, '400'],
  ['Glen Oaks', 40.7471, -73.7118, '400'],
  ['Whitestone', 40.7994, -73.8103, '400'],
  ['Tottenville', 40.5009, -74.2446, '500'],
  ['St. George', 40.6437, -74.0736, '500'],
];

for (const [place, lat, lng, code] of CORNERS) {
  test(`the smallest circle at ${place} asks for its borough`, () => {
    assert.ok(areaCodes(boxOfCircle(lat, lng, 0.1)).includes(code));
  });
}
