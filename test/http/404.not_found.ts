import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  const unknown = [
    '/nope',
    '/v1',
    '/v1/',
    '/v1/nope',
    '/v2/portal_a/listings?zip=78704',
    '/portal_a/listings?zip=78704',
    '/v1/portal_a',
    '/v1/portal_a/listings/?zip=78704',
    '/v1//portal_a/listings?zip=78704',
    '/V1/portal_a/listings?zip=78704',
    '/v1/Portal_A/listings?zip=78704',
    '/v1/zillow/listings?zip=78704',
    '/v1/portal_a/..%2fportal_a/listings',
    '/v1/%zz',
    '/v1/jobs/%',
    '/v1/jobs',
    '/v1/jobs/',
    '/v1/jobs/1',
    '/v1/jobs/not-a-uuid',
    '/v1/jobs/01a1fdfa52377a67affce312d6f48fa6',
    '/v1/jobs/{01a1fdfa-5237-7a67-affc-e312d6f48fa6}',
    '/v1/jobs/01a1fdfa-5237-7a67-affc-e312d6f48fa6/',
    '/v1/jobs/01a1fdfa-5237-7a67-affc-e312d6f48fa6/nope',
    '/v1/jobs/01a1fdfa-5237-7a67-affc-e312d6f48fg6',
    '/V1/JOBS/01a1fdfa-5237-7a67-affc-e312d6f48fa6',
    '/v1/Jobs/01a1fdfa-5237-7a67-affc-e312d6f48fa6',
    '/v1/jobs/01a1fdfa-5237-7a67-affc-e312d6f48fa6/ROWS.CSV',
    '/v1/jobs/01a1fdfa-5237-7a67-affc-e312d6f48fa6/Rows.csv',
  ];
  for (const path of unknown) {
    test(`${path} answers 404 not_found, with a key and without`, async () => {
      const { api_key } = await t().account();
      expectApiError(await t().get(path, api_key), 'not_found');
      expectApiError(await t().get(path), 'not_found');
    });
  }
}
