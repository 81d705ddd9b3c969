import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { usd } from '#contract/field.js';
import type { Row } from '#contract/rows.js';
import { PROPERTY_TYPES } from '#contract/values.js';
import { type Box, inBox } from './box.js';
import { fitsSubfilter } from './filters.js';
import { absent, type ParsedRow } from './parsed-row.js';
import type { Split } from './position.js';
import { findSplit, nextSplits, type Part, partOf, SPLIT_DEPTH_MAX } from './split.js';

const BOX: Box = { w: -1_000, s: -1_000, e: 1_000, n: 1_000 };
const ROWS_MAX = 4;
const DIVISIBLE = { box_side_min: 10, axes: ['price', 'beds', 'type'] } as const;

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

const parsed = ({ price, beds, type }: Home) =>
  ({
    list_price: price === null ? absent('not_reported') : usd(price),
    beds: beds ?? absent('not_reported'),
    property_type: PROPERTY_TYPES[type],
  }) as unknown as ParsedRow<Row>;

const isIn = ({ box, subfilter, remainder }: Part, home: Home): boolean =>
  (box === null || inBox(box, home.y / 1e6, home.x / 1e6)) &&
  fitsSubfilter(subfilter, remainder, parsed(home));

/** Reads a town like an area: splits a part while it holds too many, then goes to the next. */
function read(
  town: readonly Home[],
  box: Box | null = BOX,
): { seen: Home[]; whole: boolean; deepest: number } {
  const seen: Home[] = [];
  let whole = true;
  let deepest = 0;
  for (let splits: readonly Split[] | null = []; splits !== null; splits = nextSplits(splits)) {
    for (;;) {
      deepest = Math.max(deepest, splits.length);
      const part = partOf(box, splits);
      const inside = town.filter((home) => isIn(part, home));
      const split: Split | null =
        inside.length <= ROWS_MAX || part.remainder
          ? null
          : findSplit(part, inside.slice(0, ROWS_MAX), splits.length, DIVISIBLE);
      if (split === null) {
        whole &&= inside.length <= ROWS_MAX || part.remainder;
        seen.push(...inside);
        break;
      }
      const has_remainder: boolean =
        split.axis === 'price' &&
        part.subfilter.price === undefined &&
        inside.some((home) => home.price === null);
      splits = [...splits, { ...split, has_remainder }];
    }
  }
  return { seen, whole, deepest };
}

test('however a town is split, every home is met in exactly one part', () => {
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

test('a tower of homes that differ in price, bedrooms or type is split until it can be shown', () => {
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

test('homes that nothing distinguishes end the splitting', () => {
  const same = Array.from({ length: 30 }, () => ({ x: 5, y: 7, price: 9, beds: 2, type: 1 }));
  const { seen, whole } = read(same);
  assert.equal(seen.length, 30);
  assert.equal(whole, false);
});

test('an area without boxes is split by price, bedrooms and type alone', () => {
  fc.assert(
    fc.property(towns, (town) => {
      const { seen } = read(town, null);
      assert.equal(seen.length, town.length);
      assert.equal(new Set(seen).size, town.length);
    }),
    { numRuns: 100 },
  );
});

test('a source is never asked for a band that it does not filter by', () => {
  const part: Part = { box: null, subfilter: {}, remainder: false };
  const sample = [1, 2, 3].map((price) => ({ x: 1, y: 1, price, beds: price }));
  assert.equal(findSplit(part, sample, 0, { box_side_min: 10, axes: [] }), null);
  assert.equal(findSplit(part, sample, 0, { box_side_min: 10, axes: ['beds'] })?.axis, 'beds');
});

test('after a split come its upper side, its remainder where it has one, and then the split before', () => {
  const split = (side: Split['side'], has_remainder: boolean): Split => ({
    axis: 'price',
    at: 5,
    side,
    has_remainder,
  });
  const first: Split = { axis: 'x', at: 0, side: 'below', has_remainder: false };
  const above: Split = { ...first, side: 'above' };
  assert.deepEqual(nextSplits([first, split('below', true)]), [first, split('above', true)]);
  assert.deepEqual(nextSplits([first, split('above', true)]), [first, split('remainder', true)]);
  assert.deepEqual(nextSplits([first, split('remainder', true)]), [above]);
  assert.deepEqual(nextSplits([first, split('above', false)]), [above]);
  assert.equal(nextSplits([above]), null);
  assert.equal(nextSplits([]), null);
});
