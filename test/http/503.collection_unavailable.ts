import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSourceClient } from '#collect/upstream/source-client.js';
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

  test('an answer that cannot be trusted concerns its own search: others are read, and no account shuts a source', async () => {
    const mallory = await t().account();
    const alice = await t().account();
    await t().faults('drift');
    const asked = Array.from({ length: 6 }, () => freshSearch());
    for (const url of asked) {
      const answer = await t().settled(url, mallory.api_key);
      assert.equal(envelopeOf(answer).status, 'failed');
    }
    await t().faults('ok');
    const [again = ''] = asked;
    await expectNothingStored(t(), mallory, async () => {
      const rejected = await t().get(again, mallory.api_key);
      const message = expectApiError(rejected, 'collection_unavailable');
      assert.match(message, /this search can be tried again in \d+ s/);
      assert.ok(Number(rejected.headers['retry-after']) <= 30);
    });
    const other = await t().settled(freshSearch(), alice.api_key);
    assert.equal(envelopeOf(other).status, 'complete', 'another search is read');
    t().clock.advance(31_000);
    assert.equal(envelopeOf(await t().settled(again, mallory.api_key)).status, 'complete');
  });

  test('a source that changed for unlike searches of several accounts is paused for all', async () => {
    const accounts = [await t().account(), await t().account(), await t().account()];
    await t().faults('drift');
    const zips = ['78704', '78702', '78745'];
    for (let failure = 0; failure < 5; failure += 1) {
      const account = accounts[failure % accounts.length];
      assert.ok(account !== undefined);
      const url = freshSearch().replace('78704', zips[failure % zips.length] ?? '');
      await t().settled(url, account.api_key);
    }
    await t().faults('ok');
    const fourth = await t().account();
    const message = expectApiError(
      await t().get(freshSearch(), fourth.api_key),
      'collection_unavailable',
    );
    assert.match(message, /is paused after repeated failures/);
    t().clock.advance(31_000);
    assert.equal(envelopeOf(await t().settled(freshSearch(), fourth.api_key)).status, 'complete');
  });
}
