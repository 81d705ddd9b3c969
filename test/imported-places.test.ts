/** Source places that an operator imports: used without a lookup, and checked like any others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { asking } from './support/ask-admin.js';
import { geography } from './support/geography.js';
import { openTestApp, sharedApp, type TestApp } from './support/open-test-app.js';
import { wholeSearch } from './support/whole-search.js';

const ZIP = '78704';
const OTHER = '78701';
/** The sandbox leaves out some of its homes (src/sandbox/portal_a/regions.ts). */
const LEAKY = '00968';
const geo = geography();
const near = geo.zipsIn(geo.zip(ZIP)?.cover ?? { w: 0, s: 0, e: 0, n: 0 });
const places = near.map(({ zip }) => ({ zip, homes: zip === ZIP ? 120 : 60 }));
const YEAR_MS = 365 * 86_400_000;

/** Neither has an address where places are looked up. */
const t = sharedApp({ sandbox: { places }, limits: { PLACE_AUDIT_ONE_IN: 0 } });
const boxes = sharedApp({ sandbox: { places } });

const admin = (method: 'GET' | 'POST', path: string, file?: string, app = t) =>
  asking(app)(method, `/places/${path}`, file);
const tableOf = (...lines: readonly string[]) => ['form,name,state,token', ...lines].join('\n');
const importTable = (...lines: readonly string[]) =>
  admin('POST', 'portal_a?file_name=p.csv', tableOf(...lines));

/** The number of a ZIP at the source. */
async function numberOf(zip: string): Promise<number> {
  const answer = await fetch(`${t.sandbox.urls.portal_a}/autocomplete/v3/suggestions?q=${zip}`);
  const { results } = (await answer.json()) as { results: { metaData: { regionId: number } }[] };
  return results[0]?.metaData.regionId ?? 0;
}

const shown = async (app = t) =>
  (await admin('GET', 'portal_a', undefined, app)).json.places.map(
    ({ form, status, places: count }: { form: string; status: string; places: number }) =>
      `${count} ${form} ${status}`,
  );

const whole = (app: TestApp, query: string) => wholeSearch(app, 'portal_a', query);

test('an imported place is used at once: the same rows, one request per page, no lookup', async () => {
  const expected = await whole(boxes, `zip=${ZIP}`);
  const { status, json } = await importTable(`zip,${ZIP},TX,${await numberOf(ZIP)}`);
  assert.equal(status, 200, JSON.stringify(json));
  assert.deepEqual(json.report, { places: 1, records: 1, dropped: [] });
  const found = await whole(t, `zip=${ZIP}`);
  assert.deepEqual(found.ids, expected.ids);
  const pages = Math.ceil(expected.ids.length / 41);
  assert.ok(found.requests <= pages, `${found.requests} requests for ${pages} pages`);
  assert.ok(expected.requests > 2 * pages, `by boxes ${expected.requests}`);
  assert.deepEqual(await shown(), ['1 zip good']);
});

test('an imported place stands for longer than one that was looked up', async () => {
  await importTable(`zip,${ZIP},TX,${await numberOf(ZIP)}`);
  await t.app.db.rows(`update source_places set checked_at = $1`, [
    new Date(t.clock.nowMs() - YEAR_MS),
  ]);
  const found = await whole(t, `zip=${ZIP}&min_price=1`);
  assert.ok(found.requests <= Math.ceil(found.ids.length / 41), `${found.requests} requests`);
});

test('an imported number that answers for another ZIP is dropped: the same rows, nothing wrong', async () => {
  const expected = await whole(boxes, `zip=${ZIP}&min_price=2`);
  await importTable(`zip,${ZIP},TX,${await numberOf(OTHER)}`);
  assert.deepEqual((await whole(t, `zip=${ZIP}&min_price=2`)).ids, expected.ids);
  assert.deepEqual(await shown(), ['1 zip wrong']);
});

test('an imported number that does not exist loses no row, even where none were seen before', async () => {
  const expected = await whole(boxes, `zip=${ZIP}&min_price=3`);
  await importTable(`zip,${ZIP},TX,1`);
  await t.app.db.rows('delete from place_extents');
  assert.deepEqual((await whole(t, `zip=${ZIP}&min_price=3`)).ids, expected.ids);
});

test('an imported place that leaves out homes is found by an audit, and not used any more', async () => {
  const app = await openTestApp({
    sandbox: { places: [{ zip: LEAKY, homes: 400 }] },
    limits: { PLACE_AUDIT_ONE_IN: 1 },
  });
  const table = tableOf(`zip,${LEAKY},PR,${await numberOf(LEAKY)}`);
  assert.equal((await admin('POST', 'portal_a?file_name=p.csv', table, app)).status, 200);
  await whole(app, `zip=${LEAKY}`);
  let last: string[] = [];
  for (let tries = 0; tries < 100 && !last.includes('1 zip leaks'); tries += 1) {
    await delay(200);
    last = await shown(app);
  }
  assert.deepEqual(last, ['1 zip leaks']);
  await app.close();
});

test('a table is rejected with its line, changes nothing then, and is removed', async () => {
  await importTable(`zip,${ZIP},TX,${await numberOf(ZIP)}`);
  const bad = await importTable(`zip,${ZIP},TX,5`, `zip,${OTHER},TX,6/6`);
  assert.equal(bad.status, 422);
  assert.match(
    bad.json.error.message,
    /^The file cannot be imported\. Line 3: "6\/6" is not a token/,
  );
  assert.deepEqual(await shown(), ['1 zip good']);
  const checked = await admin(
    'POST',
    'portal_a?file_name=p.csv&check=true',
    `form,name,state,token\nzip,${ZIP},,7\nzip,${OTHER},,8`,
  );
  assert.deepEqual([checked.json.result, checked.json.report.places], ['checked', 2]);
  assert.deepEqual(await shown(), ['1 zip good']);
  assert.deepEqual((await admin('POST', 'portal_a/remove')).json, {
    source: 'portal_a',
    removed: 1,
  });
  assert.deepEqual(await shown(), []);
});

test('an unknown source, or one without places, is rejected by name', async () => {
  for (const [source, why] of [
    ['zillow', /^No source is named "zillow"\. These have: portal_a, portal_b\.$/],
    ['auction', /^auction has no importable places\. These have: portal_a, portal_b\.$/],
  ] as const) {
    const answer = await admin('POST', `${source}?file_name=p.csv`, 'form,name,state,token\n');
    assert.equal(answer.status, 404);
    assert.match(answer.json.error.message, why);
    assert.equal((await admin('GET', source)).status, 404);
  }
});
