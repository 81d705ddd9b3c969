import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROW_FORMATS } from '#contract/routes.js';
import { envelopeOf, expectApiError, expectNothingStored, freshSearch } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  for (const format of Object.keys(ROW_FORMATS)) {
    test(`rows.${format} of a pending job answers 409, and its rows once it is complete`, async () => {
      const account = await t().account();
      await t().hold();
      const path = freshSearch();
      const { request_id } = envelopeOf(await t().get(path, account.api_key));
      await expectNothingStored(t(), account, async () => {
        const early = await t().get(`/v1/jobs/${request_id}/rows.${format}`, account.api_key);
        expectApiError(early, 'result_not_ready');
      });
      t().release();
      await t().get(`/v1/jobs/${request_id}?wait=20`, account.api_key);
      const ready = await t().get(`/v1/jobs/${request_id}/rows.${format}`, account.api_key);
      assert.equal(ready.statusCode, 200);
    });
  }
}
