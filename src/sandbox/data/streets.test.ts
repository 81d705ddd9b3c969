import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewZips, HOUSTON, handClock } from '../few-zips.test.js';
import { type HomeEdges, type Home, MICRO, type Trade } from './home.js';
import { addressOf } from './names.js';
import { gridOf, SECTION, streetAt } from './street-grid.js';
import { openStreets, type Street } from './streets-in.js';
import { createSyntheticData } from './synthetic-data.js';

const TRADES: readonly Trade[] = ['listings', 'rentals', 'sold'];
const METRES_A_DEGREE = 111_195;
/** A home is 15 to 25 m from the middle of its street, whose bends are drawn in 200 m steps. */
const BESIDE_M = 35;

/** The maximum length of a street beyond the middle of its last step, in degrees. */
const HALF_STEP = 0.0006;

const homesOf = (seed: number, geo = fewZips): Home[] => {
  const data = createSyntheticData({ seed, homes: 1_500, geo, clock: handClock() });
  return TRADES.flatMap((trade) => [...data.homesIn(HOUSTON, trade)]);
};
const streetsOf = (seed: number, geo = fewZips) => openStreets({ seed, geo })(HOUSTON, false);

test('the same seed makes the same streets, in whatever boxes they are read; another seed others', () => {
  const all = streetsOf(7);
  assert.deepEqual(streetsOf(7), all);
  const names = (streets: readonly Street[]) => new Set(streets.map(({ name }) => name));
  assert.notDeepEqual(names(streetsOf(8)), names(all));
  const known = new Set(all.map((street) => JSON.stringify(street)));
  const west: HomeEdges = { ...HOUSTON, east: -95.36 };
  const half = openStreets({ seed: 7, geo: fewZips })(west, false);
  assert.ok(half.length > 20 && half.length < all.length);
  assert.ok(half.every((street) => known.has(JSON.stringify(street))));
});

test('every home stands beside the street that its address names, on every seed', () => {
  for (const seed of [1, 7]) {
    const byName = byNameOf(streetsOf(seed));
    const homes = homesOf(seed);
    assert.ok(homes.length > 1_000);
    for (const home of homes) {
      const { line1 } = addressOf(home);
      const street = byName.get(line1.replace(/^\d+ /, ''));
      const metres = Math.min(...(street ?? []).map((part) => metresTo(home, part)));
      assert.ok(metres < BESIDE_M, `${line1}: ${metres} m`);
    }
  }
});

test('numbers grow along a street, odd on one side and even on the other, and tell homes apart', () => {
  const homes = homesOf(7).filter(({ block }) => block === -1);
  const lines = homes.map((home) => addressOf(home).line1);
  const apart = new Set(homes.map(({ x, y }) => `${x} ${y}`)).size - new Set(lines).size;
  assert.ok(apart < homes.length / 40, `${apart} of ${homes.length} homes share an address`);
  const numbers = lines.map((line) => Number(/^\d+/.exec(line)?.[0]));
  assert.ok(numbers.every((number) => number >= 100 && number < 30_000));
  const odd = numbers.filter((number) => number % 2 === 1).length / numbers.length;
  assert.ok(odd > 0.4 && odd < 0.6, `${odd} odd`);
});

test('streets of one section have different names, and a main street lies at every mile', () => {
  const grid = gridOf(7);
  for (const [column, row] of [[-5_500, 1_700], [-5_499, 1_700], [-7_000, 2_500]] as const) {
    const between = Array.from({ length: SECTION - 1 }, (_, at) => at + 1);
    const names = between.flatMap((line) => [
      streetAt(grid, 'ns', column * SECTION + line, row * SECTION).name,
      streetAt(grid, 'ew', row * SECTION + line, column * SECTION).name,
    ]);
    assert.equal(new Set(names).size, names.length, names.join());
  }
  const mains = openStreets({ seed: 7, geo: fewZips })(HOUSTON, true);
  assert.ok(mains.length > 0 && mains.every(({ main }) => main));
  assert.ok(mains.length < streetsOf(7).length / 4);
});

test('no street and no home is in water, and a home at the shore has its street', () => {
  const shore = -95.36;
  const geo = { ...fewZips, onLand: (_lat: number, lng: number) => lng <= shore };
  const streets = streetsOf(7, geo);
  assert.ok(streets.flatMap(({ line }) => line).every(([lng]) => lng <= shore + HALF_STEP));
  const byName = byNameOf(streets);
  const homes = homesOf(7, geo).filter(({ plot }) => plot.zip.zip === '77002');
  assert.ok(homes.length > 300, `${homes.length}`);
  for (const home of homes) {
    assert.ok(home.x / MICRO <= shore, `${home.x}`);
    const street = byName.get(addressOf(home).line1.replace(/^\d+ /, '')) ?? [];
    assert.ok(Math.min(...street.map((part) => metresTo(home, part))) < BESIDE_M);
  }
});

function byNameOf(streets: readonly Street[]): Map<string, Street[]> {
  const byName = new Map<string, Street[]>();
  for (const street of streets) {
    byName.set(street.name, [...(byName.get(street.name) ?? []), street]);
  }
  return byName;
}

/** The distance from a home to the nearest point of a street, in metres. */
function metresTo({ x, y }: Home, { line }: Street): number {
  const narrowing = Math.cos((y / MICRO / 180) * Math.PI);
  const flat = line.map(([lng, lat]) => [
    (lng - x / MICRO) * narrowing * METRES_A_DEGREE,
    (lat - y / MICRO) * METRES_A_DEGREE,
  ]);
  return Math.min(
    ...flat.slice(1).map(([bx = 0, by = 0], at) => {
      const [ax = 0, ay = 0] = flat[at] ?? [];
      const [dx, dy] = [bx - ax, by - ay];
      const share = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy)));
      return Math.hypot(ax + share * dx, ay + share * dy);
    }),
  );
}
