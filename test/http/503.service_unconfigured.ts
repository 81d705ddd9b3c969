import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError, expectNothingStored, freshSearch } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('without a signing secret every authenticated call answers 503, and readyz names it', async () => {
    const account = await t().account();
    const get = t().answerWith({ secret: null });
    await expectNothingStored(t(), account, async () => {
      for (const path of [freshSearch(), `/v1/jobs/${t().app.ids.uuid()}`])
        expectApiError(await get(path, account.api_key), 'service_unconfigured');
    });
    const ready = await get('/readyz', account.api_key);
    assert.equal(ready.statusCode, 503);
    assert.match(ready.json().why.join(), /ROWHOUSE_SECRET/);
  });
}
