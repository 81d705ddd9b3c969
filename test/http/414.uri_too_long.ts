import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { test } from 'node:test';
import { QUERY_STRING_CHARS_MAX } from '#contract/limits.js';
import { apiServer } from '#http/server.js';
import { expectApiError, expectNothingStored, ROUTE } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

const queryOf = (length: number) =>
  `zip=78704&city=${'x'.repeat(length - 'zip=78704&city='.length)}`;

export function register(t: () => TestApp): void {
  test('a query string of 2,048 characters is read, one of 2,049 answers 414', async () => {
    const account = await t().account();
    await expectNothingStored(t(), account, async () => {
      const longest = `${ROUTE}?${queryOf(QUERY_STRING_CHARS_MAX)}`;
      expectApiError(
        await t().get(longest, account.api_key),
        'unsupported_or_invalid_query',
        'city',
      );
      const longer = `${ROUTE}?${queryOf(QUERY_STRING_CHARS_MAX + 1)}`;
      expectApiError(await t().get(longer, account.api_key), 'uri_too_long');
    });
  });

  test('over a real socket, a URI of 20,000 characters and one that is beyond the head answer 414', async () => {
    const { api_key } = await t().account();
    await overSocket(t(), async (send) => {
      for (const length of [20_000, 100_000]) {
        const { status, headers, body } = await send(`${ROUTE}?${queryOf(length)}`, api_key);
        assert.equal(status, 414, `${length} characters`);
        assert.match(headers, /^x-request-id: [0-9a-f-]{36}\r?$/im);
        assert.deepEqual(Object.keys(JSON.parse(body).error), ['code', 'message', 'param']);
        assert.equal(JSON.parse(body).error.code, 'uri_too_long');
      }
    });
  });

  test('over a real socket, a path that cannot be decoded answers 404 and garbage answers 400', async () => {
    await overSocket(t(), async (send) => {
      for (const path of ['/v1/%zz', '/v1/%', '/%c3%28', '/v1/portal_a/%ff']) {
        const { status, headers, body } = await send(path, null);
        assert.equal(status, 404, path);
        assert.match(headers, /^x-request-id: [0-9a-f-]{36}\r?$/im);
        assert.equal(JSON.parse(body).error.code, 'not_found');
      }
      const { status } = await send('/v1/with a space', null);
      assert.equal(status, 400);
    });
  });
}

interface RawAnswer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}
type Send = (path: string, key: string | null) => Promise<RawAnswer>;

/** Listens on a free port and sends requests as bytes, which no client has tidied. */
async function overSocket(t: TestApp, work: (send: Send) => Promise<void>): Promise<void> {
  const server = apiServer(t.app, { allowedOrigins: [] });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const send: Send = (path, key) =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('error', (error) => (chunks.length === 0 ? reject(error) : undefined));
      socket.on('close', () => {
        const text = Buffer.concat(chunks).toString();
        const [headers = '', body = ''] = text.split('\r\n\r\n');
        resolve({ status: Number(text.split(' ')[1]), headers, body });
      });
      const lines = [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close'];
      if (key !== null) lines.push(`Authorization: Bearer ${key}`);
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });
  try {
    await work(send);
  } finally {
    await server.close();
  }
}
