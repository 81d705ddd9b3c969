/** Searches by the source's own places: one lookup per place, answers checked, boxes on failure. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { geography } from './support/geography.js';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { requestsTo, wholeSearch } from './support/whole-search.js';

/** What the sandbox draws for these ZIPs (src/sandbox/portal_a/regions.ts). */
const PLAIN = '78704';
const NONE = '01840';
const OTHER = '02143';
const DISGUISED = '01901';
const LEAKY = '00968';

const geo = geography();
/** The ZIPs above and every ZIP around them, so that their squares are full of neighbours. */
const zips = [PLAIN, NONE, OTHER, DISGUISED, LEAKY];
const places = [
  ...new Set(
    zips.flatMap((zip) =>
      geo.zipsIn(geo.zip(zip)?.cover ?? { w: 0, s: 0, e: 0, n: 0 }).map((one) => one.zip),
    ),
  ),
].map((zip) => ({ zip, homes: zip === LEAKY ? 400 : zips.includes(zip) ? 90 : 30 }));

let t: TestApp;
let boxes: TestApp;
before(async () => {
  t = await openTestApp({ places: true, sandbox: { places } });
  boxes = await openTestApp({ sandbox: { places } });
});
after(() => Promise.all([t.close(), boxes.close()]));

const whole = (app: TestApp, query: string) => wholeSearch(app, 'portal_a', query);

test('a ZIP is requested by its place: the same rows as by boxes, with two requests in addition to its pages, then none', async () => {
  const expected = await whole(boxes, `zip=${PLAIN}`);
  const pages = Math.ceil(expected.ids.length / 41);
  const first = await whole(t, `zip=${PLAIN}`);
  assert.deepEqual(first.ids, expected.ids);
  assert.ok(first.requests <= pages + 2, `${first.requests} requests for ${pages} pages`);
  assert.ok(expected.requests > 2 * pages, `by boxes ${expected.requests}`);
  const again = await whole(t, `zip=${PLAIN}&min_price=1`);
  assert.ok(again.requests <= pages, `${again.requests} requests once the place is known`);
});

for (const [zip, what] of [
  [NONE, 'a ZIP that the source has no place for'],
  [OTHER, 'a ZIP whose number is openly that of another'],
  [DISGUISED, 'a ZIP whose place bears its name and holds the homes of another'],
] as const) {
  test(`${what} is read by boxes: the same rows, nothing wrong`, async () => {
    const expected = await whole(boxes, `zip=${zip}`);
    assert.ok(expected.ids.length > 40);
    assert.deepEqual((await whole(t, `zip=${zip}`)).ids, expected.ids);
    const again = await whole(t, `zip=${zip}&min_price=1`);
    const priced = await whole(boxes, `zip=${zip}&min_price=1`);
    assert.deepEqual(again.ids, priced.ids);
    assert.ok(again.requests <= priced.requests, 'its place is not looked up again');
  });
}

test('an outline that leaves out a few homes costs those and no others', async () => {
  const expected = await whole(boxes, `zip=${LEAKY}`);
  const found = await whole(t, `zip=${LEAKY}`);
  const all = new Set(expected.ids);
  assert.ok(found.ids.every((id) => all.has(id)));
  assert.ok(found.ids.length >= expected.ids.length * 0.97 && found.ids.length > 300);
});

test('a place that cannot be looked up now costs a search no row', async () => {
  const app = await openTestApp({
    sandbox: { places },
    upstreams: {
      portal_a: {
        url: boxes.sandbox.urls.portal_a ?? '',
        headers: {},
        places: 'http://127.0.0.1:1',
      },
    },
    limits: { UPSTREAM_ATTEMPTS_MAX: 1 },
  });
  const { api_key } = await app.account();
  const answer = await app.settled(`/v1/portal_a/listings?zip=${PLAIN}&min_price=2`, api_key);
  assert.equal(answer.json().status, 'complete');
  assert.ok(answer.json().result.count > 50);
  await app.close();
});

test('a chain of pages continues with the place that it began with', async () => {
  const { api_key } = await t.account();
  const path = `/v1/portal_a/listings?zip=${LEAKY}&min_price=3`;
  const first = (await t.settled(path, api_key)).json().result;
  assert.equal(first.count, 100);
  await t.app.db.rows('delete from source_places');
  const began = await requestsTo(t, 'portal_a');
  const second = await t.settled(`${path}&cursor=${first.next_cursor}`, api_key);
  assert.equal(second.json().result.count, 100);
  assert.ok((await requestsTo(t, 'portal_a')) - began <= 6);
  const known = new Set(first.data.map((row: { source_id: string }) => row.source_id));
  assert.ok(second.json().result.data.every((row: any) => !known.has(row.source_id)));
});
