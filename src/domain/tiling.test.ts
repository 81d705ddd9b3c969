import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Box } from './box.js';
import { planTiles, type TilingInput } from './tiling.js';

const BOX: Box = { w: -98_000_000, s: 30_000_000, e: -97_000_000, n: 30_700_000 };
const points = fc.array(
  fc.record({
    x: fc.integer({ min: BOX.w, max: BOX.e - 1 }),
    y: fc.integer({ min: BOX.s, max: BOX.n - 1 }),
    weight: fc.double({ min: 0.001, max: 100, noNaN: true }),
  }),
  { maxLength: 60 },
);
const input = (more: Partial<TilingInput>): TilingInput => ({
  box: BOX,
  total: 5_000,
  rowsMax: 820,
  sideMin: 1_000,
  density: [],
  meets: () => true,
  ...more,
});
const holds = (box: Box, x: number, y: number) =>
  x >= box.w && x < box.e && y >= box.s && y < box.n;

test('an area that the source can show whole is one box, the whole', () => {
  assert.deepEqual(planTiles(input({ total: 820 })), [BOX]);
  assert.deepEqual(planTiles(input({ total: 0 })), [BOX]);
});

test('the boxes of a plan tile the area exactly: every point lies in one of them', () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 821, max: 200_000 }), (density, total) => {
      const boxes = planTiles(input({ density, total }));
      const area = (box: Box) => BigInt(box.e - box.w) * BigInt(box.n - box.s);
      const whole = boxes.reduce((sum, box) => sum + area(box), 0n);
      assert.equal(whole, area(BOX), 'no gap and no overlap');
      for (const { x, y } of [...density, { x: BOX.w, y: BOX.s }, { x: BOX.e - 1, y: BOX.n - 1 }])
        assert.equal(boxes.filter((box) => holds(box, x, y)).length, 1);
      for (const box of boxes) assert.ok(box.e - box.w >= 1_000 && box.n - box.s >= 1_000);
    }),
  );
});

test('a plan depends on nothing but its input: the order of the density does not matter', () => {
  fc.assert(
    fc.property(points, (density) => {
      const distinct = new Set(density.map(({ x }) => x)).size === density.length;
      fc.pre(distinct && new Set(density.map(({ y }) => y)).size === density.length);
      assert.deepEqual(
        planTiles(input({ density: [...density].reverse() })),
        planTiles(input({ density })),
      );
    }),
  );
});

test('boxes hold about equal weight of the density', () => {
  const density = Array.from({ length: 400 }, (_, n) => ({
    x: BOX.w + ((n * 7_919) % 1_000) * 1_000,
    y: BOX.s + ((n * 104_729) % 700) * 1_000,
    weight: 1,
  }));
  const boxes = planTiles(input({ density, total: 6_560 }));
  assert.equal(boxes.length, 10);
  for (const box of boxes) {
    const weight = density.filter(({ x, y }) => holds(box, x, y)).length;
    assert.ok(weight >= 25 && weight <= 60, `${weight} of 400 in one of ten`);
  }
});

test('boxes that do not reach the asked area are left out', () => {
  const density = [0, 1, 2, 3].map((n) => ({
    x: BOX.w + n * 250_000,
    y: BOX.s + 1_000,
    weight: 1,
  }));
  const all = planTiles(input({ density }));
  const west = planTiles(input({ density, meets: (box) => box.w < BOX.w + 300_000 }));
  assert.ok(west.length > 0 && west.length < all.length);
});
