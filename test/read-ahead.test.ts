/** Pages that are collected before a caller requests them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envelopeOf } from './support/expect.js';
import { sharedApp } from './support/open-test-app.js';
import { readAhead, untilAhead } from './support/read-ahead.js';

const t = sharedApp({ limits: { PAGE_ROWS: 10 } });
const SEARCH = '/v1/portal_a/listings?zip=78704';

test('the page after a delivered one is read ahead; reading a job again requests nothing', async () => {
  const { api_key } = await t.account();
  const { request_id } = envelopeOf(await t.settled(SEARCH, api_key));
  await untilAhead(t, '78704');
  const { CACHE_LISTINGS_S, UPSTREAM_CACHE_S } = t.app.limits;
  t.clock.advance((CACHE_LISTINGS_S + UPSTREAM_CACHE_S + 1) * 1_000);
  for (const file of ['', '/rows.csv']) {
    assert.equal((await t.get(`/v1/jobs/${request_id}${file}`, api_key)).statusCode, 200);
  }
  // What a delivery queues is queued before the next one's.
  await t.settled(`${SEARCH}&max_price=900000000`, api_key);
  await untilAhead(t, '900000000');
  assert.equal((await readAhead(t)).length, 2);
});
