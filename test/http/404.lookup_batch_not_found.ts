import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

export function register(t: () => TestApp): void {
  test('a lookup batch that never existed or belongs to another account is not found', async () => {
    const [mine, other] = [await t().account(), await t().account()];
    const body = { homes: [{ address: '1 Oak St, Austin, TX 00001' }] };
    const made = await send(t(), mine.api_key, 'POST', '/v1/lookups?source=portal_a', body);
    const path = `/v1/lookups/${made.json<{ batch_id: string }>().batch_id}`;
    for (const [method, url] of [
      ['GET', path],
      ['DELETE', path],
      ['POST', `${path}/retry`],
      ['GET', `${path}/homes`],
      ['GET', `${path}/rows.csv`],
      ['GET', `${path}/rows.ndjson`],
    ] as const) {
      expectApiError(await send(t(), other.api_key, method, url), 'lookup_batch_not_found');
    }
    const none = `/v1/lookups/${t().app.ids.uuid()}`;
    expectApiError(await send(t(), mine.api_key, 'GET', none), 'lookup_batch_not_found');
  });
}
