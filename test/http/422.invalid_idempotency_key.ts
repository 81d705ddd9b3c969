import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError, expectNothingStored, freshSearch } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  for (const [name, value] of [
    ['nothing', ''],
    ['129 characters', 'k'.repeat(129)],
    ['a space', 'two words'],
    ['a tab', 'two\twords'],
    ['a character beyond ASCII', 'cl\u00e9'],
  ] as const) {
    test(`an Idempotency-Key of ${name} answers 422 on a search and on a job alike`, async () => {
      const account = await t().account();
      await expectNothingStored(t(), account, async () => {
        for (const path of [freshSearch(), `/v1/jobs/${t().app.ids.uuid()}`]) {
          const answer = await t().get(path, account.api_key, { 'idempotency-key': value });
          expectApiError(answer, 'invalid_idempotency_key');
        }
      });
    });
  }

  test('1 and 128 printable characters are accepted, all of ASCII among them', async () => {
    const { api_key } = await t().account();
    const printable = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => index + 33));
    for (const key of ['k', 'k'.repeat(128), printable]) {
      const answer = await t().get(freshSearch(), api_key, { 'idempotency-key': key });
      assert.equal(answer.statusCode, 202, answer.body);
    }
  });
}
