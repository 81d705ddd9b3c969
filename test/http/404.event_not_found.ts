import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';
import { log } from '../support/webhooks.js';

export function register(t: () => TestApp): void {
  test('an event that the log of the account does not have cannot be sent again', async () => {
    const [mine, other] = [await t().account(), await t().account()];
    await log(t(), other, ['watch.failed']);
    const answer = await send(t(), mine.api_key, 'POST', '/v1/events/1/redeliver');
    expectApiError(answer, 'event_not_found');
  });

  test('the number in a path has digits only', async () => {
    const { api_key } = await t().account();
    const answer = await send(t(), api_key, 'POST', '/v1/events/-1/redeliver');
    expectApiError(answer, 'not_found');
  });
}
