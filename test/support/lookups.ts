/** Lookup batches over HTTP in tests; every answer is as the document describes it. */
import assert from 'node:assert/strict';
import type { BatchHomeBody, LookupBatchBody } from '#contract/operations/lookups.js';
import type { TestApp } from './open-test-app.js';
import { expectDocumented } from './openapi-check.js';
import { send } from './watching.js';

export const LOOKUPS = '/v1/lookups?source=portal_a';

export interface Listed {
  readonly source_id: string;
  readonly source_url: string;
  readonly address: Readonly<Record<'line1' | 'city' | 'state' | 'zip', string>> & {
    readonly unit: string | null;
  };
}

/** The calls of a key, which may be another one at each call. */
export function lookupsOf(t: () => TestApp, key: () => string) {
  async function call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    status: number,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const answer = await send(t(), key(), method, path, body, headers);
    assert.equal(answer.statusCode, status, answer.body);
    expectDocumented(path.split('?')[0] ?? '', answer, method);
    return answer;
  }
  return {
    call,
    create: async (homes: readonly object[]): Promise<LookupBatchBody> =>
      (await call('POST', LOOKUPS, 201, { homes })).json(),
    show: async ({ batch_id }: LookupBatchBody): Promise<LookupBatchBody> =>
      (await call('GET', `/v1/lookups/${batch_id}`, 200)).json(),
    homesOf: async ({ batch_id }: LookupBatchBody): Promise<BatchHomeBody[]> =>
      (await call('GET', `/v1/lookups/${batch_id}/homes`, 200)).json().homes,
  };
}
