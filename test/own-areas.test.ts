/** A source that knows areas of its own and no boxes: a ZIP is read by the areas that its rows named before. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from './support/open-test-app.js';
import { wholeSearch } from './support/whole-search.js';

/** Its neighbourhoods have codes that are known, those of the other ZIP have not. */
const KNOWN = '10025';
const UNKNOWN = '10301';
const NEIGHBOURS = ['10023', '10024', '10026', '10027', '10029', '10128', '10304', '10305'];
const places = [KNOWN, UNKNOWN, ...NEIGHBOURS].map((zip) => ({
  zip,
  homes: zip === KNOWN || zip === UNKNOWN ? 300 : 2_000,
}));

/** Longer than any page is kept. */
const PAUSE_MS = 3_600_000;

let t: TestApp;
before(async () => {
  t = await openTestApp({ sandbox: { places } });
});
after(() => t.close());

const whole = (query: string) => wholeSearch(t, 'nyc_portal', query);

test('a ZIP is read by its borough first, then by the areas that its rows named: the same homes', async () => {
  const first = await whole(`zip=${KNOWN}`);
  assert.ok(first.ids.length > 50);
  t.clock.advance(PAUSE_MS);
  const second = await whole(`zip=${KNOWN}`);
  assert.deepEqual(second.ids, first.ids);
  assert.ok(first.requests >= 4, `${first.requests} requests by the borough`);
  assert.ok(second.requests * 5 <= first.requests, `${second.requests} requests by its areas`);
});

test('a ZIP whose rows name an area without a known code is read by its borough again', async () => {
  const first = await whole(`zip=${UNKNOWN}`);
  assert.ok(first.ids.length > 50);
  t.clock.advance(PAUSE_MS);
  const second = await whole(`zip=${UNKNOWN}`);
  assert.deepEqual(second.ids, first.ids);
  assert.ok(second.requests >= first.requests - 1, `${first.requests}, then ${second.requests}`);
});
