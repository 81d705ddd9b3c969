import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a body that does not say that it is JSON is not read', async () => {
    const { api_key } = await t().account();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const answer = await t().server.inject({
        method: 'POST',
        url: '/v1/watches',
        headers: { authorization: `Bearer ${api_key}`, 'content-type': type },
        payload: '{"route":"portal_a_listings","query":{"zip":"78704"}}',
      });
      expectApiError(answer, 'unsupported_media_type');
    }
  });
}
