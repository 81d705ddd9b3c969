import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '#service/accounts/keys.js';
import { changeStatus } from '#service/accounts/manage.js';
import { envelopeOf, expectApiError, expectNothingStored, freshSearch } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a suspended account is rejected at once, for all of its keys and for its jobs', async () => {
    const account = await t().account();
    const second = await createKey(t().app, account.account_id);
    const job = await t().settled(freshSearch(), account.api_key);
    const path = `/v1/jobs/${envelopeOf(job).request_id}`;
    await changeStatus(t().app, account.account_id, 'suspended');
    await expectNothingStored(t(), account, async () => {
      for (const key of [account.api_key, second.api_key]) {
        expectApiError(await t().get(freshSearch(), key), 'account_suspended');
        expectApiError(await t().get(path, key), 'account_suspended');
      }
    });
    await changeStatus(t().app, account.account_id, 'active');
    assert.equal((await t().get(path, second.api_key)).statusCode, 200);
  });
}
