/**
 * The walk over made-up sources: random clusters, stacks, caps, page sizes, missing prices and hidden
 * points. Whatever they are, a chain visits every row once, or says that it cannot.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Area } from '#domain/area.js';
import { type Position, START } from '#domain/position.js';
import { walk } from '#service/walk.js';
import { type WalkInput, WalkState } from '#service/walk-state.js';
import { AREA, type Home, walkOver } from './support/walk-over.js';

const RUNS = 300;

const homes = fc
  .record({
    clusters: fc.array(
      fc.record({
        x: fc.integer({ min: AREA.w, max: AREA.e - 1 }),
        y: fc.integer({ min: AREA.s, max: AREA.n - 1 }),
        count: fc.integer({ min: 1, max: 150 }),
        spread: fc.constantFrom(0, 300, 20_000, 200_000),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    seed: fc.integer({ min: 1, max: 2 ** 30 }),
    unpriced: fc.constantFrom(0, 0, 0.02),
    hidden: fc.constantFrom(0, 0.05),
  })
  .map(({ clusters, seed, unpriced, hidden }) => {
    let state = seed;
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    };
    const clamp = (value: number, low: number, high: number) =>
      Math.min(high - 1, Math.max(low, value));
    const all: Home[] = [];
    for (const { x, y, count, spread } of clusters) {
      for (let index = 0; index < count; index += 1) {
        all.push({
          id: all.length,
          x: clamp(Math.round(x + (random() - 0.5) * spread), AREA.w, AREA.e),
          y: clamp(Math.round(y + (random() - 0.5) * spread), AREA.s, AREA.n),
          price: random() < unpriced ? null : 100_000 + Math.floor(random() * 900_000),
          beds: Math.floor(random() * 5),
          hidden: random() < hidden,
        });
      }
    }
    return all;
  });

const caps = fc.record({
  rows: fc.integer({ min: 5, max: 20 }),
  pages: fc.integer({ min: 4, max: 10 }),
});

test('every row of an area is visited exactly once, whatever the caps and clusters', async () => {
  await fc.assert(
    fc.asyncProperty(
      homes,
      caps,
      fc.integer({ min: 7, max: 60 }),
      async (all, { rows, pages }, pageRows) => {
        const input = walkOver(all, rows, pages);
        const { ids, missing } = await chain(input, pageRows);
        assert.equal(new Set(ids).size, ids.length, 'no row twice');
        if (missing === 0)
          assert.deepEqual(
            [...ids].sort(byNumber),
            all.map(({ id }) => id),
          );
      },
    ),
    { numRuns: RUNS, seed: 20_261_121 },
  );
});

test('nothing is missing unless more rows share a point, a price and bedrooms than the source shows', async () => {
  await fc.assert(
    fc.asyncProperty(homes, async (all) => {
      const { ids, missing } = await chain(walkOver(all, 20, 10), 50);
      const stacks = new Map<string, number>();
      for (const { x, y, price, beds } of all) {
        const key =
          price === null
            ? `${Math.round(x / 1000)},${Math.round(y / 1000)} unpriced`
            : `${x},${y},${price},${beds}`;
        stacks.set(key, (stacks.get(key) ?? 0) + 1);
      }
      const divisible =
        Math.max(...stacks.values()) < 200 && all.every(({ price }) => price !== null);
      if (divisible) {
        assert.equal(missing, 0);
        assert.equal(ids.length, all.length);
      }
    }),
    { numRuns: RUNS, seed: 20_261_122 },
  );
});

test('a stack that nothing divides is taken as far as it is shown, and the rest is said to be missing', async () => {
  const stack = Array.from({ length: 300 }, (_home, id) => ({
    id,
    x: AREA.w + 400_000,
    y: AREA.s + 300_000,
    price: 250_000,
    beds: 2,
    hidden: false,
  }));
  const { ids, missing } = await chain(walkOver(stack, 20, 10), 100);
  assert.equal(ids.length, 200);
  assert.ok(missing > 0);
});

test('a cover grows while matching rows lie near its edge, so a town beyond it is found', async () => {
  const half = 20_000;
  const [x, y] = [AREA.w + 400_000, AREA.s + 300_000];
  const cover = { w: x - half, e: x + half, s: y - half, n: y + half };
  // A street that leaves the cover to the east, a home every 2,000 microdegrees.
  const street = Array.from({ length: 25 }, (_home, id) => ({
    id,
    x: x + id * 2_000,
    y,
    price: 250_000,
    beds: 2,
    hidden: false,
  }));
  const area: Area = { test: { by: 'zip', zip: '77002' }, cover: [cover], exact: false };
  const { ids, missing } = await chain({ ...walkOver(street, 20, 10), area }, 10);
  assert.deepEqual(
    ids.sort(byNumber),
    street.map(({ id }) => id),
  );
  assert.equal(missing, 0);
});

const byNumber = (a: number, b: number): number => a - b;

/** Walks page by page, each time from the position alone, as clients with cursors do. */
async function chain(
  input: WalkInput,
  pageRows: number,
): Promise<{ ids: number[]; missing: number }> {
  const ids: number[] = [];
  let missing = 0;
  let position: Position | null = START;
  for (let page = 0; position !== null; page += 1) {
    assert.ok(page < 2000, 'a chain ends');
    const state: WalkState = new WalkState(position, pageRows + 1);
    position = null;
    let taken = 0;
    for await (const { reading, before } of walk(input, state)) {
      if (taken === pageRows) {
        position = before;
        break;
      }
      ids.push(Number(reading.source_id));
      taken += 1;
    }
    missing += state.missing.length;
  }
  return { ids, missing };
}
