/** Areas of ZIPs on the console's map: what the build makes, and the outline around several. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { MultiPolygon } from 'geojson';
import { loadGeo } from '#geo/index.js';
import { outerLines } from '../console/src/map/outer-lines.js';

const square = (west: number, south: number): MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [west, south],
        [west + 1, south],
        [west + 1, south + 1],
        [west, south + 1],
        [west, south],
      ],
    ],
  ],
});

test('the outline of two areas is one closed line without the side that they share', () => {
  const { coordinates } = outerLines([square(0, 0), square(1, 0)]);
  assert.equal(coordinates.length, 1);
  const [line = []] = coordinates;
  assert.equal(line.length, 7);
  assert.deepEqual(line[0], line.at(-1));
  const inner = line.some(
    (point, at) => String([point, line[at + 1]].map(String).sort()) === '1,0,1,1',
  );
  assert.ok(!inner);
  assert.equal(outerLines([square(0, 0), square(5, 5)]).coordinates.length, 2);
});

type AreaFile = Record<string, number[][]>;

function holds(rings: readonly number[][], x: number, y: number): boolean {
  let inside = false;
  for (const steps of rings) {
    const points: [number, number][] = [];
    let [px, py] = [0, 0];
    for (let at = 0; at + 1 < steps.length; at += 2) {
      px += steps[at] ?? 0;
      py += steps[at + 1] ?? 0;
      points.push([px / 10_000, py / 10_000]);
    }
    points.forEach(([ax, ay], at) => {
      const [bx, by] = points.at(at - 1) ?? [ax, ay];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    });
  }
  return inside;
}

test('nearly every ZIP point on land lies in the area of its ZIP, and in no other', () => {
  const dist = new URL('../dist/', import.meta.url);
  const geo = loadGeo(new URL('geo.bin', dist).pathname);
  for (const prefix of ['78', '33', '02', '94']) {
    const file = JSON.parse(
      readFileSync(new URL(`console-data/areas-${prefix}.json`, dist), 'utf8'),
    ) as AreaFile;
    const points = Object.keys(file).flatMap((zip) => geo.zip(zip) ?? []);
    const onLand = points.filter(({ lat, lng }) => geo.onLand(lat, lng));
    assert.ok(onLand.length > 150, `${onLand.length} ZIPs of ${prefix}`);
    const right = onLand.filter(({ zip, lat, lng }) => {
      const holders = Object.entries(file).filter(([, rings]) => holds(rings, lng, lat));
      return holders.length === 1 && holders[0]?.[0] === zip;
    });
    assert.ok(
      right.length / onLand.length > 0.97,
      `${right.length} of ${onLand.length}, ${prefix}`,
    );
  }
});
