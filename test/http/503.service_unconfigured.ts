import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectNothingStored, expectRefusal, freshSearch } from '../support/expect.js';
import type { TestHouse } from '../support/open-test-house.js';

export function register(t: () => TestHouse): void {
  test('without a signing secret every authenticated call answers 503, and readyz names it', async () => {
    const account = await t().account();
    const get = t().answerWith({ secret: null });
    await expectNothingStored(t(), account, async () => {
      for (const path of [freshSearch(), `/v1/jobs/${t().house.ids.uuid()}`])
        expectRefusal(await get(path, account.api_key), 'service_unconfigured');
    });
    const ready = await get('/readyz', account.api_key);
    assert.equal(ready.statusCode, 503);
    assert.match(ready.json().why.join(), /ROWHOUSE_SECRET/);
  });
}
