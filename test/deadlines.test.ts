/** A job never stays pending for ever, and what is kept is kept only as long as promised. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkLedger, reportUsage } from '#service/manage-accounts.js';
import { failOverdue, sweepOnce } from '#service/sweep.js';
import { openTestHouse, type TestHouse } from './support/open-test-house.js';

const SECOND_MS = 1_000;
const DAY_MS = 86_400 * SECOND_MS;

let t: TestHouse;
before(async () => {
  t = await openTestHouse({ idle: true });
});
after(() => t.close());

test('a job that no collector takes fails at its deadline in the queue, and its credit is given back', async () => {
  const { api_key, account_id } = await t.account();
  const { poll_url } = (await t.get('/v1/portal_a/listings?zip=78704', api_key)).json();
  t.clock.advance(599 * SECOND_MS);
  assert.equal(await failOverdue(t.house), 0);
  assert.equal((await t.get(poll_url, api_key)).statusCode, 202);
  t.clock.advance(2 * SECOND_MS);
  assert.equal(await failOverdue(t.house), 1);
  const { status, error, credits } = (await t.get(poll_url, api_key)).json();
  assert.deepEqual([status, error.code, credits], ['failed', 'collection_unavailable', 0]);
  const { balance } = await reportUsage(t.house, account_id);
  assert.deepEqual([balance.available, balance.reserved], [1000, 0]);
});

test('a job expires unread after seven days: 404, its credit given back, the ledger in order', async () => {
  const { api_key, account_id } = await t.account();
  const { poll_url } = (await t.get('/v1/portal_a/listings?zip=78745', api_key)).json();
  t.clock.advance(7 * DAY_MS + SECOND_MS);
  await sweepOnce(t.house);
  const answer = await t.get(poll_url, api_key);
  assert.equal(answer.statusCode, 404);
  assert.equal(answer.json().error.code, 'request_not_found');
  const { balance } = await reportUsage(t.house, account_id);
  assert.deepEqual([balance.available, balance.reserved], [1000, 0]);
  assert.equal((await checkLedger(t.house)).ok, true);
});

test('plan credits of a past month are taken away by an entry, and the ledger is in order', async () => {
  const { account_id } = await t.account({ plan_credits: 50, extra_credits: 0 });
  t.clock.advance(32 * DAY_MS);
  await sweepOnce(t.house);
  const left = await t.house.db.rows<{ kind: string; available_delta: number }>(
    `select kind, available_delta from ledger_entries where account_id = $1 order by entry_id`,
    [account_id],
  );
  assert.deepEqual(left, [
    { kind: 'grant', available_delta: 50 },
    { kind: 'expire', available_delta: -50 },
  ]);
  assert.equal(
    (await reportUsage(t.house, account_id)).balance.plan,
    50,
    'the new month has its own',
  );
  assert.equal((await checkLedger(t.house)).ok, true);
});
