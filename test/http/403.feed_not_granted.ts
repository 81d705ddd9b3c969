import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeFeed } from '#service/accounts/feeds.js';
import { expectApiError, expectNothingStored } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a feed that an account has no grant for is rejected, and nothing is charged', async () => {
    const account = await t().account();
    const path = '/v1/mls/listings?zip=78704';
    await changeFeed(t().app, account.account_id, 'mls', false);
    await expectNothingStored(t(), account, async () => {
      expectApiError(await t().get(path, account.api_key), 'feed_not_granted');
    });
    await changeFeed(t().app, account.account_id, 'mls', true);
    assert.equal((await t().settled(path, account.api_key)).json().status, 'complete');
  });
}
