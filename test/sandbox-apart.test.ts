/** What the sandbox showed and taught is never used for a source that the operator configured. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originOf } from '#collect/upstream/origin.js';
import { placeStoreOf } from '#service/search/learned-places.js';
import { sharedApp, type TestApp } from './support/open-test-app.js';

const SEARCH = '/v1/portal_a/listings?zip=78704';
const PLACE = { form: 'zip', name: '78704' } as const;

const t = sharedApp();

/** The same application, with a sandbox where the operator's source was. */
const withSandbox = () => ({
  client: {
    ...t.app.client,
    isSandbox: () => true,
    origin: (source: string) => originOf(source, true),
  },
});

test('a page of one is not a cache hit of the other, and a cursor of one is invalid in the other', async () => {
  const { api_key } = await t.account();
  const collected = await t.settled(SEARCH, api_key);
  assert.equal(collected.statusCode, 200);
  const { next_cursor } = collected.json().result;
  assert.equal((await t.get(SEARCH, api_key)).statusCode, 200, 'a hit where it was read');
  const get = t.answerWith(withSandbox());
  assert.equal((await get(SEARCH, api_key)).statusCode, 202);
  const continued = await get(`${SEARCH}&cursor=${next_cursor}`, api_key);
  assert.equal(continued.statusCode, 422);
  assert.equal(continued.json().error.code, 'invalid_cursor');
});

test('the locations of homes and the health of a source are stored separately', async () => {
  const { api_key } = await t.account();
  await t.settled(`${SEARCH}&min_price=1`, api_key);
  const here = placeStoreOf(t.app);
  const there = placeStoreOf({ ...t.app, ...withSandbox() });
  assert.notEqual(await here.findExtent('portal_a', 'listings', PLACE), null);
  assert.equal(await there.findExtent('portal_a', 'listings', PLACE), null);
  const readings = async (get: TestApp['get']) =>
    (await get('/v1/sources', api_key)).json().sources[0].routes[0].readings;
  assert.notEqual(await readings(t.get), 0);
  assert.equal(await readings(t.answerWith(withSandbox()) as TestApp['get']), 0);
});

test('an id that only the one has shown is unknown to the other', async () => {
  const { api_key } = await t.account();
  const [home] = (await t.settled(SEARCH, api_key)).json().result.data;
  const path = `/v1/portal_a/home?source_id=${home.source_id}`;
  assert.equal((await t.settled(path, api_key)).statusCode, 200);
  const unknown = await t.answerWith(withSandbox())(path, api_key);
  assert.equal(unknown.statusCode, 404, unknown.body);
  assert.match(unknown.json().error.message, /has not seen/);
});
