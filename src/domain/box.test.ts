import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Box,
  boxAround,
  boxesMeet,
  boxOfCircle,
  boxOfEdges,
  edgesAsked,
  inBox,
  MICRO,
  micro,
  milesBetween,
  squareMiles,
} from './box.js';
import { halves } from './tiling.js';

const x = fc.integer({ min: -179_000_000, max: 179_000_000 });
const y = fc.integer({ min: -80_000_000, max: 80_000_000 });
const side = fc.integer({ min: 2, max: 900_000 });
const boxes = fc
  .record({ w: x, s: y, width: side, height: side })
  .map(({ w, s, width, height }): Box => ({ w, s, e: w + width, n: s + height }));
/** Degrees with more digits than a microdegree. */
const near = (micros: number) =>
  fc.integer({ min: -30, max: 30 }).map((n) => micros / 1e6 + n / 1e7);

test('a box of closed edges holds its four corners and nothing a microdegree further', () => {
  const box = boxOfEdges({ west: -97.8, south: 30.2, east: -97.7, north: 30.3 });
  for (const lat of [30.2, 30.3]) for (const lng of [-97.8, -97.7]) assert.ok(inBox(box, lat, lng));
  assert.ok(!inBox(box, 30.300_001, -97.75));
  assert.ok(!inBox(box, 30.199_999, -97.75));
  assert.ok(!inBox(box, 30.25, -97.699_999));
  assert.ok(!inBox(box, 30.25, -97.800_001));
});

test('every point lies in exactly one half of a split box, whatever its digits', () => {
  fc.assert(
    fc.property(
      boxes.chain((box) =>
        fc
          .integer({ min: box.w + 1, max: box.e - 1 })
          .chain((at) =>
            fc.tuple(
              fc.constant(box),
              fc.constant(at),
              near(at),
              fc.integer({ min: box.s, max: box.n - 1 }),
            ),
          ),
      ),
      ([box, at, lng, latMicro]) => {
        const lat = latMicro / 1e6;
        const { below, above } = halves(box, 'x', at);
        const holders = [below, above].filter((half) => inBox(half, lat, lng)).length;
        assert.equal(holders, inBox(box, lat, lng) ? 1 : 0);
      },
    ),
  );
});

test('asking a source for the edges half a microdegree low is asking for exactly the half-open box', () => {
  fc.assert(
    fc.property(
      boxes.chain((box) => fc.tuple(fc.constant(box), near(box.w), near(box.n))),
      ([box, lng, lat]) => {
        const { west, south, east, north } = edgesAsked(box);
        // Half-way cases fall by the rounding of the point; no source has so many digits.
        fc.pre(Math.abs((lng * 1e7) % 10) !== 5 && Math.abs((lat * 1e7) % 10) !== 5);
        fc.pre(![west, east].some((edge) => Math.abs(edge - lng) < 1e-9));
        fc.pre(![south, north].some((edge) => Math.abs(edge - lat) < 1e-9));
        const shown = lng >= west && lng <= east && lat >= south && lat <= north;
        assert.equal(shown, inBox(box, lat, lng));
      },
    ),
  );
});

test('no edge that is requested lies beyond the globe, of boxes and of circles at the antimeridian', () => {
  const onGlobe = (box: Box) => {
    const { west, south, east, north } = edgesAsked(box);
    return west >= -180 && east <= 180 && south >= -90 && north <= 90 && west < east;
  };
  assert.ok(onGlobe(boxOfEdges({ west: -180, south: 51, east: -179.9, north: 51.2 })));
  assert.ok(onGlobe(boxOfEdges({ west: 179.9, south: 51, east: 180, north: 51.2 })));
  for (const lng of [-180, -179.95, 179.95, 180]) {
    const box = boxOfCircle(51.88, lng, 10);
    assert.ok(onGlobe(box));
    assert.ok(box.w >= -180 * MICRO && box.e <= 180 * MICRO + 1);
    assert.ok(inBox(box, 51.88, lng));
  }
});

test('boxes that touch do not meet, boxes that share a microdegree do', () => {
  const box = { w: 0, s: 0, e: 10, n: 10 };
  assert.equal(boxesMeet(box, { w: 10, s: 0, e: 20, n: 10 }), false);
  assert.equal(boxesMeet(box, { w: 9, s: 9, e: 20, n: 20 }), true);
  assert.deepEqual(boxAround(box, { w: 9, s: -5, e: 20, n: 3 }), { w: 0, s: -5, e: 20, n: 10 });
});

test('a degree of latitude is about 69 miles, and areas shrink towards the pole', () => {
  assert.ok(Math.abs(milesBetween(30, -97, 31, -97) - 69.09) < 0.01);
  assert.equal(milesBetween(30, -97, 30, -97), 0);
  const at = (south: number) =>
    squareMiles(boxOfEdges({ west: -98, south, east: -97, north: south + 1 }));
  assert.ok(Math.abs(at(0) - 69.0933 ** 2) < 5);
  assert.ok(at(60) < at(30) * 0.6);
});

test('the box of a circle holds every point of the circle and is not much larger', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 20, max: 65, noNaN: true }),
      fc.double({ min: -160, max: -70, noNaN: true }),
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      (lat, lng, radius, angle) => {
        const box = boxOfCircle(lat, lng, radius);
        const dLat = (radius * Math.sin(angle)) / 69.0933;
        const dLng = (radius * Math.cos(angle)) / 69.0933 / Math.cos((lat * Math.PI) / 180);
        const point = [lat + dLat, lng + dLng] as const;
        fc.pre(milesBetween(lat, lng, ...point) <= radius);
        assert.ok(inBox(box, ...point));
        assert.ok(box.n - box.s < (2 * radius * 1e6) / 69.0933 + 5);
        assert.ok(micro(lat) >= box.s);
      },
    ),
  );
});
