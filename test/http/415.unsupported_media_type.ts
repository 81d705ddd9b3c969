import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a body that does not say that it is JSON is not read', async () => {
    const { api_key } = await t().account();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const answer = await t().server.inject({
        method: 'POST',
        url: '/v1/watches',
        headers: { authorization: `Bearer ${api_key}`, 'content-type': type },
        payload: '{"route":"portal_a_listings","query":{"zip":"78704"}}',
      });
      expectApiError(answer, 'unsupported_media_type');
    }
  });

  test('a body that says that it is compressed is not read, and the answer says how to send it', async () => {
    const { api_key } = await t().account();
    const send = (encoding: string, payload: string | Buffer) =>
      t().server.inject({
        method: 'POST',
        url: '/v1/watches',
        headers: {
          authorization: `Bearer ${api_key}`,
          'content-type': 'application/json',
          'content-encoding': encoding,
        },
        payload,
      });
    const body = '{"route":"portal_a_listings","query":{"zip":"78704"}}';
    const answer = await send('gzip', gzipSync(body));
    expectApiError(answer, 'unsupported_media_type');
    assert.match(answer.body, /compressed.*without Content-Encoding/);
    assert.equal((await send('Identity', body)).statusCode, 201);
  });
}
