import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '#contract/durations.js';
import { createKey } from '#service/accounts/keys.js';
import { expectApiError, expectNothingStored, freshSearch, ROUTE } from '../support/expect.js';
import type { Answer, TestApp } from '../support/open-test-app.js';

const remaining = (answer: Answer) => Number(answer.headers['ratelimit-remaining']);

/** Moves the clock to just after a full minute, so that no test runs across one. */
function toFreshMinute(t: TestApp): void {
  t.clock.advance(MINUTE_MS - (t.clock.nowMs() % MINUTE_MS));
}

export function register(t: () => TestApp): void {
  test('the 61st call in a minute answers 429; the next minute answers again', async () => {
    const account = await t().account({ rate_limit: undefined });
    const path = `${ROUTE}?zip=78704`;
    await t().settled(path, account.api_key);
    toFreshMinute(t());
    for (let call = 1; call <= 60; call += 1) {
      const answer = await t().get(`/v1/jobs/${t().app.ids.uuid()}`, account.api_key);
      expectApiError(answer, 'request_not_found');
      assert.equal(answer.headers['ratelimit-limit'], '60');
      assert.equal(remaining(answer), 60 - call, 'rejected calls count');
    }
    await expectNothingStored(t(), account, async () => {
      const over = await t().get(path, account.api_key);
      expectApiError(over, 'rate_limited');
      assert.equal(remaining(over), 0);
      assert.equal(over.headers['retry-after'], over.headers['ratelimit-reset']);
      const waitS = Number(over.headers['retry-after']);
      assert.ok(waitS >= 1 && waitS <= 60);
      t().clock.advance(waitS * 1000);
    });
    const answer = await t().get(path, account.api_key);
    assert.equal(answer.statusCode, 200);
    assert.equal(remaining(answer), 59);
  });

  test('the window is the account’s: all of its keys share it, other accounts do not', async () => {
    const account = await t().account({ rate_limit: 2 });
    const other = await t().account({ rate_limit: 2 });
    const second = await createKey(t().app, account.account_id);
    toFreshMinute(t());
    assert.equal(remaining(await t().get(freshSearch(), account.api_key)), 1);
    assert.equal(remaining(await t().get(freshSearch(), second.api_key)), 0);
    expectApiError(await t().get(freshSearch(), account.api_key), 'rate_limited');
    assert.equal((await t().get(freshSearch(), other.api_key)).statusCode, 202);
  });

  test('of 30 calls at once with 10 left, exactly 10 pass', async () => {
    const account = await t().account({ rate_limit: 10 });
    const path = `${ROUTE}?zip=78704`;
    const reader = await t().account();
    await t().settled(path, reader.api_key);
    toFreshMinute(t());
    await t().settled(path, reader.api_key);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => t().get(path, account.api_key)),
    );
    assert.equal(answers.filter((answer) => answer.statusCode === 200).length, 10);
    assert.equal(answers.filter((answer) => answer.statusCode === 429).length, 20);
  });

  test('calls that are rejected before the key is known do not count', async () => {
    const { api_key } = await t().account({ rate_limit: 3 });
    toFreshMinute(t());
    for (let call = 0; call < 5; call += 1) {
      await t().get('/v1/nope', api_key);
      await t().get(freshSearch(), api_key, { origin: 'https://evil.example.com' });
    }
    assert.equal(remaining(await t().get(freshSearch(), api_key)), 2);
  });

  test('the newer RateLimit fields match the three of the contract', async () => {
    const { api_key } = await t().account({ rate_limit: 5 });
    const { headers } = await t().get(freshSearch(), api_key);
    assert.equal(headers.ratelimit, `"minute";r=4;t=${headers['ratelimit-reset']}`);
    assert.equal(headers['ratelimit-policy'], '"minute";q=5;w=60');
  });
}
