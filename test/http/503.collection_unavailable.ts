import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSourceClient } from '#collect/source-client.js';
import {
  envelopeOf,
  expectApiError,
  expectNothingStored,
  freshSearch,
  ROUTE,
} from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a source without an address answers 503 to a miss, and still answers from the cache', async () => {
    const account = await t().account();
    const cached = `${ROUTE}?zip=78704`;
    await t().settled(cached, account.api_key);
    const client = openSourceClient({}, t().app.limits, t().clock);
    const get = t().answerWith({ client });
    await expectNothingStored(t(), account, async () => {
      const message = expectApiError(
        await get(freshSearch(), account.api_key),
        'collection_unavailable',
      );
      assert.match(message, /portal_a/);
    });
    assert.equal((await get(cached, account.api_key)).statusCode, 200);
  });

  test('five failures in a row open the circuit for 30 seconds; one success closes it', async () => {
    const account = await t().account();
    const cached = freshSearch();
    await t().settled(cached, account.api_key);
    await t().faults('refuse');
    for (let failure = 0; failure < 5; failure += 1) {
      const answer = await t().settled(freshSearch(), account.api_key);
      assert.equal(envelopeOf(answer).status, 'failed', `failure ${failure}`);
    }
    await t().faults('ok');
    await expectNothingStored(t(), account, async () => {
      const rejected = await t().get(freshSearch(), account.api_key);
      const message = expectApiError(rejected, 'collection_unavailable');
      assert.match(message, /Last failure: portal_a rejected/);
      assert.ok(Number(rejected.headers['retry-after']) <= 30);
    });
    assert.equal(
      (await t().get(cached, account.api_key)).statusCode,
      200,
      'the cache is no reading',
    );
    t().clock.advance(31_000);
    const again = await t().settled(freshSearch(), account.api_key);
    assert.equal(envelopeOf(again).status, 'complete');
    await t().faults('refuse');
    const one = await t().settled(freshSearch(), account.api_key);
    assert.equal(envelopeOf(one).status, 'failed', 'the count of failures began again');
    await t().faults('ok');
    assert.equal((await t().get(freshSearch(), account.api_key)).statusCode, 202);
  });

  test('an open circuit that is tried again and fails opens again at once', async () => {
    const account = await t().account();
    await t().faults('refuse');
    for (let failure = 0; failure < 5; failure += 1)
      await t().settled(freshSearch(), account.api_key);
    t().clock.advance(31_000);
    await t().settled(freshSearch(), account.api_key);
    await t().faults('ok');
    expectApiError(await t().get(freshSearch(), account.api_key), 'collection_unavailable');
    t().clock.advance(31_000);
    const last = await t().settled(freshSearch(), account.api_key);
    assert.equal(envelopeOf(last).status, 'complete');
  });
}
