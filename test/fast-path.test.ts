/** The fast path of a cache hit returns and charges what the request pipeline would. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiError } from '#domain/api-error.js';
import type { Pool } from '#store/db.js';
import {
  envelopeOf,
  expectApiError,
  expectSoundLedger,
  freshSearch,
  resultOf,
  UUID_V7,
  usageOf,
} from './support/expect.js';
import { openTestApp, sharedApp } from './support/open-test-app.js';

const t = sharedApp({ limits: { READ_AHEAD: 0 } });

test('key looked up, key known, and by the request pipeline: the same headers and the same page', async () => {
  const first = await t.account();
  const path = freshSearch();
  await t.settled(path, first.api_key);
  const account = await t.account();
  const { api_key } = account;
  const lookedUp = await t.get(path, api_key);
  const fast = await t.get(path, api_key);
  const pipeline = await t.get(path, api_key, { 'cache-control': 'max-age=3600' });
  const gzip = await t.get(path, api_key, { 'accept-encoding': 'gzip' });
  const answers = [lookedUp, fast, pipeline];
  const names = answers.map(({ headers }) => Object.keys(headers).sort().join());
  assert.equal(names[1], names[0]);
  assert.equal(names[1], names[2]);
  assert.equal(gzip.headers['content-encoding'], 'gzip');
  for (const answer of answers) {
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['x-credits-charged'], '1');
    assert.equal(answer.headers['cache-status'], 'rowhouse; hit');
    assert.equal(answer.headers['x-request-id'], envelopeOf(answer).request_id);
    assert.deepEqual(resultOf(answer), resultOf(fast));
  }
  assert.equal(new Set(answers.map(({ headers }) => headers['x-request-id'])).size, 3);
  assert.equal((await usageOf(t, account)).credits_captured, 4);
  await expectSoundLedger(t);
});

test("every hit is charged in the batch: the first of a page, from the service's page, with a key, with max-age", async () => {
  const account = await t.account();
  const path = freshSearch();
  await t.settled(path, account.api_key);
  await t.get(path, account.api_key);
  const stored = async () => {
    const [counts] = await t.app.db.rows<{ hits: number; requests: number }>(
      `select (select count(*) from hits where account_id = $1) as hits,
         (select count(*) from requests where account_id = $1) as requests`,
      [account.account_id],
    );
    return counts;
  };
  await t.get(path, account.api_key, { 'sec-fetch-site': 'same-origin' });
  assert.deepEqual(await stored(), { hits: 2, requests: 1 });
  await t.get(path, account.api_key);
  assert.deepEqual(await stored(), { hits: 3, requests: 1 });
  await t.get(path, account.api_key, { 'idempotency-key': 'mine' });
  assert.deepEqual(await stored(), { hits: 4, requests: 1 });
  await t.get(path, account.api_key, { 'cache-control': 'max-age=600' });
  assert.deepEqual(await stored(), { hits: 5, requests: 1 });
});

test('the key of a hit is free again after its retention, also for another search', async () => {
  const own = await openTestApp({ limits: { READ_AHEAD: 0, JOB_RETENTION_S: 3_600 } });
  const { api_key } = await own.account();
  const [path, other] = [freshSearch(), freshSearch()];
  for (const one of [path, other]) await own.settled(one, api_key);
  const key = { 'idempotency-key': 'week' };
  await own.get(path, api_key, key);
  expectApiError(await own.get(other, api_key, key), 'idempotency_conflict');
  own.clock.advance(3_700_000);
  const later = await own.get(other, api_key, key);
  assert.ok([200, 202].includes(later.statusCode));
  assert.equal(later.headers['idempotent-replayed'], undefined);
  expectApiError(await own.get(path, api_key, key), 'idempotency_conflict');
  await expectSoundLedger(own);
  await own.close();
});

test('the first hit of a month is charged to its plan credits, also beside others of its account', async () => {
  const own = await openTestApp({
    // Long enough before the end of the month for the search, on any machine.
    startMs: Date.parse('2026-11-30T23:57:00Z'),
    limits: { READ_AHEAD: 0 },
  });
  const account = await own.account({ plan_credits: 5, extra_credits: 9 });
  const path = freshSearch();
  await own.settled(path, account.api_key);
  own.clock.advance(200_000);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      own.get(path, account.api_key, n % 2 === 0 ? {} : { 'idempotency-key': `k${n}` }),
    ),
  );
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]));
  const { balance } = await usageOf(own, account);
  assert.deepEqual(balance, { plan: 0, extra: 6, reserved: 0, available: 6 });
  await expectSoundLedger(own);
  await own.close();
});

test('over the window and without credits it is rejected under the id it was given, and not charged', async () => {
  const first = await t.account();
  const path = freshSearch();
  await t.settled(path, first.api_key);
  const limited = await t.account({ rate_limit: 2 });
  await t.get(path, limited.api_key);
  await t.get(path, limited.api_key);
  const over = await t.get(path, limited.api_key);
  expectApiError(over, 'rate_limited');
  assert.equal(over.headers['ratelimit-remaining'], '0');
  const poor = await t.account({ extra_credits: 2 });
  await t.get(path, poor.api_key);
  await t.get(path, poor.api_key);
  const spent = await t.get(path, poor.api_key);
  expectApiError(spent, 'quota_exceeded');
  assert.equal(
    Number(spent.headers['ratelimit-remaining']),
    100_000 - 3,
    'counted once, though it went both ways',
  );
  await expectSoundLedger(t);
});

test('a database that fails in the charge is answered with 503, and nothing is charged', async () => {
  const account = await t.account();
  const { api_key } = account;
  const path = freshSearch();
  let broken = false;
  const db: Pool = {
    ...t.app.db,
    rows: (text, values, name) =>
      broken ? Promise.reject(apiError('storage_unavailable')) : t.app.db.rows(text, values, name),
  };
  const get = t.answerWith({ db });
  await t.settled(path, api_key);
  assert.equal((await get(path, api_key)).statusCode, 200);
  assert.equal((await get(path, api_key)).statusCode, 200);
  broken = true;
  const failed = await get(path, api_key);
  assert.equal(failed.statusCode, 503);
  assert.equal(failed.json<{ error: { code: string } }>().error.code, 'storage_unavailable');
  assert.match(String(failed.headers['x-request-id']), UUID_V7);
  broken = false;
  assert.equal((await get(path, api_key)).statusCode, 200);
  assert.equal((await usageOf(t, account)).credits_captured, 4);
});
