import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

export function register(t: () => TestApp): void {
  test('an account has as many snapshots as the operator allows; one made again counts once', async () => {
    const { api_key } = await t().account();
    const make = async (zip: string) => {
      const search = await t().settled(`/v1/portal_a/listings?zip=${zip}`, api_key);
      const { request_id } = search.json<{ request_id: string }>();
      return send(t(), api_key, 'POST', '/v1/snapshots', { request_id });
    };
    for (const zip of ['78704', '78704', '78701']) assert.equal((await make(zip)).statusCode, 201);
    expectApiError(await make('78745'), 'too_many_snapshots');
  });
}
