/** Pages that are collected before a caller requests them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envelopeOf } from './support/expect.js';
import { sharedApp } from './support/open-test-app.js';

const t = sharedApp({ limits: { PAGE_ROWS: 10 } });
const SEARCH = '/v1/portal_a/listings?zip=78704';

/** Pages that were read ahead, by their tasks. */
async function ahead(): Promise<readonly string[]> {
  const rows = await t.app.db.rows<{ task: string }>(
    `select task::text as task from collections where priority > 0 and state = 'done'`,
  );
  return rows.map(({ task }) => task);
}

async function untilAhead(of: string): Promise<void> {
  const isThere = async () => (await ahead()).some((task) => task.includes(of));
  for (let tries = 0; tries < 500 && !(await isThere()); tries += 1) await t.clock.sleep(10);
}

test('the page after a delivered one is read ahead; reading a job again requests nothing', async () => {
  const { api_key } = await t.account();
  const { request_id } = envelopeOf(await t.settled(SEARCH, api_key));
  await untilAhead('78704');
  const { CACHE_LISTINGS_S, UPSTREAM_CACHE_S } = t.app.limits;
  t.clock.advance((CACHE_LISTINGS_S + UPSTREAM_CACHE_S + 1) * 1_000);
  for (const file of ['', '/rows.csv']) {
    assert.equal((await t.get(`/v1/jobs/${request_id}${file}`, api_key)).statusCode, 200);
  }
  // What a delivery queues is queued before the next one's.
  await t.settled(`${SEARCH}&max_price=900000000`, api_key);
  await untilAhead('900000000');
  assert.equal((await ahead()).length, 2);
});
