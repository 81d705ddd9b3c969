import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

export function register(t: () => TestApp): void {
  test('an account has a bounded number of lookup batches, until it deletes one', async () => {
    const { api_key } = await t().account();
    const body = { homes: [{ address: '1 Oak St, Austin, TX 00001' }] };
    const make = () => send(t(), api_key, 'POST', '/v1/lookups?source=portal_a', body);
    const made = await make();
    for (const { statusCode } of [made, await make()]) assert.equal(statusCode, 201);
    expectApiError(await make(), 'too_many_lookup_batches');
    const { batch_id } = made.json<{ batch_id: string }>();
    await send(t(), api_key, 'DELETE', `/v1/lookups/${batch_id}`);
    assert.equal((await make()).statusCode, 201);
  });
}
