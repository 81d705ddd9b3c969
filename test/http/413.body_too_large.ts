import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a body above 16 KiB is not read to its end', async () => {
    const { api_key } = await t().account();
    const answer = await t().server.inject({
      method: 'POST',
      url: '/v1/watches',
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ route: 'x', query: { zip: 'y'.repeat(20_000) } }),
    });
    expectApiError(answer, 'body_too_large');
  });
}
