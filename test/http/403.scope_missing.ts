import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '#service/accounts/keys.js';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

export function register(t: () => TestApp): void {
  test('a key without the scope of a call is rejected, and nothing is stored', async () => {
    const { account_id, api_key } = await t().account();
    const reads = await createKey(t().app, account_id, { scopes: 'read' });
    const body = { route: 'portal_a_listings', query: { zip: '78704' } };
    const answer = await send(t(), reads.api_key, 'POST', '/v1/watches', body);
    const message = expectApiError(answer, 'scope_missing');
    assert.match(message, /watches/);
    const { watches } = (await t().get('/v1/watches', api_key)).json();
    assert.deepEqual(watches, []);
  });
}
