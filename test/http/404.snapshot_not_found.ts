import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

export function register(t: () => TestApp): void {
  test('a snapshot that never existed or belongs to another account is not found', async () => {
    const [mine, other] = [await t().account(), await t().account()];
    const search = await t().settled('/v1/portal_a/listings?zip=78704', mine.api_key);
    const body = { request_id: search.json<{ request_id: string }>().request_id };
    const made = await send(t(), mine.api_key, 'POST', '/v1/snapshots', body);
    const path = `/v1/snapshots/${made.json<{ snapshot_id: string }>().snapshot_id}`;
    for (const [method, url] of [
      ['GET', path],
      ['DELETE', path],
      ['GET', `${path}/rows.ndjson`],
      ['GET', `${path}/rows.parquet`],
      ['GET', `${path}/difference?to=${t().app.ids.uuid()}`],
    ] as const) {
      expectApiError(await send(t(), other.api_key, method, url), 'snapshot_not_found');
    }
    const none = `/v1/snapshots/${t().app.ids.uuid()}`;
    expectApiError(await send(t(), mine.api_key, 'GET', none), 'snapshot_not_found');
  });
}
