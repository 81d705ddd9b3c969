import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send, watch } from '../support/watching.js';

export function register(t: () => TestApp): void {
  test('an account has no more watches than it may have, and a deleted one makes room', async () => {
    const { api_key } = await t().account();
    const most = t().app.limits.WATCHES_MAX;
    for (let n = 0; n < most; n += 1) await watch(t(), api_key);
    const more = await t().server.inject({
      method: 'POST',
      url: '/v1/watches',
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
      payload: { route: 'portal_a_listings', query: { zip: '78704' } },
    });
    expectApiError(more, 'too_many_watches');
    const { watches } = (await send(t(), api_key, 'GET', '/v1/watches')).json<{
      watches: { watch_id: string }[];
    }>();
    assert.equal(watches.length, most);
    await send(t(), api_key, 'DELETE', `/v1/watches/${watches[0]?.watch_id}`);
    await watch(t(), api_key);
  });
}
