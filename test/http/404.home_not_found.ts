import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HomeBody } from '#contract/operations/homes.js';
import { expectApiError } from '../support/expect.js';
import { rowsOf } from '../support/homes.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a home unseen by any collection is not found, by its id or its address; a text without a key is 422', async () => {
    const { api_key } = await t().account();
    const id = t().app.ids.uuid();
    const none = encodeURIComponent('1 Nowhere Ln, Austin, TX 78704');
    const paths = ['', '/history.csv', '/history.ndjson'].map((end) => `/v1/homes/${id}${end}`);
    for (const path of [...paths, `/v1/homes?address=${none}`]) {
      const answer = await t().get(path, api_key);
      expectApiError(answer, 'home_not_found');
      assert.equal(answer.headers['x-credits-charged'], undefined, path);
    }
    for (const address of ['Austin, TX', 'Oak St, Austin, TX 78704', '12 Oak St, Austin, TX', '']) {
      const path = `/v1/homes?address=${encodeURIComponent(address)}`;
      expectApiError(await t().get(path, api_key), 'unsupported_or_invalid_query', 'address');
    }
  });

  test('a home is found by the home_id of its row, its address in another spelling, and as a file', async () => {
    const { api_key } = await t().account();
    const [row] = await rowsOf(t(), api_key);
    const { home_id } = row.extras;
    const byId = await t().get(`/v1/homes/${home_id.toUpperCase()}`, api_key);
    assert.equal(byId.statusCode, 200, byId.body);
    assert.equal(byId.json<HomeBody>().home_id, home_id);
    const { line1, unit, city, state, zip } = row.address;
    const line = [line1.toUpperCase(), ...(unit === null ? [] : [`# ${unit}`])].join(' ');
    const address = encodeURIComponent(`${line}, ${city}, ${state} ${zip}`);
    const byAddress = await t().get(`/v1/homes?address=${address}`, api_key);
    assert.deepEqual(byAddress.json(), byId.json());
    const csv = await t().get(`/v1/homes/${home_id}/history.csv`, api_key);
    assert.match(csv.body, new RegExp(`^list,home_id,[^]*\\r\\nmember,${home_id},portal_a,`));
    const ndjson = await t().get(`/v1/homes/${home_id}/history.ndjson`, api_key);
    const lists = ndjson.body
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text).list as string);
    assert.deepEqual([lists[0], lists.includes('observed')], ['member', true]);
    expectApiError(await t().get('/v1/homes/not-an-id', api_key), 'not_found');
  });
}
