import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MICRO } from '../data/home.js';
import { ALBUQUERQUE, expectEqualBytes, HOUSTON } from '../few-zips.test.js';
import { homesOf, idsOf, open, QUESTION, ringOf, SOLD, soldIn } from './open-portal.test.js';

test('portal_b answers an equal request with equal bytes', () =>
  expectEqualBytes(open, (portal) => portal.page(HOUSTON, SOLD, 2)));

test('portal_b returns at most 350 homes, whatever number is requested, and no total', async () => {
  const { ask, page } = open(400);
  const user_poly = ringOf(HOUSTON);
  const answer = await ask({ user_poly, num_homes: 350, ...SOLD });
  assert.equal(homesOf(answer).length, 350);
  assert.equal((await ask({ user_poly, num_homes: 500, ...SOLD })).resultCode, 101);
  assert.equal(homesOf(await page(HOUSTON, SOLD, 1, 20)).length, 20);
  assert.doesNotMatch(JSON.stringify(answer), /total/i);
});

test('the ground truth of portal_b is the union of its pages, for every window', async () => {
  const { all, groundTruth } = open(0, { hidden: 0.2 });
  for (const soldWithinDays of [7, 30, 90, 180, 365, 730, 1_095]) {
    const rows = await all(ALBUQUERQUE, soldIn(soldWithinDays));
    const ids = await groundTruth({ ...QUESTION, soldWithinDays });
    assert.deepEqual(idsOf(rows).sort(), ids, String(soldWithinDays));
    if (soldWithinDays > 90) assert.ok(ids.length > 100);
  }
});

test('portal_b repeats a few rows across pages and loses none for it', async () => {
  const { all, groundTruth } = open(0);
  const rows = await all(ALBUQUERQUE, SOLD, 100);
  const ids = idsOf(rows);
  assert.ok(rows.length > ids.length && rows.length < ids.length * 1.02);
  assert.deepEqual(ids.sort(), await groundTruth(QUESTION));
});

test('paging takes start and page_number together; one alone is the first page again', async () => {
  const { ask, page } = open(400);
  const user_poly = ringOf(HOUSTON);
  const base = { user_poly, num_homes: 50, ...soldIn(365) };
  const ids = async (more: object) => idsOf(homesOf(await ask({ ...base, ...more })));
  const first = await ids({});
  assert.deepEqual(await ids({ start: 50 }), first);
  assert.deepEqual(await ids({ page_number: 2 }), first);
  const second = idsOf(homesOf(await page(HOUSTON, soldIn(365), 2, 50)));
  assert.equal(second.filter((id) => first.includes(id)).length, 0);
});

test('an area whose name it does not know is answered for its own city, without a word', async () => {
  const { ask, all } = open(0);
  const { west, south, east, north } = ALBUQUERQUE;
  const view = { ...SOLD, viewport: [north, south, east, west].join(':') };
  const ring = { ...SOLD, user_poly: ringOf(ALBUQUERQUE) };
  const states = async (members: object, fault?: string) =>
    new Set(homesOf(await ask({ ...members }, fault)).map((row) => row['state']));
  assert.ok((await all(ALBUQUERQUE)).length > 0);
  assert.deepEqual(await states(view), new Set(['NM']));
  assert.deepEqual(await states(ring), new Set(['NM']));
  assert.deepEqual(await states({ ...SOLD, poly: ringOf(ALBUQUERQUE) }), new Set(['NY']));
  assert.deepEqual(await states(SOLD), new Set(['NY']));
  assert.deepEqual(await states(ring, 'only_viewport'), new Set(['NY']));
  assert.deepEqual(await states(view, 'only_viewport'), new Set(['NM']));
  assert.deepEqual(await states(view, 'only_poly'), new Set(['NY']));
});

test('the ring is closed, and any ring will do', async () => {
  const { data, ask, all } = open(0);
  const rows = await all(ALBUQUERQUE);
  const shown = new Set(idsOf(rows));
  const point = rows.find((row) => row.latLong.value !== undefined)?.latLong.value;
  assert.ok(point);
  const { latitude: lat, longitude: lng } = point;
  for (const ring of [
    { west: lng, south: lat, east: -106.4, north: 35.2 },
    { west: -106.6, south: 35, east: lng, north: lat },
    { west: lng, south: lat, east: lng, north: lat },
  ]) {
    const found = await all(ring);
    assert.ok(found.some((row) => row.latLong.value?.longitude === lng));
  }
  const triangle = '-106.6 35,-106.4 35,-106.6 35.2,-106.6 35';
  const answer = await ask({ user_poly: triangle, ...SOLD });
  const half = homesOf(answer).filter((row) => row.latLong.value !== undefined);
  assert.ok(half.length > 50);
  for (const { latLong } of half) {
    const { latitude = 0, longitude = 0 } = latLong.value ?? {};
    assert.ok(longitude + 106.6 + (latitude - 35) <= 0.2 + 1e-9);
  }
  const truthful = [...data.homesIn(ALBUQUERQUE, 'sold')].map((home) => home.x / MICRO);
  assert.ok(truthful.length > shown.size);
});

test('rows from beyond the ring come at the end of a list, unmarked, and not past it', async () => {
  const { data, page, groundTruth } = open(0, { relaxed: 1 });
  const middle = { ...ALBUQUERQUE, east: -106.5117 };
  const ids = new Set(await groundTruth({ ...QUESTION, ...middle, soldWithinDays: 90 }));
  const rows = homesOf(await page(middle, soldIn(90)));
  const beyond = rows.filter((row) => !ids.has(String(row.propertyId)));
  assert.ok(beyond.length >= 1 && beyond.length <= 3);
  assert.equal(rows.length - beyond.length, ids.size);
  assert.ok(data.day() > 0);
  assert.deepEqual(homesOf(await page(middle, soldIn(90), 2)), []);
});

test('nearby homes come when asked for, from outside the ring', async () => {
  const { page } = open(0);
  const middle = { ...ALBUQUERQUE, east: -106.5117 };
  const answer = await page(middle, { ...SOLD, include_nearby_homes: 'true' });
  const nearby = answer.payload.nearbyHomes?.homes ?? [];
  assert.ok(nearby.length > 0);
  const inside = new Set(idsOf(homesOf(answer)));
  assert.ok(nearby.every((row) => !inside.has(String(row.propertyId))));
});
