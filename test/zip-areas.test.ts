/** The estimated ZIP areas on the console's map: cut at the coast, without sides through water. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cut, zipAreas } from '../scripts/console/zip-areas.js';
import { geography } from './support/geography.js';

type Point = readonly [x: number, y: number];

const UNITS = 10_000;
const KM_A_DEGREE = 111;
/** Long sides follow a small island's shore that the pack's land omits; a spike crosses a lake. */
const KM_MAX = 12;

test('land on both sides of a bay becomes two parts, with no side through the water', () => {
  // A coast with a bay, open above: two arms and what joins them below.
  const bay: Point[] = [
    [0, 0],
    [6, 0],
    [6, 4],
    [4, 4],
    [4, 1],
    [2, 1],
    [2, 4],
    [0, 4],
  ];
  const arms = cut(bay, [6, 2], [0, 2]).map((ring) => ring.toSorted(([a], [b]) => a - b));
  assert.equal(cut(bay, [0, 2], [6, 2]).length, 2, 'the arms above the line');
  for (const arm of cut(bay, [0, 2], [6, 2])) {
    const xs = arm.map(([x]) => x);
    assert.equal(Math.max(...xs) - Math.min(...xs), 2);
  }
  assert.equal(arms.length, 1, 'what joins them below the line');
  assert.deepEqual(cut(bay, [0, -1], [6, -1]), [bay], 'all of it');
  assert.deepEqual(cut(bay, [0, 9], [6, 9]), [], 'nothing of it');
});

/** Kilometers of long sides over water per ZIP; short ones follow a coast drawn in two ways. */
function waterOf(zip: string): number {
  const rings = files.get(zip.slice(0, 2))?.[zip] ?? [];
  return rings.reduce((sum, steps) => sum + waterAlong(pointsOf(steps)), 0);
}

function pointsOf(steps: readonly number[]): Point[] {
  let [x, y] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, at): Point => {
    x += steps[2 * at] ?? 0;
    y += steps[2 * at + 1] ?? 0;
    return [x / UNITS, y / UNITS];
  });
}

function waterAlong(ring: readonly Point[]): number {
  return ring.reduce((sum, [x, y], at) => {
    const [toX, toY] = ring[(at + 1) % ring.length] ?? [x, y];
    const km = Math.hypot((toX - x) * Math.cos((y * Math.PI) / 180), toY - y) * KM_A_DEGREE;
    const parts = Math.max(4, Math.ceil(km));
    const inWater = Array.from({ length: parts - 1 }, (_, part) => (part + 1) / parts).filter(
      (share) => !geo.onLand(y + (toY - y) * share, x + (toX - x) * share),
    ).length;
    const wetKm = (inWater * km) / parts;
    return km < 1 || wetKm < 1 ? sum : sum + wetKm;
  }, 0);
}

const geo = geography();
const files = zipAreas(geo);

test('the areas at the lake of Chicago and Milwaukee and at the bays of Boston, San Francisco and Seattle have no spikes', () => {
  const zips = [...files.values()]
    .flatMap((file) => Object.keys(file))
    .filter((zip) => /^(606|532|021|941|981|701|787)/.test(zip));
  assert.ok(zips.length > 200, String(zips.length));
  const spikes = zips.flatMap((zip) => {
    const km = waterOf(zip);
    return km > KM_MAX ? [`${zip}: ${km.toFixed(0)} km`] : [];
  });
  assert.deepEqual(spikes, []);
});
