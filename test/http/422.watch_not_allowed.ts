import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a search of a licensed feed cannot be watched: its rows may not be stored that long', async () => {
    const { api_key } = await t().account();
    const answer = await t().server.inject({
      method: 'POST',
      url: '/v1/watches',
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
      payload: { route: 'mls_listings', query: { zip: '78704' } },
    });
    expectApiError(answer, 'watch_not_allowed', 'route');
  });
}
