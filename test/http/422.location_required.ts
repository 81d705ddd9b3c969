import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError, expectNothingStored, ROUTE } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

const BBOX = 'bbox=-97.8,30.2,-97.7,30.3';

export function register(t: () => TestApp): void {
  for (const query of [
    '',
    '?',
    '?beds_min=2',
    '?city=Austin',
    '?state=TX',
    '?state=ZZ',
    '?lat=30&lng=-97',
    '?lat=30&radius_mi=1',
    '?radius_mi=1',
    '?zip=78704&city=Austin&state=TX',
    `?zip=78704&${BBOX}`,
    '?zip=78704&state=TX',
    '?zip=78704&lat=30',
    `?${BBOX}&radius_mi=2`,
    `?city=Austin&state=TX&${BBOX}`,
    '?lat=30&lng=-97&radius_mi=1&city=Austin&state=TX',
  ]) {
    test(`R1 with ${query === '' ? 'no query' : query} answers 422 location_required`, async () => {
      const account = await t().account();
      await expectNothingStored(t(), account, async () => {
        const answer = await t().get(ROUTE + query, account.api_key);
        const message = expectApiError(answer, 'location_required', 'location');
        assert.match(message, /zip; or city with state; or bbox; or lat with lng with radius_mi/);
      });
    });
  }
}
