/** Places of the sandbox that always misbehave: their searches do, and no others. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { MINUTE_MS } from '#contract/durations.js';
import { ODD_PLACES } from '#sandbox/data/odd-zips.js';
import { type FaultyPlace, faultIn, faultyPlaces } from '#sandbox/odd-places.js';
import { openState } from '#sandbox/state.js';
import { textOf } from './architecture/read-tree.js';
import { geography } from './support/geography.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { testClock } from './support/test-clock.js';

const geo = geography();
const places = [...ODD_PLACES.map(({ zip }) => ({ zip, homes: 60 })), { zip: '78704', homes: 60 }];
const state = openState({ seed: 1, homes: 0, places, geo, clock: testClock() });
const faulty = faultyPlaces(state.data);
const zipOf = (mode: string): string =>
  ODD_PLACES.find(({ fault }) => (fault?.mode ?? 'hasty') === mode)?.zip ?? assert.fail(mode);

/** Sources asked by boxes, and by places of their own. */
const apps = new Map<string, TestApp>();
before(async () => {
  const limits = {
    CIRCUIT_FAILURES: 1_000,
    UPSTREAM_ATTEMPTS_MAX: 2,
    UPSTREAM_RETRY_AFTER_S_MAX: 0,
    READ_AHEAD: 0,
  };
  apps.set('by boxes', await openTestApp({ sandbox: { places }, limits }));
  apps.set('by places', await openTestApp({ sandbox: { places }, limits, places: true }));
});
after(() => Promise.all([...apps.values()].map((app) => app.close())));
afterEach(() => {
  for (const app of apps.values()) app.sandbox.clock.reset();
});

const appOf = (name: string): TestApp => apps.get(name) ?? assert.fail(name);

type Box4 = readonly [west: number, south: number, east: number, north: number];

const text = (edges: Box4): string => edges.map((edge) => edge.toFixed(6)).join();
const inDegrees = ({ w, s, e, n }: { w: number; s: number; e: number; n: number }) => ({
  west: w / 1e6,
  south: s / 1e6,
  east: e / 1e6,
  north: n / 1e6,
});

const ROUTES = [
  'portal_a/listings',
  'portal_a/rentals',
  'portal_a/sold',
  'portal_b/sold',
  'mls/listings',
  'mls/sold',
];

async function ask(t: TestApp, path: string) {
  const { api_key } = await t.account();
  const answer = (await t.settled(`/v1/${path}`, api_key, { 'cache-control': 'no-cache' })).json();
  // A busy source is paused for a while, by the database's clock if processes share it.
  t.clock.advance(61_000);
  await t.app.db.rows('delete from source_pace');
  return answer;
}

const FAILURES: Readonly<Record<string, RegExp>> = {
  refuse: /rejected/,
  drift: /format|changed/,
  busy: /busy|requests a pause/,
};

for (const name of ['by boxes', 'by places']) {
  for (const [mode, why] of Object.entries(FAILURES)) {
    test(`a search ${name} of the place of ${mode} fails and says why, and others do not`, async () => {
      const t = appOf(name);
      for (const route of ROUTES) {
        const { status, error, credits } = await ask(t, `${route}?zip=${zipOf(mode)}`);
        assert.equal(status, 'failed', `${route} ${zipOf(mode)}`);
        assert.match(error.message, why);
        assert.equal(credits, 0);
        const other = await ask(t, `${route}?zip=78704`);
        assert.equal(other.status, 'complete', other.error?.message);
      }
    });
  }
}

test('a search of the slow place takes seconds and is complete', async () => {
  const t = appOf('by boxes');
  const began = performance.now();
  const { status, result } = await ask(t, `mls/listings?zip=${zipOf('slow')}`);
  assert.ok(performance.now() - began > 3_000);
  assert.deepEqual([status, result.completeness], ['complete', 'complete']);
  assert.ok(result.count > 5);
});

const edgesOf = ({ bounds }: FaultyPlace): Box4 => [
  bounds.west,
  bounds.south,
  bounds.east,
  bounds.north,
];

test('a box around the point of a place fails as its ZIP does', async () => {
  const t = appOf('by boxes');
  const { lat, lng } = faulty.find(({ fault }) => fault.mode === 'refuse') ?? assert.fail();
  for (const half of [0.01, 0.1]) {
    const bbox = text([lng - half, lat - half, lng + half, lat + half]);
    for (const route of ROUTES) {
      const { status, error } = await ask(t, `${route}?bbox=${bbox}`);
      assert.equal(status, 'failed', route);
      assert.match(error.message, /rejected/);
    }
  }
});

test('a box that holds a place and more, touches it or lies beside its point shows its homes', async () => {
  const t = appOf('by boxes');
  for (const place of faulty) {
    const [west, south, east, north] = edgesOf(place);
    const { lng } = place;
    const more = 0.02;
    const boxes: Readonly<Record<string, Box4>> = {
      around: [west - more, south - more, east + more, north + more],
      'over one side': [west - more, south, east - more, north],
      'beside the point': [lng + 0.001, south, east, north],
      'a strip': [lng - 0.001, south, lng + 0.05, north],
    };
    const seen = new Set<string>();
    for (const [which, edges] of Object.entries(boxes)) {
      const { status, result, error } = await ask(t, `auction/listings?bbox=${text(edges)}`);
      assert.equal(status, 'complete', `${place.zip} ${which}: ${error?.message}`);
      assert.equal(result.completeness, 'complete');
      const listed = await ask(t, `mls/listings?bbox=${text(edges)}`);
      if (listed.error?.code === 'location_too_large') continue;
      assert.equal(listed.status, 'complete', `${place.zip} ${which}: ${listed.error?.message}`);
      for (const { address } of listed.result.data) seen.add(address.zip);
    }
    assert.deepEqual([...seen], [place.zip]);
  }
});

test('no search of another ZIP is taken for one of a place', () => {
  assert.equal(faulty.length, ODD_PLACES.filter(({ fault }) => fault !== null).length);
  let near = 0;
  for (const place of faulty) {
    const own = geo.zip(place.zip)?.cover ?? assert.fail();
    assert.equal(faultIn([place], { edges: inDegrees(own) }), place.fault, 'its own cover');
    for (const { zip, cover } of geo.zips()) {
      if (zip === place.zip) continue;
      const [width, height] = [cover.e - cover.w, cover.n - cover.s];
      // The cover, and what a collector reads beyond its sides where homes lie there.
      const boxes = [cover];
      for (const times of [1, 2, 3, 4]) {
        const [x, y] = [width * 0.3 * times, height * 0.3 * times];
        const [dx, dy] = [width * 0.3, height * 0.3];
        boxes.push(
          { ...cover, w: cover.w - x, e: cover.w - x + dx },
          { ...cover, w: cover.e + x - dx, e: cover.e + x },
          { ...cover, s: cover.s - y, n: cover.s - y + dy },
          { ...cover, s: cover.n + y - dy, n: cover.n + y },
        );
      }
      for (const box of boxes) {
        if (box.w > own.w && box.e < own.e) near += 1;
        assert.equal(faultIn([place], { edges: inDegrees(box) }), undefined, `${zip} ${place.zip}`);
      }
    }
  }
  assert.ok(near > 1_000, `${near} boxes were near`);
});

test('the homes of the hasty place change every minute, and each minute is read exactly', async () => {
  const t = appOf('by boxes');
  const zip = zipOf('hasty');
  const start = Math.floor(t.clock.nowMs() / MINUTE_MS) * MINUTE_MS;
  const { lng, lat } = geo.zip(zip) ?? assert.fail();
  const box = { west: lng - 1, south: lat - 1, east: lng + 1, north: lat + 1 };
  const seen: string[] = [];
  for (const minutes of [0, 0.5, 1, 2, 60]) {
    const atMs = start - 86_400_000 + minutes * MINUTE_MS;
    t.sandbox.clock.set({ atMs, speed: 0 });
    const { api_key } = await t.account();
    const answer = await t.settled(`/v1/mls/listings?zip=${zip}`, api_key, {
      'cache-control': 'no-cache',
    });
    const { result } = answer.json();
    assert.equal(result.completeness, 'complete');
    const rows = result.data.map(
      (row: { source_id: string; status: string; list_price: { amount: number } }) =>
        `${row.source_id} ${row.status} ${row.list_price.amount}`,
    );
    const question = { ...box, kind: 'listings', soldWithinDays: 90, pending: true } as const;
    const truth = await t.sandbox.truth('mls', question);
    assert.deepEqual(
      rows.sort(),
      truth.map(({ id, status, price }) => `${id} ${status} ${price}`).sort(),
    );
    for (const { list_date } of result.data) {
      const age = (atMs - Date.parse(list_date)) / 86_400_000;
      assert.ok(age >= 0 && age < 365, list_date);
    }
    seen.push(JSON.stringify(rows));
  }
  assert.equal(seen[0], seen[1], 'a minute is one state');
  assert.equal(new Set(seen.slice(1)).size, 4, 'another minute is another');
});

test('the document of the sources names every odd place', () => {
  const text = textOf('docs/sources.md');
  for (const { zip } of ODD_PLACES) assert.match(text, new RegExp(`\\| ${zip} +\\|`));
});
