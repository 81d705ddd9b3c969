/** The fast path of a cache hit returns and charges what the request pipeline would. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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
import { openTestApp, type TestApp } from './support/open-test-app.js';

let t: TestApp;
before(async () => {
  t = await openTestApp({ limits: { READ_AHEAD: 0 } });
});
after(() => t.close());

test('key looked up, key known, and by the request pipeline: the same headers and the same page', async () => {
  const first = await t.account();
  const path = freshSearch();
  await t.settled(path, first.api_key);
  const account = await t.account();
  const { api_key } = account;
  const lookedUp = await t.get(path, api_key);
  const short = await t.get(path, api_key);
  const ladder = await t.get(path, api_key, { 'cache-control': 'max-age=3600' });
  const gzip = await t.get(path, api_key, { 'accept-encoding': 'gzip' });
  const answers = [lookedUp, short, ladder];
  const names = answers.map(({ headers }) => Object.keys(headers).sort().join());
  assert.equal(names[1], names[0]);
  assert.equal(names[1], names[2]);
  assert.equal(gzip.headers['content-encoding'], 'gzip');
  for (const answer of answers) {
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['x-credits-charged'], '1');
    assert.equal(answer.headers['cache-status'], 'rowhouse; hit');
    assert.equal(answer.headers['x-request-id'], envelopeOf(answer).request_id);
    assert.deepEqual(resultOf(answer), resultOf(short));
  }
  assert.equal(new Set(answers.map(({ headers }) => headers['x-request-id'])).size, 3);
  assert.equal((await usageOf(t, account)).credits_captured, 4);
  await expectSoundLedger(t);
});

test('a call from a page of our own is charged in the batch too; one with a key has a request of its own', async () => {
  const account = await t.account();
  const path = freshSearch();
  await t.settled(path, account.api_key);
  // The first hit looks the page up and leaves it in memory; it has a request of its own too.
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
  assert.deepEqual(await stored(), { hits: 1, requests: 2 });
  await t.get(path, account.api_key);
  assert.deepEqual(await stored(), { hits: 2, requests: 2 });
  await t.get(path, account.api_key, { 'idempotency-key': 'mine' });
  assert.deepEqual(await stored(), { hits: 2, requests: 3 });
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
