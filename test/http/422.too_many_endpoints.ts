import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';
import { addEndpoint } from '../support/webhooks.js';

export function register(t: () => TestApp): void {
  test('an account has as many endpoints as the operator allows, and room again after one is deleted', async () => {
    const { api_key } = await t().account();
    const body = { url: 'https://hooks.example.com/' };
    const made = await addEndpoint(t(), api_key, body.url);
    for (let at = 1; at < t().app.limits.ENDPOINTS_MAX; at += 1) {
      await addEndpoint(t(), api_key, body.url);
    }
    const post = () => send(t(), api_key, 'POST', '/v1/endpoints', body);
    expectApiError(await post(), 'too_many_endpoints');
    await send(t(), api_key, 'DELETE', `/v1/endpoints/${made.endpoint_id}`);
    await addEndpoint(t(), api_key, body.url);
  });
}
