import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';
import { addEndpoint } from '../support/webhooks.js';

export function register(t: () => TestApp): void {
  test('an endpoint that never existed, was deleted or belongs to another account is not found', async () => {
    const [mine, other] = [await t().account(), await t().account()];
    const made = await addEndpoint(t(), mine.api_key, 'https://hooks.example.com/');
    const path = `/v1/endpoints/${made.endpoint_id}`;
    for (const [method, url, body] of [
      ['GET', path, undefined],
      ['PATCH', path, { state: 'disabled' }],
      ['DELETE', path, undefined],
      ['POST', `${path}/rotate`, undefined],
      ['POST', `${path}/test`, undefined],
      ['GET', `${path}/deliveries`, undefined],
      ['POST', `${path}/replay`, { after: 0 }],
    ] as const) {
      const answer = await send(t(), other.api_key, method, url, body);
      expectApiError(answer, 'endpoint_not_found');
    }
    await send(t(), mine.api_key, 'DELETE', path);
    expectApiError(await send(t(), mine.api_key, 'GET', path), 'endpoint_not_found');
    const none = `/v1/endpoints/${t().app.ids.uuid()}`;
    expectApiError(await send(t(), mine.api_key, 'GET', none), 'endpoint_not_found');
  });
}
