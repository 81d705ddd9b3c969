/** Places of a source are audited by boxes: one that leaves out homes is not used any more. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { geography } from './support/geography.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { requestsTo } from './support/whole-search.js';

/** What the sandbox draws for these places (src/sandbox/portal_a/regions.ts). */
const PLAIN = '78704';
const LEAKY = '00968';
/** A city whose region is the city, and one whose region leaves out some of its ZIPs. */
const WHOLE = 'city=Bozeman&state=MT';
const CUT = 'city=Burlington&state=VT';

const PAGE_ROWS = 41;
/** Longer than any page is kept. */
const PAUSE_MS = 3_600_000;
const geo = geography();
const zipsAround = (zip: string) =>
  geo.zipsIn(geo.zip(zip)?.cover ?? { w: 0, s: 0, e: 0, n: 0 }).map((one) => one.zip);
const cityZips = [
  ...(geo.city('Bozeman', 'MT')?.zips ?? []),
  ...(geo.city('Burlington', 'VT')?.zips ?? []),
];
const near = new Set([PLAIN, LEAKY, ...cityZips].flatMap(zipsAround));
const places = [...new Set([...near, ...cityZips])].map((zip) => ({
  zip,
  homes: zip === LEAKY ? 400 : zip === PLAIN || cityZips.includes(zip) ? 120 : 30,
}));

let t: TestApp;
let boxes: TestApp;
before(async () => {
  t = await openTestApp({ places: true, sandbox: { places }, limits: { PLACE_AUDIT_ONE_IN: 1 } });
  boxes = await openTestApp({ sandbox: { places } });
});
after(() => Promise.all([t.close(), boxes.close()]));

async function sourceOf(app: TestApp) {
  const { api_key } = await app.account();
  const { sources } = (await app.get('/v1/sources', api_key)).json();
  return sources.find(({ source }: { source: string }) => source === 'portal_a').place_audits;
}

/** Waits until the source is asked no more: an audit begins after its search has been answered. */
async function quiet(app: TestApp): Promise<void> {
  let last = -1;
  for (let tries = 0; tries < 60; tries += 1) {
    const now = await requestsTo(app, 'portal_a');
    if (now === last) return;
    last = now;
    await delay(400);
  }
  assert.fail('the source is asked for ever');
}

async function whole(app: TestApp, query: string) {
  await quiet(app);
  app.clock.advance(PAUSE_MS);
  const { api_key } = await app.account();
  const began = await requestsTo(app, 'portal_a');
  let requests = 0;
  const ids: string[] = [];
  let cursor = '';
  do {
    const answer = await app.settled(`/v1/portal_a/listings?${query}${cursor}`, api_key);
    requests = (await requestsTo(app, 'portal_a')) - began;
    const { result, status } = answer.json();
    assert.equal(status, 'complete', answer.body);
    ids.push(...result.data.map((row: { source_id: string }) => row.source_id));
    cursor = result.next_cursor === null ? '' : `&cursor=${result.next_cursor}`;
  } while (cursor !== '');
  await quiet(app);
  return { ids: ids.sort(), requests };
}

test('a ZIP whose place leaves out homes is read by boxes once an audit has seen it', async () => {
  const expected = (await whole(boxes, `zip=${LEAKY}`)).ids;
  const first = await whole(t, `zip=${LEAKY}`);
  assert.ok(first.ids.length < expected.length, 'the place leaves out homes');
  const audits = await sourceOf(t);
  assert.equal(audits.audits, 1);
  assert.equal(audits.homes, expected.length);
  assert.equal(audits.homes_outside, expected.length - first.ids.length);
  assert.deepEqual((await whole(t, `zip=${LEAKY}`)).ids, expected);
});

test('a ZIP whose place has all its homes is read by it as before', async () => {
  const expected = (await whole(boxes, `zip=${PLAIN}`)).ids;
  const before = await sourceOf(t);
  await whole(t, `zip=${PLAIN}`);
  const after = await sourceOf(t);
  assert.equal(after.audits, before.audits + 1);
  assert.equal(after.homes, before.homes + expected.length);
  assert.equal(after.homes_outside, before.homes_outside);
  assert.deepEqual((await whole(t, `zip=${PLAIN}`)).ids, expected);
  const [kept] = await t.app.db.rows<{ status: string }>(
    `select status from source_places where name = $1`,
    [PLAIN],
  );
  assert.equal(kept?.status, 'good');
});

test('a city is read by its place from its first search on, and audited with its second', async () => {
  const expected = (await whole(boxes, WHOLE)).ids;
  const before = await sourceOf(t);
  const first = await whole(t, WHOLE);
  assert.deepEqual(first.ids, expected);
  assert.equal((await sourceOf(t)).audits, before.audits, 'the first search audits nothing');
  assert.deepEqual((await whole(t, WHOLE)).ids, expected);
  assert.equal((await sourceOf(t)).audits, before.audits + 1);
  const third = await whole(t, WHOLE);
  assert.deepEqual(third.ids, expected);
  const pages = Math.ceil(expected.length / PAGE_ROWS);
  assert.ok(third.requests <= pages, `${third.requests} requests for ${pages} pages`);
  assert.ok(first.requests <= pages + 2, `${first.requests} requests for ${pages} pages at first`);
});

test('a city whose place has no home of one of its ZIPs is never read by it', async () => {
  const expected = (await whole(boxes, CUT)).ids;
  for (let time = 0; time < 3; time += 1) assert.deepEqual((await whole(t, CUT)).ids, expected);
});
