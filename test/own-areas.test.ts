/** A source with its own areas and no boxes: a ZIP is collected by the areas that it touches. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createSyntheticData } from '../src/sandbox/data/synthetic-data.js';
import { show } from '../src/sandbox/nyc_portal/shown.js';
import { geography } from './support/geography.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { requestsTo, wholeSearch } from './support/whole-search.js';

/** A ZIP in each borough, whose areas are known. */
const KNOWN = ['10025', '10461', '11215', '11373', '10301'];
/** A post office box ZIP: no table has its areas, and no client knows where its homes are filed. */
const UNKNOWN = '10101';
/** Some of its homes are filed away from it. */
const STRAYING = '10464';
/** ZIPs around them and elsewhere in the boroughs. */
const NEIGHBOURS =
  '10023 10024 10026 10029 10128 10466 10467 11201 11226 11234 11354 11375 11434 10306 10314'.split(
    ' ',
  );
const REQUESTS_MAX = 6;

const places = [
  ...[...KNOWN, UNKNOWN, STRAYING].map((zip) => ({ zip, homes: 300 })),
  ...NEIGHBOURS.map((zip) => ({ zip, homes: 500 })),
];

/** Longer than any page is kept. */
const PAUSE_MS = 3_600_000;

let t: TestApp;
let audited: TestApp;
before(async () => {
  t = await openTestApp({ sandbox: { places } });
  audited = await openTestApp({ sandbox: { places }, limits: { PLACE_AUDIT_ONE_IN: 1 } });
});
after(() => Promise.all([t.close(), audited.close()]));

async function whole(zip: string, app = t) {
  app.clock.advance(PAUSE_MS);
  return wholeSearch(app, 'nyc_portal', `zip=${zip}`);
}

/** The ids of the homes for sale in a ZIP that the portal shows, in order. */
function homesOf(zip: string, app = t): string[] {
  const data = createSyntheticData({
    seed: 1,
    homes: 0,
    places,
    geo: geography(),
    clock: app.clock,
  });
  const edges = { west: -74.4, south: 40.3, east: -73.5, north: 41.1 };
  return [...data.homesIn(edges, 'listings')]
    .filter(({ plot, status }) => plot.zip.zip === zip && status !== 'pending')
    .flatMap((home) => show(home) ?? [])
    .map(({ id }) => String(id))
    .sort();
}

for (const zip of KNOWN) {
  test(`${zip} is read by the areas that it touches, whole and in few requests from the first time on`, async () => {
    const first = await whole(zip);
    assert.ok(first.ids.length > 50);
    assert.deepEqual(first.ids, homesOf(zip));
    assert.ok(first.requests <= REQUESTS_MAX, `${first.requests} requests`);
    const second = await whole(zip);
    assert.deepEqual(second.ids, homesOf(zip));
    assert.ok(second.requests <= first.requests, `${second.requests} requests`);
  });
}

test('a ZIP whose areas nobody knows is read by its borough, time after time', async () => {
  for (let time = 0; time < 2; time += 1) {
    const { ids, requests } = await whole(UNKNOWN);
    assert.ok(ids.length > 50);
    assert.deepEqual(ids, homesOf(UNKNOWN));
    assert.ok(requests > REQUESTS_MAX, `${requests} requests`);
  }
});

test('homes that are filed away from their ZIP are found by an audit, and read ever after', async () => {
  const first = await whole(STRAYING, audited);
  const all = homesOf(STRAYING, audited);
  assert.ok(first.ids.length < all.length, 'the areas on the map leave out homes');
  await quiet(audited);
  const { api_key } = await audited.account();
  const { sources } = (await audited.get('/v1/sources', api_key)).json();
  const { place_audits } = sources.find(
    ({ source }: { source: string }) => source === 'nyc_portal',
  );
  assert.deepEqual(place_audits, {
    audits: 1,
    homes: all.length,
    homes_outside: all.length - first.ids.length,
  });
  const second = await whole(STRAYING, audited);
  assert.deepEqual(second.ids, homesOf(STRAYING, audited));
  assert.ok(second.requests <= REQUESTS_MAX + 2, `${second.requests} requests`);
});

/** Waits until the source is asked no more: an audit begins after its search has been answered. */
async function quiet(app: TestApp): Promise<void> {
  let last = -1;
  for (let tries = 0; tries < 60; tries += 1) {
    const now = await requestsTo(app, 'nyc_portal');
    if (now === last) return;
    last = now;
    await delay(1_000);
  }
  assert.fail('the source is asked for ever');
}
