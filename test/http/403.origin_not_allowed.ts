import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError, expectNothingStored, freshSearch, ROUTE } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

/** The site that the shared application of test/http.test.ts allows. */
export const ALLOWED_SITE = 'https://app.example.com';

export function register(t: () => TestApp): void {
  const rejected: Record<string, string>[] = [
    { origin: 'https://evil.example.com' },
    { origin: `${ALLOWED_SITE}.evil.example.com` },
    { origin: 'http://app.example.com' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example.com', 'sec-fetch-site': 'same-origin' },
  ];
  for (const headers of rejected) {
    test(`a browser request with ${JSON.stringify(headers)} answers 403`, async () => {
      const account = await t().account();
      await expectNothingStored(t(), account, async () => {
        const answer = await t().get(freshSearch(), account.api_key, headers);
        expectApiError(answer, 'origin_not_allowed');
        assert.equal(answer.headers['access-control-allow-origin'], undefined);
      });
    });
  }

  const passed: Record<string, string>[] = [
    {},
    { origin: 'http://localhost:80', host: 'localhost:80' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: ALLOWED_SITE, 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of passed) {
    test(`a request with ${JSON.stringify(headers)} passes`, async () => {
      const { api_key } = await t().account();
      const answer = await t().get(freshSearch(), api_key, headers);
      assert.equal(answer.statusCode, 202, answer.body);
    });
  }

  test('an allowed site may read the answer and its headers', async () => {
    const { api_key } = await t().account();
    const answer = await t().get(freshSearch(), api_key, { origin: ALLOWED_SITE });
    assert.equal(answer.headers['access-control-allow-origin'], ALLOWED_SITE);
    assert.equal(answer.headers.vary, 'Origin');
    const exposed = String(answer.headers['access-control-expose-headers'])
      .toLowerCase()
      .split(', ');
    // Browsers always expose Cache-Control, Content-Length and Content-Type; nosniff is for them.
    const free =
      /^(access-control-|cache-control|content-(length|type)|vary|date|connection|keep-alive|x-content-type-options)/;
    const sent = Object.keys(answer.headers).filter((name) => !free.test(name));
    for (const name of [...sent, 'content-disposition', 'idempotent-replayed', 'etag', 'age'])
      assert.ok(exposed.includes(name), name);
  });

  test('a preflight of an allowed site is answered 204, of any other site 405', async () => {
    const preflight = (origin: string) =>
      t().server.inject({ method: 'OPTIONS', url: `${ROUTE}?zip=78704`, headers: { origin } });
    const allowed = await preflight(ALLOWED_SITE);
    assert.equal(allowed.statusCode, 204);
    assert.equal(allowed.body, '');
    assert.equal(allowed.headers['access-control-allow-origin'], ALLOWED_SITE);
    assert.equal(allowed.headers['access-control-allow-methods'], 'GET');
    for (const name of ['Authorization', 'Idempotency-Key'])
      assert.ok(String(allowed.headers['access-control-allow-headers']).includes(name));
    expectApiError(await preflight('https://evil.example.com'), 'method_not_allowed');
  });
}
