import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError, expectNothingStored, freshSearch, UUID_V7 } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

const METHODS = ['OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'] as const;

export function register(t: () => TestApp): void {
  for (const method of METHODS) {
    test(`${method} answers 405 with Allow: GET on a search and a job, without a key too`, async () => {
      const account = await t().account();
      await expectNothingStored(t(), account, async () => {
        for (const url of [freshSearch(), `/v1/jobs/${t().app.ids.uuid()}`]) {
          for (const key of [account.api_key, null]) {
            const headers = key === null ? {} : { authorization: `Bearer ${key}` };
            const answer = await t().server.inject({ method: method as 'POST', url, headers });
            expectApiError(answer, 'method_not_allowed');
          }
        }
      });
    });
  }

  test('HEAD answers 405 with the headers and no body', async () => {
    const { api_key } = await t().account();
    // Over a connection: the in-process client shows the body that Node leaves out.
    const url = await t().server.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${api_key}` };
    const answer = await fetch(`${url}${freshSearch()}`, { method: 'HEAD', headers });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'GET');
    assert.match(String(answer.headers.get('x-request-id')), UUID_V7);
    assert.equal(await answer.text(), '');
  });

  for (const [name, type, payload] of [
    ['broken JSON', 'application/json', '{"zip":'],
    ['an unknown type', 'application/x-nothing', 'zip=78704'],
    ['three megabytes', 'text/plain', 'x'.repeat(3_000_000)],
  ] as const) {
    test(`a POST with ${name} as its body answers 405 all the same`, async () => {
      const headers = { 'content-type': type };
      const answer = await t().server.inject({
        method: 'POST',
        url: freshSearch(),
        headers,
        payload,
      });
      expectApiError(answer, 'method_not_allowed');
    });
  }
}
