import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Row } from '#contract/rows.js';
import { PROPERTY_TYPES } from '#contract/values.js';
import { type Box, inBox } from './box.js';
import { fitsNarrow } from './filters.js';
import type { Cut } from './position.js';
import { absent, type Reading, usd } from './reading.js';
import { findCut, nextCuts, type Region, regionOf, SPLIT_DEPTH_MAX } from './region.js';

const BOX: Box = { w: -1_000, s: -1_000, e: 1_000, n: 1_000 };
const ROWS_MAX = 4;
const SIDE_MIN = 10;

interface Home {
  readonly x: number;
  readonly y: number;
  readonly price: number | null;
  readonly beds: number | null;
  readonly type: number;
}

const homes = fc.record({
  x: fc.integer({ min: BOX.w, max: BOX.e - 1 }),
  y: fc.integer({ min: BOX.s, max: BOX.n - 1 }),
  price: fc.option(fc.integer({ min: 1, max: 20 })),
  beds: fc.option(fc.integer({ min: 0, max: 5 })),
  type: fc.nat(PROPERTY_TYPES.length - 1),
});
/** Homes strewn about, and a tower of homes on one point. */
const towns = fc
  .tuple(fc.array(homes, { maxLength: 40 }), fc.array(homes, { maxLength: 40 }), homes)
  .map(([strewn, tower, spot]) => [
    ...strewn,
    ...tower.map((home) => ({ ...home, x: spot.x, y: spot.y })),
  ]);

const readingOf = ({ price, beds, type }: Home) =>
  ({
    list_price: price === null ? absent('not_reported') : usd(price),
    beds: beds ?? absent('not_reported'),
    property_type: PROPERTY_TYPES[type],
  }) as unknown as Reading<Row>;

const isIn = (region: Region, home: Home): boolean =>
  inBox(region.box, home.y / 1e6, home.x / 1e6) &&
  fitsNarrow(region.narrow, region.unpriced, readingOf(home));

/** Reads a town as the walk does: cuts a region while it holds too many, then goes to the next. */
function read(town: readonly Home[]): { seen: Home[]; whole: boolean; deepest: number } {
  const seen: Home[] = [];
  let whole = true;
  let deepest = 0;
  for (let cuts: readonly Cut[] | null = []; cuts !== null; cuts = nextCuts(cuts)) {
    for (;;) {
      deepest = Math.max(deepest, cuts.length);
      const region = regionOf(BOX, cuts);
      const inside = town.filter((home) => isIn(region, home));
      const cut: Omit<Cut, 'rest'> | null =
        inside.length <= ROWS_MAX || region.unpriced
          ? null
          : findCut(region, inside.slice(0, ROWS_MAX), cuts.length, SIDE_MIN);
      if (cut === null) {
        whole &&= inside.length <= ROWS_MAX || region.unpriced;
        seen.push(...inside);
        break;
      }
      const rest: boolean =
        cut.axis === 'price' &&
        region.narrow.price === undefined &&
        inside.some((home) => home.price === null);
      cuts = [...cuts, { ...cut, rest }];
    }
  }
  return { seen, whole, deepest };
}

test('however a town is cut, every home is met in exactly one region', () => {
  fc.assert(
    fc.property(towns, (town) => {
      const { seen, deepest } = read(town);
      assert.equal(seen.length, town.length);
      assert.equal(new Set(seen).size, town.length);
      assert.ok(deepest <= SPLIT_DEPTH_MAX);
    }),
    { numRuns: 300 },
  );
});

test('a tower of homes that differ in price, bedrooms or type is cut until it can be shown', () => {
  const tower = Array.from({ length: 60 }, (_, n) => ({
    x: 5,
    y: 7,
    price: 100 + (n % 20),
    beds: n % 3,
    type: 0,
  }));
  const { seen, whole } = read(tower);
  assert.equal(seen.length, 60);
  assert.equal(whole, true);
});

test('homes that nothing tells apart end the cutting: what is hidden is not cut for ever', () => {
  const same = Array.from({ length: 30 }, () => ({ x: 5, y: 7, price: 9, beds: 2, type: 1 }));
  const { seen, whole } = read(same);
  assert.equal(seen.length, 30);
  assert.equal(whole, false);
});

test('after a cut come its upper side, its rest where it has one, and then the cut before', () => {
  const cut = (side: 0 | 1 | 2, rest: boolean): Cut => ({ axis: 'price', at: 5, side, rest });
  const first: Cut = { axis: 'x', at: 0, side: 0, rest: false };
  assert.deepEqual(nextCuts([first, cut(0, true)]), [first, cut(1, true)]);
  assert.deepEqual(nextCuts([first, cut(1, true)]), [first, cut(2, true)]);
  assert.deepEqual(nextCuts([first, cut(2, true)]), [{ ...first, side: 1 }]);
  assert.deepEqual(nextCuts([first, cut(1, false)]), [{ ...first, side: 1 }]);
  assert.equal(nextCuts([{ ...first, side: 1 }]), null);
  assert.equal(nextCuts([]), null);
});
