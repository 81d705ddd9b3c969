import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '#service/accounts/manage.js';
import {
  envelopeOf,
  expectApiError,
  expectNothingStored,
  expectSoundLedger,
  freshSearch,
  usageOf,
} from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('an account without credits answers 429 until some are granted', async () => {
    const account = await t().account({ extra_credits: 0 });
    const path = freshSearch();
    await expectNothingStored(t(), account, async () => {
      const answer = await t().get(path, account.api_key);
      const message = expectApiError(answer, 'quota_exceeded');
      assert.match(message, /no monthly plan.+Ask the operator for extra credits\.$/);
      assert.equal(answer.headers['retry-after'], '3600', 'no month brings credits');
    });
    await grant(t().app, { account_id: account.account_id, amount: 1, kind: 'extra' });
    assert.equal(envelopeOf(await t().settled(path, account.api_key)).status, 'complete');
    expectApiError(await t().get(path, account.api_key), 'quota_exceeded');
  });

  test('credits that pending jobs hold are spent: one credit, one job at a time', async () => {
    const account = await t().account({ extra_credits: 1 });
    await t().hold();
    const first = await t().get(freshSearch(), account.api_key);
    assert.equal(first.statusCode, 202);
    assert.deepEqual((await usageOf(t(), account)).balance, {
      plan: 0,
      extra: 0,
      reserved: 1,
      available: 0,
    });
    expectApiError(await t().get(freshSearch(), account.api_key), 'quota_exceeded');
    t().release();
    const done = await t().get(`${envelopeOf(first).poll_url}?wait=20`, account.api_key);
    assert.equal(envelopeOf(done).credits, 1);
    assert.equal((await usageOf(t(), account)).balance.reserved, 0);
  });

  test('of 12 different searches at once with 5 credits, exactly 5 become jobs', async () => {
    const account = await t().account({ extra_credits: 5 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => t().get(freshSearch(), account.api_key)),
    );
    assert.equal(answers.filter((answer) => answer.statusCode === 202).length, 5);
    assert.equal(answers.filter((answer) => answer.statusCode === 429).length, 7);
    await expectSoundLedger(t());
  });

  test('plan credits are used before extra credits', async () => {
    const account = await t().account({ plan_credits: 1, extra_credits: 1 });
    await t().settled(freshSearch(), account.api_key);
    assert.deepEqual((await usageOf(t(), account)).balance, {
      plan: 0,
      extra: 1,
      reserved: 0,
      available: 1,
    });
    await t().settled(freshSearch(), account.api_key);
    assert.equal((await usageOf(t(), account)).balance.available, 0);
    const answer = await t().get(freshSearch(), account.api_key);
    assert.match(expectApiError(answer, 'quota_exceeded'), /wait for the next month\.$/);
    const now = new Date(t().clock.nowMs());
    const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    const seconds = (nextMonth - now.getTime()) / 1000;
    assert.ok(Math.abs(Number(answer.headers['retry-after']) - seconds) < 5);
  });

  test('polling and reading a paid job needs no credit', async () => {
    const { api_key } = await t().account({ extra_credits: 1 });
    const { request_id } = envelopeOf(await t().settled(freshSearch(), api_key));
    const again = await t().get(`/v1/jobs/${request_id}`, api_key);
    assert.equal(again.statusCode, 200);
    assert.equal(envelopeOf(again).credits, 1);
  });
}
