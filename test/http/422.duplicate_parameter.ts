import { test } from 'node:test';
import { expectApiError, expectNothingStored, ROUTE } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  for (const [query, param] of [
    ['zip=78704&zip=78704', 'zip'],
    ['zip=78704&zip=78701', 'zip'],
    ['zip=78704&beds_min=1&beds_min=2', 'beds_min'],
    ['zip=78704&beds_min=&beds_min=', 'beds_min'],
    ['zip=78704&z%69p=78704', 'zip'],
    ['zip=78704&property_type=condo&property_type=land', 'property_type'],
    ['zip=78704&foo=1&foo=2', null],
    ['zip=78704&sort=newest&sort=newest', null],
    ['zip=78704&constructor=1&constructor=2', null],
  ] as const) {
    test(`${query} answers 422 duplicate_parameter with param ${param}`, async () => {
      const account = await t().account();
      await expectNothingStored(t(), account, async () => {
        const answer = await t().get(`${ROUTE}?${query}`, account.api_key);
        expectApiError(answer, 'duplicate_parameter', param);
      });
    });
  }
}
