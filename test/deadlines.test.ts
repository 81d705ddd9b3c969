/** A job never stays pending for ever, and what is kept is kept only as long as promised. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { SourceClient } from '#collect/upstream/source-client.js';
import { DAY_MS, SECOND_MS } from '#contract/durations.js';
import { THE_SERVICE } from '#service/accounts/audit-log.js';
import { checkLedger, reportUsage } from '#service/accounts/manage.js';
import { showUsageReport } from '#service/accounts/report-usage.js';
import { cleanUpOnce, failOverdue } from '#service/operations/cleanup.js';
import { cancelJob } from '#service/operations/jobs.js';
import { collectNext } from '#service/search/run-collections.js';
import type { Pool } from '#store/db.js';
import { afterStatement } from './support/after-statement.js';
import { sharedApp } from './support/open-test-app.js';

const t = sharedApp({ idle: true });

test('a job that no collector takes fails at its deadline in the queue, and its credit is given back', async () => {
  const { api_key, account_id } = await t.account();
  const { poll_url } = (await t.get('/v1/portal_a/listings?zip=78704', api_key)).json();
  t.clock.advance(599 * SECOND_MS);
  assert.equal(await failOverdue(t.app), 0);
  assert.equal((await t.get(poll_url, api_key)).statusCode, 202);
  t.clock.advance(2 * SECOND_MS);
  assert.equal(await failOverdue(t.app), 1);
  const { status, error, credits } = (await t.get(poll_url, api_key)).json();
  assert.deepEqual([status, error.code, credits], ['failed', 'collection_unavailable', 0]);
  const { balance } = await reportUsage(t.app, account_id);
  assert.deepEqual([balance.available, balance.reserved], [1000, 0]);
});

test('a job that joins a page read ahead waits as long as any other', async () => {
  const { api_key } = await t.account();
  const path = '/v1/portal_a/listings?zip=78702';
  const first = (await t.get(path, api_key)).json();
  await cancelJob(t.app, first.request_id, THE_SERVICE);
  // Its collection as one that was queued for nobody.
  await t.app.db.rows(
    `update collections set state = 'queued', priority = 1, error = null, settled_at = null
     where collection_id = (select collection_id from requests where request_id = $1)`,
    [first.request_id],
  );
  t.clock.advance(599 * SECOND_MS);
  const { poll_url } = (await t.get(path, api_key)).json();
  t.clock.advance(2 * SECOND_MS);
  assert.equal(await failOverdue(t.app), 0);
  assert.equal((await t.get(poll_url, api_key)).statusCode, 202);
  t.clock.advance(599 * SECOND_MS);
  assert.equal(await failOverdue(t.app), 1);
  assert.equal((await t.get(poll_url, api_key)).json().status, 'failed');
});

test('a job expires unread after seven days: 404, its credit given back, the ledger in order', async () => {
  const { api_key, account_id } = await t.account();
  const { poll_url } = (await t.get('/v1/portal_a/listings?zip=78745', api_key)).json();
  t.clock.advance(7 * DAY_MS + SECOND_MS);
  await cleanUpOnce(t.app);
  const answer = await t.get(poll_url, api_key);
  assert.equal(answer.statusCode, 404);
  assert.equal(answer.json().error.code, 'request_not_found');
  const { balance } = await reportUsage(t.app, account_id);
  assert.deepEqual([balance.available, balance.reserved], [1000, 0]);
  assert.equal((await checkLedger(t.app)).ok, true);
});

test('a credit captured after a downtime longer than the retention of jobs is in the report of its day', async () => {
  const { api_key, account_id } = await t.account();
  const { poll_url } = (await t.get('/v1/portal_a/rentals?zip=78704', api_key)).json();
  while (await collectNext(t.app, new AbortController().signal));
  t.clock.advance(40 * DAY_MS);
  const from = new Date(t.clock.nowMs());
  assert.equal((await t.get(poll_url, api_key)).json().credits, 1);
  const days = { from, to: new Date(from.getTime() + DAY_MS) };
  assert.equal((await showUsageReport(t.app, { account_id, by: 'day', ...days })).credits, 1);
});

test('a poll that meets the cleanup of its job is charged or answered 404: never neither', async () => {
  for (let call = 1; call <= CALLS_OF_A_DELIVERY; call += 1) {
    const { key, poll } = await expired(`min_price=${call}`);
    const answer = await t.answerWith({ db: cleaningUpBefore(call) })(poll, key.api_key);
    const { credits_captured, balance } = await reportUsage(t.app, key.account_id);
    const at = `cleanup before call ${call}: ${answer.body.slice(0, 200)}`;
    assert.equal(balance.reserved, 0, at);
    assert.equal(answer.statusCode, credits_captured === 1 ? 200 : 404, at);
    if (answer.statusCode === 404) assert.equal(answer.json().error.code, 'request_not_found', at);
  }
  assert.equal((await checkLedger(t.app)).ok, true);
});

test('a retry that meets the cleanup of its job is charged, or is a new search', async () => {
  for (let call = 1; call <= CALLS_OF_A_DELIVERY; call += 1) {
    const { key, path, headers } = await expired(`max_price=${900_000_000 + call}`);
    const ask = t.answerWith({ db: cleaningUpBefore(call) });
    const answer = await ask(path, key.api_key, headers);
    const { credits_captured, balance } = await reportUsage(t.app, key.account_id);
    const at = `cleanup before call ${call}: ${answer.body.slice(0, 200)}`;
    assert.equal(answer.statusCode, credits_captured === 1 ? 200 : 202, at);
    assert.equal(balance.reserved, 1 - credits_captured, at);
  }
  assert.equal((await checkLedger(t.app)).ok, true);
});

/** More calls of the database than a poll or a retry needs. */
const CALLS_OF_A_DELIVERY = 8;

/** A job that is complete, was not delivered, and whose retention is over. */
async function expired(filter: string) {
  const key = await t.account();
  const path = `/v1/portal_a/listings?zip=78704&${filter}`;
  const headers = { 'idempotency-key': 'one' };
  const { poll_url } = (await t.get(path, key.api_key, headers)).json();
  while (await collectNext(t.app, new AbortController().signal));
  t.clock.advance(7 * DAY_MS + SECOND_MS);
  return { key, path, headers, poll: poll_url };
}

/** The database of a call, with a cleanup just before the call of this number. */
function cleaningUpBefore(call: number): Pool {
  const { db } = t.app;
  let calls = 0;
  const meet = async () => {
    calls += 1;
    if (calls === call) await cleanUpOnce(t.app);
  };
  return {
    ...db,
    rows: async (text, values) => {
      await meet();
      return db.rows(text, values);
    },
    transaction: async (work) => {
      await meet();
      return db.transaction(work);
    },
  };
}

test('a job that is failed and cleaned up at the same moment gives its credit back once, and neither fails', async (c) => {
  if (t.app.embedded) {
    c.skip('two transactions at once need PostgreSQL: set ROWHOUSE_TEST_DATABASE_URL');
    return;
  }
  const { api_key, account_id } = await t.account();
  await t.get('/v1/portal_a/listings?zip=78701&min_price=7', api_key);
  t.clock.advance(7 * DAY_MS + SECOND_MS);
  let arrive: (word: 'arrived') => void = () => undefined;
  const arrived = new Promise<'arrived'>((said) => {
    arrive = said;
  });
  // The settlement has locked its request, and waits until the cleanup is on its way to it.
  const meeting = afterStatement(t.app.db, async (text) => {
    if (!text.includes('update requests')) return;
    arrive('arrived');
    await new Promise((done) => setTimeout(done, 300));
  });
  const failing = failOverdue({ ...t.app, db: meeting });
  assert.equal(await Promise.race([arrived, failing]), 'arrived');
  await cleanUpOnce(t.app);
  assert.ok((await failing) >= 1);
  const { balance } = await reportUsage(t.app, account_id);
  assert.deepEqual([balance.available, balance.reserved], [1000, 0]);
  assert.equal((await checkLedger(t.app)).ok, true);
});

test('plan credits of a past month are taken away by an entry, and the ledger is in order', async () => {
  const { account_id } = await t.account({ plan_credits: 50, extra_credits: 0 });
  t.clock.advance(32 * DAY_MS);
  await cleanUpOnce(t.app);
  const left = await t.app.db.rows<{ kind: string; available_delta: number }>(
    `select kind, available_delta from ledger_entries where account_id = $1 order by entry_id`,
    [account_id],
  );
  assert.deepEqual(left, [
    { kind: 'grant', available_delta: 50 },
    { kind: 'expire', available_delta: -50 },
  ]);
  assert.equal(
    (await reportUsage(t.app, account_id)).balance.plan,
    50,
    'the new month has its own',
  );
  assert.equal((await checkLedger(t.app)).ok, true);
});

for (const [what, pages, zip, status] of [
  ['answers, but not all of a search in its time, fails for that search only', 1, '78704', 202],
  ['answers nothing in the time of a search is paused for all', 0, '78745', 503],
] as const) {
  test(`a source that ${what}`, async () => {
    const [{ api_key }, other] = [await t.account(), await t.account()];
    const limits = { ...t.app.limits, JOB_DEADLINE_S: 1, CIRCUIT_FAILURES: 1 };
    let reads = 0;
    const read: SourceClient['read'] = async (...question) => {
      reads += 1;
      if (reads <= pages) return t.app.client.read(...question);
      await once(question[3].signal, 'abort');
      throw question[3].signal.reason;
    };
    const slow = { ...t.app, limits, client: { ...t.app.client, read } };
    const { poll_url } = (
      await t.get('/v1/portal_a/listings?city=Austin&state=TX', api_key)
    ).json();
    assert.equal(await collectNext(slow, new AbortController().signal), true);
    const { error } = (await t.get(poll_url, api_key)).json();
    assert.match(error.message, /before the deadline\. Nothing was charged/);
    assert.ok(reads > pages);
    const answer = await t.get(`/v1/portal_a/sold?zip=${zip}`, other.api_key);
    assert.equal(answer.statusCode, status);
    while (await collectNext(t.app, new AbortController().signal));
  });
}
