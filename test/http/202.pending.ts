import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  envelopeOf,
  expectHeaders,
  expectSoundLedger,
  freshSearch,
  resultOf,
  usageOf,
} from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

/** In the statement that finds the jobs among waiting polls that have settled. */
const LOOK = 'as asked (id)';

export function register(t: () => TestApp): void {
  test('a miss answers 202 with the pending envelope; polling answers with the same', async () => {
    const { api_key } = await t().account();
    await t().hold();
    const pending = await t().get(freshSearch(), api_key);
    const id = pending.headers['x-request-id'];
    const polled = await t().get(`/v1/jobs/${id}`, api_key);
    for (const answer of [pending, polled]) {
      assert.equal(answer.statusCode, 202);
      expectHeaders(answer, 'after the key');
      assert.equal(
        answer.body,
        `{"request_id":"${id}","status":"pending","credits":0,"cached":false,"poll_url":"/v1/jobs/${id}","error":null,"result":null}`,
      );
      assert.equal(answer.headers.location, `/v1/jobs/${id}`);
      assert.equal(answer.headers['retry-after'], '2');
      assert.equal(answer.headers['x-credits-charged'], '0');
    }
    assert.equal(pending.headers['cache-status'], 'rowhouse; fwd=miss');
    assert.notEqual(polled.headers['x-request-id'], id, 'every answer has an id of its own');
    t().release();
  });

  test('one credit is reserved at 202 and captured when the result is first delivered', async () => {
    const account = await t().account({ extra_credits: 3 });
    await t().hold();
    const { poll_url } = envelopeOf(await t().get(freshSearch(), account.api_key));
    const reserved = { plan: 0, extra: 2, reserved: 1, available: 2 };
    assert.deepEqual((await usageOf(t(), account)).balance, reserved);
    t().release();
    await settled(t(), account.account_id);
    assert.deepEqual((await usageOf(t(), account)).balance, reserved, 'complete but not yet read');
    assert.equal((await usageOf(t(), account)).credits_captured, 0);
    await t().get(String(poll_url), account.api_key);
    const captured = { plan: 0, extra: 2, reserved: 0, available: 2 };
    assert.deepEqual((await usageOf(t(), account)).balance, captured);
    assert.equal((await usageOf(t(), account)).credits_captured, 1);
  });

  test('a poll with wait holds while the job is pending and answers the moment it completes', async () => {
    const { api_key } = await t().account();
    await t().hold();
    const { poll_url } = envelopeOf(await t().get(freshSearch(), api_key));
    let answered = false;
    const { rows } = t().app.db;
    // Every two seconds polls look whether they missed a signal: here they find nothing.
    const blind: typeof rows = async (text, ...more) =>
      text.includes(LOOK) ? [] : rows(text, ...more);
    const get = t().answerWith({ db: { ...t().app.db, rows: blind } });
    const began = performance.now();
    const poll = get(`${poll_url}?wait=20`, api_key).then((answer) => {
      answered = true;
      return answer;
    });
    await delay(400);
    assert.equal(answered, false, 'the answer is held');
    t().release();
    assert.equal((await poll).statusCode, 200);
    // One that missed it would be answered when its wait ends.
    assert.ok(performance.now() - began < 15_000);
  });

  test('a poll with wait=1 answers 202 after about a second, without wait at once', async () => {
    const { api_key } = await t().account();
    await t().hold();
    const { poll_url } = envelopeOf(await t().get(freshSearch(), api_key));
    const took = async (query: string) => {
      const began = performance.now();
      assert.equal((await t().get(`${poll_url}${query}`, api_key)).statusCode, 202);
      return performance.now() - began;
    };
    const [long, short] = [await took('?wait=1'), await took('')];
    assert.ok(long > 900 && long < 2_500, `${long} ms`);
    assert.ok(short < 500, `${short} ms`);
    t().release();
  });

  test('a job id in upper case is the same job', async () => {
    const { api_key } = await t().account();
    const { request_id } = envelopeOf(await t().settled(freshSearch(), api_key));
    const answer = await t().get(`/v1/jobs/${request_id.toUpperCase()}`, api_key);
    assert.equal(envelopeOf(answer).request_id, request_id);
  });

  test('30 polls at once are answered alike and charge one credit', async () => {
    const account = await t().account();
    await t().hold();
    const { poll_url } = envelopeOf(await t().get(freshSearch(), account.api_key));
    const polls = Array.from({ length: 30 }, () => t().get(`${poll_url}?wait=20`, account.api_key));
    await delay(200);
    t().release();
    const answers = await Promise.all(polls);
    for (const answer of answers) {
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.body, answers[0]?.body);
      assert.equal(answer.headers['x-credits-charged'], '1');
    }
    const usage = await usageOf(t(), account);
    assert.equal(usage.credits_captured, 1);
    assert.equal(usage.balance.available, 999);
    await expectSoundLedger(t());
  });

  test('equal searches of two accounts share one collection and are charged each', async () => {
    const [one, two] = [await t().account(), await t().account()];
    await t().hold();
    const path = freshSearch();
    const first = await t().get(path, one.api_key);
    const second = await t().get(path, two.api_key);
    assert.equal(first.headers['cache-status'], 'rowhouse; fwd=miss');
    assert.equal(second.headers['cache-status'], 'rowhouse; fwd=miss; collapsed');
    assert.notEqual(envelopeOf(first).request_id, envelopeOf(second).request_id);
    const collections = await t().app.db.rows<{ n: number }>(
      'select count(distinct collection_id) as n from requests where account_id in ($1, $2)',
      [one.account_id, two.account_id],
    );
    assert.equal(collections[0]?.n, 1);
    t().release();
    const results = [];
    for (const [answer, account] of [
      [first, one],
      [second, two],
    ] as const) {
      const done = await t().get(`${envelopeOf(answer).poll_url}?wait=20`, account.api_key);
      results.push(resultOf(done));
      assert.equal((await usageOf(t(), account)).credits_captured, 1);
    }
    assert.deepEqual(results[0], results[1]);
  });

  test('a wait that the application’s end interrupts is answered 202, not broken off', async () => {
    const { api_key } = await t().account();
    await t().hold();
    const { request_id } = envelopeOf(await t().get(freshSearch(), api_key));
    const stop = new AbortController();
    const get = t().answerWith({ stopping: stop.signal });
    const poll = get(`/v1/jobs/${request_id}?wait=20`, api_key);
    await delay(200);
    const began = performance.now();
    stop.abort();
    const answer = await poll;
    assert.equal(answer.statusCode, 202);
    assert.equal(answer.headers.connection, 'close', 'a kept connection would hold up the end');
    assert.ok(performance.now() - began < 1_000);
    t().release();
  });
}

/** Waits until the account has no pending request, without reading any job. */
async function settled(t: TestApp, accountId: string): Promise<void> {
  const pending = `select 1 from requests where account_id = $1 and status = 'pending'`;
  for (let look = 0; look < 200; look += 1) {
    if ((await t.app.db.rows(pending, [accountId])).length === 0) return;
    await delay(25);
  }
  assert.fail('the job did not settle');
}
