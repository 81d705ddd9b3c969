/**
 * Reading areas from sources in memory: random clusters, point clusters, caps, page sizes, missing
 * prices and hidden points. In every case a chain of pages returns every row once, or reports that
 * it cannot.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Area } from '#domain/area.js';
import { boxOfCircle, milesBetween } from '#domain/box.js';
import {
  AREA,
  type Asked,
  chain,
  feed,
  type Home,
  portal,
  searchOf,
  spread,
} from '../../../test/support/memory-driver.js';

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

test('every row of an area is returned exactly once, whatever the caps and clusters', async () => {
  await fc.assert(
    fc.asyncProperty(
      homes,
      caps,
      fc.integer({ min: 7, max: 60 }),
      async (all, { rows, pages }, pageRows) => {
        const { ids, missing } = await chain(searchOf(portal(all, rows, pages)), pageRows);
        assert.equal(new Set(ids).size, ids.length, 'no row twice');
        if (missing.length === 0)
          assert.deepEqual(
            [...ids].sort(byNumber),
            all.map(({ id }) => id),
          );
      },
    ),
    { numRuns: RUNS, seed: 20_261_121 },
  );
});

test('a row without a map point that the source shows in every box is returned once', async () => {
  const placed = spread(600);
  const unplaced = Array.from(
    { length: 20 },
    (_row, at): Home => ({
      x: AREA.w,
      y: AREA.s,
      price: 100_000 + at,
      beds: 3,
      id: 600 + at,
      hidden: true,
      everywhere: true,
    }),
  );
  const { ids } = await chain(searchOf(portal([...placed, ...unplaced], 20, 10)), 33);
  assert.equal(new Set(ids).size, ids.length, 'no row twice');
  assert.equal(ids.length, 620);
});

test('nothing is missing unless more rows share a point, a price and bedrooms than the source shows', async () => {
  await fc.assert(
    fc.asyncProperty(homes, async (all) => {
      const { ids, missing } = await chain(searchOf(portal(all, 20, 10)), 50);
      const clusters = new Map<string, number>();
      for (const { x, y, price, beds } of all) {
        const key =
          price === null
            ? `${Math.round(x / 1000)},${Math.round(y / 1000)} unpriced`
            : `${x},${y},${price},${beds}`;
        clusters.set(key, (clusters.get(key) ?? 0) + 1);
      }
      const divisible =
        Math.max(...clusters.values()) < 200 && all.every(({ price }) => price !== null);
      if (divisible) {
        assert.deepEqual(missing, []);
        assert.equal(ids.length, all.length);
      }
    }),
    { numRuns: RUNS, seed: 20_261_122 },
  );
});

/** The source, which counts some homes and leaves their places on its pages empty. */
function sendingOnly({ driver, questions }: Asked, sends: (home: Home) => boolean): Asked {
  assert.ok(driver.over === 'table');
  const query: typeof driver.query = async (...asked) => {
    const page = await driver.query(...asked);
    return { ...page, rows: page.rows.filter((row) => sends(row as Home)) };
  };
  return { driver: { ...driver, query }, questions };
}

test('an area is divided also where a page lacks a row and the source names the next page', async () => {
  const sends = ({ id }: Home) => id % 20 !== 7;
  const all = spread(600);
  const { ids, missing } = await chain(searchOf(sendingOnly(portal(all, 20, 10), sends)), 50);
  assert.deepEqual(
    ids.sort(byNumber),
    all.filter(sends).map(({ id }) => id),
  );
  assert.ok(missing.length > 0);
});

test('an indivisible point cluster is read as far as the source shows it, and the rest is reported missing', async () => {
  const cluster = Array.from({ length: 300 }, (_home, id) => ({
    id,
    x: AREA.w + 400_000,
    y: AREA.s + 300_000,
    price: 250_000,
    beds: 2,
    hidden: false,
  }));
  const { ids, missing } = await chain(searchOf(portal(cluster, 20, 10)), 100);
  assert.equal(ids.length, 200);
  assert.ok(missing.length > 0);
});

test('a cover is expanded while matching rows lie near its edge, so a town beyond it is found', async () => {
  const half = 20_000;
  const [x, y] = [AREA.w + 400_000, AREA.s + 300_000];
  const cover = { w: x - half, e: x + half, s: y - half, n: y + half };
  // A street that leaves the cover to the east, one home every 2,000 microdegrees.
  const street = Array.from({ length: 25 }, (_home, id) => ({
    id,
    x: x + id * 2_000,
    y,
    price: 250_000,
    beds: 2,
    hidden: false,
  }));
  const area: Area = { test: { by: 'zip', zip: '77002' }, cover: [cover], exact: false };
  const { ids, missing } = await chain(searchOf(portal(street, 20, 10), area), 10);
  assert.deepEqual(
    ids.sort(byNumber),
    street.map(({ id }) => id),
  );
  assert.deepEqual(missing, []);
});

test('a feed without a cap is read by its keys, every row once, whatever the page sizes', async () => {
  await fc.assert(
    fc.asyncProperty(
      homes,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      async (all, feedRows, pageRows) => {
        const { ids, missing } = await chain(searchOf(feed(all, feedRows)), pageRows);
        assert.deepEqual(missing, []);
        assert.deepEqual(
          [...ids].sort(byNumber),
          all.map(({ id }) => id),
        );
      },
    ),
    { numRuns: 100, seed: 20_261_123 },
  );
});

test('a later page resumes at its upstream page: a chain reads no feed page twice except shared ones', async () => {
  const all = spread(1_000);
  const asked = feed(all, 50);
  const { ids, pages } = await chain(searchOf(asked), 75);
  assert.equal(ids.length, 1_000);
  // 20 upstream pages; a page of ours that begins in the middle of one reads it again, and the row
  // read ahead is on the same one.
  assert.ok(asked.questions.length <= 20 + pages, `${asked.questions.length} for ${pages} pages`);
});

test('a later page of a portal never requests earlier upstream pages', async () => {
  const asked = portal(spread(400), 41, 20);
  const { ids, pages } = await chain(searchOf(asked), 100);
  assert.equal(ids.length, 400);
  assert.ok(asked.questions.length <= 10 + pages, `${asked.questions.length} for ${pages} pages`);
});

test('a circle is asked as a polygon that holds all of it, and little more', async () => {
  const [lat, lng, radius_mi] = [29.8, -95.4, 5];
  const circle: Area = {
    test: { by: 'circle', lat, lng, radius_mi },
    cover: [boxOfCircle(lat, lng, radius_mi)],
    exact: false,
  };
  const all = spread(20_000);
  const inside = all.filter((home) => milesBetween(lat, lng, home.y / 1e6, home.x / 1e6) <= 5);
  const asked = feed(all, 500);
  const { ids, missing } = await chain(searchOf(asked, circle), 100);
  assert.deepEqual(
    [...ids].sort(byNumber),
    inside.map(({ id }) => id),
  );
  assert.deepEqual(missing, []);
  const { area } = asked.questions[0] ?? {};
  assert.equal(area?.by === 'polygon' ? area.ring.length : 0, 65);
});

test('a source that supports postal codes is requested by ZIP, never by boxes around it', async () => {
  const all = spread(300).map((home) => ({ ...home, zip: home.id % 3 === 0 ? '77002' : '77003' }));
  const asked = feed(all, 25, ['box', 'postal_code']);
  const zip: Area = { test: { by: 'zip', zip: '77002' }, cover: [AREA], exact: false };
  const { ids } = await chain(searchOf(asked, zip), 30);
  assert.deepEqual(
    [...ids].sort(byNumber),
    all.filter((home) => home.zip === '77002').map(({ id }) => id),
  );
  assert.ok(
    asked.questions.every(({ area }) => area.by === 'postal_code' && area.postal_code === '77002'),
  );
});

test('a page that names itself as the next one ends the collection', async () => {
  const asked = feed(spread(10), 5);
  const { driver } = asked;
  assert.ok(driver.over === 'table');
  const loop = {
    ...asked,
    driver: {
      ...driver,
      query: async () => ({ rows: [], total: null, next: { token: ['again'] } }),
    },
  };
  await assert.rejects(chain(searchOf(loop), 10), /its own next page/);
});

const byNumber = (a: number, b: number): number => a - b;
