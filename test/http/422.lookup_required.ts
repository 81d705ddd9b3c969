import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError, expectNothingStored } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { HOME } from './lookups.js';

export function register(t: () => TestApp): void {
  for (const query of [
    '',
    'address=1+Oak+St,+78704&source_id=1',
    'url=http://a.example/x&source_id=1',
  ]) {
    test(`a lookup with "${query}" answers 422 lookup_required, param lookup`, async () => {
      const account = await t().account();
      await expectNothingStored(t(), account, async () => {
        expectApiError(
          await t().get(`${HOME}?${query}`, account.api_key),
          'lookup_required',
          'lookup',
        );
      });
    });
  }

  for (const [query, param, code] of [
    ['address=', 'address', 'unsupported_or_invalid_query'],
    ['address=Oak+Street', 'address', 'unsupported_or_invalid_query'],
    ['address=12+Oak+St', 'address', 'unsupported_or_invalid_query'],
    ['address=12+Oak+St,+00000', 'address', 'unsupported_or_invalid_query'],
    ['address=12+Oak+St,+Nowhere,+TX', 'address', 'unsupported_or_invalid_query'],
    ['url=ftp://homes.example/1', 'url', 'unsupported_or_invalid_query'],
    ['url=https://homes.example/about', 'url', 'unsupported_or_invalid_query'],
    ['source_id=', 'source_id', 'unsupported_or_invalid_query'],
    ['zip=78704', null, 'unsupported_or_invalid_query'],
    ['source_id=1&source_id=1', 'source_id', 'duplicate_parameter'],
    // A value that is wrong in itself is rejected before the rule that one is sent.
    ['address=12+Oak+St,+78704&url=x', 'url', 'unsupported_or_invalid_query'],
  ] as const) {
    test(`a lookup with "${query}" answers 422 ${code}`, async () => {
      const { api_key } = await t().account();
      const message = expectApiError(await t().get(`${HOME}?${query}`, api_key), code, param);
      assert.ok(message.length < 300);
    });
  }
}
