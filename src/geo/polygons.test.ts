import assert from 'node:assert/strict';
import { test } from 'node:test';
import Flatbush from 'flatbush';
import { boxOfEdges } from '#domain/box.js';
import {
  boxNearCounty,
  countyHolding,
  countyNearest,
  KM_PER_DEGREE,
  type Polygons,
  pointNearCounty,
} from './polygons.js';

/** County 0 is the square 0..3 with the hole 1..2, county 1 fills the hole, county 2 lies apart. */
const square = (from: number, to: number) => [from, from, to, from, to, to, from, to, from, from];
const polygons: Polygons = {
  countyPartAt: Uint32Array.of(0, 1, 2, 3),
  partCounty: Uint16Array.of(0, 1, 2),
  partRingAt: Uint32Array.of(0, 2, 3, 4),
  ringAt: Uint32Array.of(0, 5, 10, 15, 20),
  coords: Float32Array.from([...square(0, 3), ...square(1, 2), ...square(1, 2), ...square(4, 5)]),
  partBox: Float32Array.of(0, 0, 3, 3, 1, 1, 2, 2, 4, 4, 5, 5),
  index: new Flatbush(3, 16, Float32Array),
};
for (const edges of [
  [0, 3],
  [1, 2],
  [4, 5],
]) {
  const [from = 0, to = 0] = edges;
  polygons.index.add(from, from, to, to);
}
polygons.index.finish();

test('a county inside another holds its own points', () => {
  assert.equal(countyHolding(polygons, 0.5, 0.5), 0);
  assert.equal(countyHolding(polygons, 1.5, 1.5), 1);
  assert.equal(countyHolding(polygons, 4.5, 4.5), 2);
  assert.equal(countyHolding(polygons, 3.5, 3.5), -1);
});

test('every point of a shared border lies in exactly one county', () => {
  for (const [lat, lng] of [
    [1, 1.5],
    [2, 1.5],
    [1.5, 1],
    [1.5, 2],
    [1, 1],
    [2, 2],
  ] as const) {
    const holding = [0, 1].filter((county) => countyHolding(polygons, lat, lng) === county);
    assert.equal(holding.length, 1, `${lat}, ${lng}`);
  }
});

test('a point off the coast belongs to the nearest county within the limit', () => {
  const offCoast = 3 + 5 / KM_PER_DEGREE;
  assert.equal(countyNearest(polygons, offCoast, 1.5, 25), 0);
  assert.equal(countyNearest(polygons, offCoast, 1.5, 4), -1);
  assert.equal(pointNearCounty(polygons, 0, offCoast, 1.5, 5.1), true);
  assert.equal(pointNearCounty(polygons, 0, offCoast, 1.5, 4.9), false);
});

test('a box meets a county by its border, by lying inside it, or by lying around it', () => {
  const box = (west: number, south: number, east: number, north: number) =>
    boxOfEdges({ west, south, east, north });
  assert.equal(boxNearCounty(polygons, 0, box(-1, 1, 1, 2), 0), true);
  assert.equal(boxNearCounty(polygons, 0, box(0.2, 0.2, 0.4, 0.4), 0), true);
  assert.equal(boxNearCounty(polygons, 0, box(-9, -9, 9, 9), 0), true);
  assert.equal(boxNearCounty(polygons, 0, box(3.1, 3.1, 3.9, 3.9), 0), false);
});

test('a box in the hole of a county is not in the county', () => {
  const inHole = boxOfEdges({ west: 1.4, south: 1.4, east: 1.6, north: 1.6 });
  assert.equal(boxNearCounty(polygons, 0, inHole, 0), false);
  assert.equal(boxNearCounty(polygons, 1, inHole, 0), true);
});

test('a box a little off a county counts as near it', () => {
  const off = (km: number) => {
    const west = 5 + km / KM_PER_DEGREE;
    return boxOfEdges({ west, south: 4.4, east: west + 0.1, north: 4.6 });
  };
  assert.equal(boxNearCounty(polygons, 2, off(1.4), 1.5), true);
  assert.equal(boxNearCounty(polygons, 2, off(1.6), 1.5), false);
});
