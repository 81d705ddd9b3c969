import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEY_RANDOM_BYTES, makeApiKey } from '#domain/api-key.js';
import { createKey, endKey } from '#service/accounts/keys.js';
import { expectApiError, freshSearch, ROUTE } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  const search = `${ROUTE}?zip=78704`;
  const unknown = makeApiKey(new Uint8Array(KEY_RANDOM_BYTES).fill(7));
  const cases: [string, string | undefined][] = [
    ['no Authorization header', undefined],
    ['an empty header', ''],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['the scheme alone', 'Bearer'],
    ['a key without the scheme', unknown],
    ['two keys', `Bearer ${unknown} ${unknown}`],
    ['a word that is no key', 'Bearer sesame'],
    ['a key of the right form that nobody has', `Bearer ${unknown}`],
  ];
  for (const [name, authorization] of cases) {
    test(`${name} answers 401 on a search and on a job alike`, async () => {
      for (const path of [search, '/v1/jobs/01a1fdfa-5237-7a67-affc-e312d6f48fa6']) {
        const headers = authorization === undefined ? {} : { authorization };
        expectApiError(await t().get(path, null, headers), 'invalid_api_key');
      }
    });
  }

  test('a key with one character mistyped answers 401', async () => {
    const { api_key } = await t().account();
    const wrong = api_key.slice(0, -1) + (api_key.endsWith('a') ? 'b' : 'a');
    expectApiError(await t().get(search, wrong), 'invalid_api_key');
  });

  test('the scheme is read without case, and spaces may follow it', async () => {
    const { api_key } = await t().account();
    for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
      const answer = await t().get(freshSearch(), null, { authorization: `${scheme} ${api_key}` });
      assert.equal(answer.statusCode, 202, scheme);
    }
  });

  test('a revoked key is rejected from the next call on, other keys of the account are not', async () => {
    const account = await t().account();
    const second = await createKey(t().app, account.account_id);
    assert.equal((await t().settled(search, account.api_key)).statusCode, 200);
    await endKey(t().app, account.key_id);
    expectApiError(await t().get(search, account.api_key), 'invalid_api_key');
    assert.equal((await t().get(search, second.api_key)).statusCode, 200);
  });
}
