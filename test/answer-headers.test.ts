/** Headers of every answer, whoever makes it: fast path, pipeline, files, parser, admin port. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { apiServer } from '#http/server.js';
import { envelopeOf, freshSearch } from './support/expect.js';
import { ADMIN_TOKEN, openTestApp, PLAIN_CONSOLE, type TestApp } from './support/open-test-app.js';
import { answerTo, getText, type RawAnswer } from './support/raw-http.js';

const SITE = 'https://app.example.com';
let t: TestApp;
let app: FastifyInstance;
let key: string;
before(async () => {
  t = await openTestApp({ limits: { READ_AHEAD: 0 } });
  app = apiServer(t.app, {
    allowedOrigins: [SITE],
    console: PLAIN_CONSOLE,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  await t.admin.listen({ host: '127.0.0.1', port: 0 });
  key = (await t.account()).api_key;
});
after(async () => {
  await app.close();
  await t.close();
});

const portOf = (one: FastifyInstance): number => (one.server.address() as AddressInfo).port;

const send = (bytes: string, to = app) => answerTo(portOf(to), bytes);

function expectSafe({ status, headers }: RawAnswer, expected: number, cache = 'no-store'): void {
  assert.equal(status, expected);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cache-control'], cache);
  assert.equal(headers.server, undefined);
  assert.equal(headers['x-powered-by'], undefined);
}

test('answers of the API are not stored and not guessed at: hits, jobs, rows, 304, API errors', async () => {
  const path = freshSearch();
  const pending = await send(getText(path, key));
  expectSafe(pending, 202);
  const done = await t.settled(path, key);
  const job = `/v1/jobs/${envelopeOf(done).request_id}`;
  for (const [what, answer, status] of [
    ['first hit', await send(getText(path, key)), 200],
    ['hit from memory', await send(getText(path, key)), 200],
    [
      'hit of a page that was asked for',
      await send(getText(path, key, 'Cache-Control: max-age=600')),
      200,
    ],
    ['job', await send(getText(job, key)), 200],
    ['rows', await send(getText(`${job}/rows.csv`, key)), 200],
    ['account', await send(getText('/v1/account', key)), 200],
    ['no key', await send(getText('/v1/account', null)), 401],
    ['unknown path', await send(getText('/v1/nope', null)), 404],
    ['path that cannot be decoded', await send(getText('/v1/%zz', null)), 404],
    [
      'method',
      await send('POST /v1/account HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n'),
      405,
    ],
    [
      'preflight',
      await send(`OPTIONS /v1/account HTTP/1.1\r\nHost: x\r\nOrigin: ${SITE}\r\n\r\n`),
      204,
    ],
    ['garbage', await send('GET /a b HTTP/1.1\r\n\r\n'), 400],
    ['health', await send(getText('/healthz', null)), 200],
  ] as const) {
    assert.equal(answer.status, status, what);
    expectSafe(answer, status);
  }
  const { etag = '' } = (await send(getText(job, key))).headers;
  const again = await send(getText(job, key, `If-None-Match: ${etag}`));
  expectSafe(again, 304);
  assert.equal(again.headers.etag, etag);
});

test('documents and the console are not cached; only files named by their content are', async () => {
  for (const path of [
    '/',
    '/index.html',
    '/console-config.json',
    '/docs',
    '/docs/explorer.js',
    '/v1/openapi.json',
  ]) {
    expectSafe(await send(getText(path, null)), 200);
  }
  const page = await send(getText('/', null));
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body.toString())?.[1] ?? '';
  expectSafe(await send(getText(script, null)), 200, 'public, max-age=31536000, immutable');
  const { etag = '' } = (await send(getText('/v1/openapi.json', null))).headers;
  expectSafe(await send(getText('/v1/openapi.json', null, `If-None-Match: ${etag}`)), 304);
});

test('answers of the operator’s listener are not stored and not guessed at', async () => {
  const ask = (path: string, token: string) => send(getText(path, token), t.admin);
  expectSafe(await ask('/admin/accounts', ADMIN_TOKEN), 200);
  expectSafe(await ask('/admin/accounts', 'wrong'), 401);
  expectSafe(await ask('/admin/nope', ADMIN_TOKEN), 404);
  expectSafe(await ask('/admin/accounts/no-id', ADMIN_TOKEN), 404);
  expectSafe(await ask('/metrics', 'wrong'), 200);
});

test('a page, a file and a check of an orchestrator answer another method with 405 and their own', async () => {
  const paths = ['/', '/docs', '/docs/sql', '/openapi.json', '/healthz', '/readyz', '/licenses.md'];
  for (const url of paths) {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'] as const) {
      const answer = await app.inject({ method, url: `${url}?a=1` });
      assert.equal(answer.statusCode, 405, `${method} ${url}`);
      assert.equal(answer.headers.allow, 'GET, HEAD');
      assert.equal(answer.json().error.code, 'method_not_allowed');
      assert.match(answer.json().error.message, /GET, HEAD/);
    }
    assert.ok((await app.inject({ method: 'HEAD', url })).statusCode < 400, url);
  }
  for (const url of ['/nope', '/docs/nope', '/V1'])
    assert.equal((await app.inject({ method: 'POST', url })).statusCode, 404, url);
});
