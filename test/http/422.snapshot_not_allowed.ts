import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envelopeOf, expectApiError, freshSearch } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

export function register(t: () => TestApp): void {
  test('a lookup and rows of a licensed feed have no snapshot', async () => {
    const { api_key } = await t().account();
    const search = await t().settled('/v1/portal_a/listings?zip=78704', api_key);
    const [row] = search.json<{ result: { data: { source_id: string }[] } }>().result.data;
    const path = `/v1/portal_a/home?source_id=${row?.source_id}`;
    const { request_id } = (await t().settled(path, api_key)).json<{ request_id: string }>();
    const lookup = await send(t(), api_key, 'POST', '/v1/snapshots', { request_id });
    expectApiError(lookup, 'snapshot_not_allowed');
    assert.match(lookup.body, /lookup/);
  });

  test('a failed job has no snapshot, and reading it is not advised', async () => {
    const { api_key } = await t().account();
    await t().faults('refuse');
    const failed = await t()
      .settled(freshSearch(), api_key)
      .finally(() => t().faults('ok'));
    const { request_id } = envelopeOf(failed);
    const answer = await send(t(), api_key, 'POST', '/v1/snapshots', { request_id });
    assert.match(expectApiError(answer, 'snapshot_not_allowed'), /failed.+send its search again/);
  });
}
