import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envelopeOf, expectApiError, freshSearch } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  for (const wait of [
    '',
    '-1',
    '21',
    '100',
    '1.5',
    '2.0',
    '1e1',
    '0x5',
    '%2B5',
    '+5',
    'ten',
    '5s',
    '%00',
    '5%00',
    '%0A5',
    '5%0A',
    '%E2%80%A85',
    '%1B5',
  ]) {
    test(`wait=${wait} answers 422 invalid_wait`, async () => {
      const { api_key } = await t().account();
      const path = `/v1/jobs/${t().app.ids.uuid()}?wait=${wait}`;
      expectApiError(await t().get(path, api_key), 'invalid_wait', 'wait');
    });
  }

  test('wait=0 and wait=20 are accepted, and no wait is 0', async () => {
    const { api_key } = await t().account();
    const { request_id } = envelopeOf(await t().settled(freshSearch(), api_key));
    // Whole numbers are read like those of a search: with leading zeros, and -0 is 0.
    for (const query of ['', '?', '?wait=0', '?wait=20', '?wait=020', '?wait=-0'])
      assert.equal((await t().get(`/v1/jobs/${request_id}${query}`, api_key)).statusCode, 200);
  });

  test('the job route takes wait once and nothing else', async () => {
    const { api_key } = await t().account();
    const path = `/v1/jobs/${t().app.ids.uuid()}`;
    const twice = await t().get(`${path}?wait=1&wait=1`, api_key);
    expectApiError(twice, 'duplicate_parameter', 'wait');
    for (const query of ['zip=78704', 'Wait=1', 'cursor=x'])
      expectApiError(await t().get(`${path}?${query}`, api_key), 'unsupported_or_invalid_query');
  });
}
