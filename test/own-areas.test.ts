/** A source that knows areas of its own and no boxes: a ZIP is read by the areas that its rows named before. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from './support/open-test-app.js';

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

async function requests(): Promise<number> {
  const answer = await fetch(`${t.sandbox.url}/__sandbox/stats`);
  const { sources } = (await answer.json()) as { sources: { nyc_portal: { requests: number } } };
  return sources.nyc_portal.requests;
}

/** The ids of a whole search, and the requests that it cost. */
async function whole(query: string) {
  const { api_key } = await t.account();
  const began = await requests();
  const ids: string[] = [];
  let cursor = '';
  do {
    const answer = await t.settled(`/v1/nyc_portal/listings?${query}${cursor}`, api_key);
    const { result, status } = answer.json();
    assert.equal(status, 'complete', answer.body);
    assert.equal(result.completeness, 'complete');
    ids.push(...result.data.map((row: { source_id: string }) => row.source_id));
    cursor = result.next_cursor === null ? '' : `&cursor=${result.next_cursor}`;
  } while (cursor !== '');
  return { ids: ids.sort(), requests: (await requests()) - began };
}

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
