import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envelopeOf, expectApiError, freshSearch } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a well-formed job id that was never issued answers 404', async () => {
    const { api_key } = await t().account();
    for (const id of ['00000000-0000-0000-0000-000000000000', t().app.ids.uuid()])
      expectApiError(await t().get(`/v1/jobs/${id}`, api_key), 'request_not_found');
  });

  test("another account's job answers 404, so ids cannot be probed", async () => {
    const [mine, theirs] = [await t().account(), await t().account()];
    const job = `/v1/jobs/${envelopeOf(await t().settled(freshSearch(), theirs.api_key)).request_id}`;
    const unknown = await t().get(`/v1/jobs/${t().app.ids.uuid()}`, mine.api_key);
    const foreign = await t().get(job, mine.api_key);
    expectApiError(foreign, 'request_not_found');
    assert.deepEqual(foreign.json(), unknown.json(), 'the two are equal');
    assert.equal((await t().get(job, theirs.api_key)).statusCode, 200);
  });

  test('a waiting poll for a job that is not there answers at once', async () => {
    const { api_key } = await t().account();
    const began = performance.now();
    expectApiError(
      await t().get(`/v1/jobs/${t().app.ids.uuid()}?wait=20`, api_key),
      'request_not_found',
    );
    assert.ok(performance.now() - began < 2_000);
  });
}
