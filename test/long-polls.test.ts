/** Hundreds of concurrent polls: all resolve when their job settles, each is charged once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '#contract/durations.js';
import { ERRORS } from '#contract/errors.js';
import { endKey } from '#service/accounts/keys.js';
import { changeStatus } from '#service/accounts/manage.js';
import { envelopeOf, expectSoundLedger, freshSearch, usageOf } from './support/expect.js';
import { sharedApp, type TestAccount, type TestApp } from './support/open-test-app.js';

const t = sharedApp({ limits: { READ_AHEAD: 0 } });

const ACCOUNTS = 20;
const POLLS = 400;

test('400 polls of 20 accounts wait for one collection, query the database little, and all resolve', async () => {
  await t.hold();
  const path = freshSearch();
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => t.account()));
  const jobs = await Promise.all(
    accounts.map(async ({ api_key }) => envelopeOf(await t.get(path, api_key)).request_id),
  );
  const polls = Array.from({ length: POLLS }, (_, n) =>
    t.get(`/v1/jobs/${jobs[n % ACCOUNTS]}?wait=20`, accounts[n % ACCOUNTS]?.api_key),
  );
  for (let look = 0; look < 200 && t.app.caches.longPolls.count() < POLLS; look += 1) {
    await delay(50);
  }
  assert.equal(t.app.caches.longPolls.count(), POLLS);
  // News of the accounts just made still ends some polls' wait: each looks at its job once more.
  for (let look = 0; look < 20; look += 1) {
    if ((await statementsDuring(t, () => delay(300))) < 10) break;
  }
  const asked = await statementsDuring(t, () => delay(3_000));
  assert.ok(asked < 40, `${asked} statements in 3 s for ${POLLS} waiting polls`);
  t.release();
  const answers = await Promise.all(polls);
  assert.ok(answers.every((one) => one.statusCode === 200 && envelopeOf(one).credits === 1));
  assert.equal(t.app.caches.longPolls.count(), 0);
  for (const account of accounts) {
    assert.equal((await usageOf(t, account)).credits_captured, 1);
  }
  await expectSoundLedger(t);
});

test('a held poll returns the allowance of the moment when it ends', async () => {
  await t.hold();
  const { api_key } = await t.account({ rate_limit: 500 });
  const { request_id } = envelopeOf(await t.get(freshSearch(), api_key));
  // It starts ten seconds before a minute ends and is held into the next, with three other calls.
  t.clock.advance(MINUTE_MS - (t.clock.nowMs() % MINUTE_MS) + 50_000);
  const poll = t.get(`/v1/jobs/${request_id}?wait=20`, api_key);
  for (let look = 0; look < 100 && t.app.caches.longPolls.count() === 0; look += 1) await delay(20);
  t.clock.advance(12_000);
  for (const _call of [1, 2, 3]) await t.get('/v1/account', api_key);
  t.release();
  const { headers, statusCode } = await poll;
  const leftS = Math.ceil((MINUTE_MS - (t.clock.nowMs() % MINUTE_MS)) / 1_000);
  assert.equal(statusCode, 200);
  assert.equal(headers['ratelimit-remaining'], '497');
  const tellsS = Number(headers['ratelimit-reset']);
  assert.ok(tellsS >= leftS && tellsS <= leftS + 5, `${tellsS} s returned, ${leftS} s left`);
  assert.equal(headers.ratelimit, `"minute";r=497;t=${tellsS}`);
});

test('a poll whose caller has gone waits no longer', async () => {
  await t.hold();
  const { api_key } = await t.account();
  const { request_id } = envelopeOf(await t.get(freshSearch(), api_key));
  await t.server.listen({ host: '127.0.0.1', port: 0 });
  const address = t.server.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const gone = new AbortController();
  const poll = fetch(`http://127.0.0.1:${address.port}/v1/jobs/${request_id}?wait=20`, {
    headers: { authorization: `Bearer ${api_key}` },
    signal: gone.signal,
  });
  for (let look = 0; look < 100 && t.app.caches.longPolls.count() === 0; look += 1) await delay(20);
  assert.equal(t.app.caches.longPolls.count(), 1);
  gone.abort();
  await assert.rejects(poll);
  for (let look = 0; look < 100 && t.app.caches.longPolls.count() > 0; look += 1) await delay(20);
  assert.equal(t.app.caches.longPolls.count(), 0);
  t.release();
});

for (const [what, code, end] of [
  ['account is suspended', 'account_suspended', suspend],
  ['key is revoked', 'invalid_api_key', revoke],
] as const) {
  test(`held polls end within a second when their ${what}, on every node, and nothing is charged`, async () => {
    await t.hold();
    const account = await t.account();
    const other = await t.account();
    const path = freshSearch();
    const elsewhere = t.node();
    const [mine, theirs] = await Promise.all(
      [account, other].map(
        async ({ api_key }) => envelopeOf(await t.get(path, api_key)).request_id,
      ),
    );
    const began = performance.now();
    const polls = [t.get, elsewhere].map(async (get) => {
      const answer = await get(`/v1/jobs/${mine}?wait=20`, account.api_key);
      return { answer, atMs: performance.now() };
    });
    const unaffected = t.get(`/v1/jobs/${theirs}?wait=20`, other.api_key);
    await delay(700);
    await end(account);
    const endedMs = performance.now();
    for (const { answer, atMs } of await Promise.all(polls)) {
      // The call was counted when it came, so the API error carries the allowance.
      assert.equal(answer.statusCode, ERRORS[code].http, answer.body);
      assert.equal(answer.json<{ error: { code: string } }>().error.code, code);
      assert.ok(atMs > began + 600, 'it was held until then');
      assert.ok(atMs - endedMs < 1_000, `it ended ${atMs - endedMs} ms after that`);
    }
    await delay(200);
    t.release();
    const done = await unaffected;
    assert.equal(done.statusCode, 200, 'polls of other accounts are held on, and answered');
    assert.equal((await usageOf(t, account)).credits_captured, 0);
    assert.equal((await usageOf(t, other)).credits_captured, 1);
    await expectSoundLedger(t);
  });
}

async function suspend({ account_id }: TestAccount): Promise<void> {
  await changeStatus(t.app, account_id, 'suspended');
}

async function revoke({ key_id }: TestAccount): Promise<void> {
  await endKey(t.app, key_id);
}

/** Statements that the database was asked while the work ran. */
async function statementsDuring(app: TestApp, work: () => Promise<unknown>): Promise<number> {
  const { db } = app.app;
  const { rows, transaction } = db;
  let asked = 0;
  Object.assign(db, {
    rows: (...words: Parameters<typeof rows>) => {
      asked += 1;
      return rows(...words);
    },
    transaction: (...words: Parameters<typeof transaction>) => {
      asked += 1;
      return transaction(...words);
    },
  });
  await work();
  Object.assign(db, { rows, transaction });
  return asked;
}
