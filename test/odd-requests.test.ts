/** Request bytes that few clients send: each gets the contract's envelope or a normal answer. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { apiServer } from '#http/server.js';
import { freshSearch, UUID_V7 } from './support/expect.js';
import { openTestApp, PLAIN_CONSOLE, QUIET, type TestApp } from './support/open-test-app.js';
import { answerTo, getText, type RawAnswer, rawCall } from './support/raw-http.js';

let t: TestApp;
let app: FastifyInstance;
let port: number;
let key: string;
let hit: string;
const errors: string[] = [];
before(async () => {
  t = await openTestApp({
    limits: { READ_AHEAD: 0, REQUEST_S: 1 },
    log: { ...QUIET, error: (_fields, message) => errors.push(message) },
  });
  app = apiServer(t.app, {
    allowedOrigins: [],
    console: PLAIN_CONSOLE,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
  key = (await t.account()).api_key;
  hit = freshSearch();
  await t.settled(hit, key);
  await t.get(hit, key);
});
after(async () => {
  await app.close();
  await t.close();
});

const send = (bytes: string) => answerTo(port, bytes);

/** The error envelope with its id and its type. */
function expectError({ status, headers, body }: RawAnswer, http: number, code: string): string {
  assert.equal(status, http, body.toString().slice(0, 200));
  assert.match(headers['x-request-id'] ?? '', UUID_V7);
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-store');
  const { error } = JSON.parse(body.toString()) as { error: { code: string; message: string } };
  assert.deepEqual(Object.keys(error), ['code', 'message', 'param']);
  assert.equal(error.code, code);
  return error.message;
}

for (const path of ['/v1/account', '/nope', '/healthz', '/', '/docs', 'http://localhost/healthz']) {
  test(`a request of HTTP/1.1 for ${path} without a Host is rejected in the envelope`, async () => {
    const answer = await send(`GET ${path} HTTP/1.1\r\n\r\n`);
    assert.match(expectError(answer, 400, 'unsupported_or_invalid_query'), /Host/);
  });
}

test('a hit without a Host is rejected and not charged; HTTP/1.0 needs none', async () => {
  const account = await t.account();
  await t.get('/v1/account', account.api_key);
  const head = (version: string) =>
    `GET ${hit} HTTP/${version}\r\nAuthorization: Bearer ${account.api_key}\r\n\r\n`;
  expectError(await send(head('1.1')), 400, 'unsupported_or_invalid_query');
  assert.equal((await send(head('1.0'))).status, 200);
  const { headers, body } = await send(getText('/v1/account', account.api_key));
  assert.equal(headers['ratelimit-remaining'], String(100_000 - 3));
  assert.equal(
    (JSON.parse(body.toString()) as { balance: { available: number } }).balance.available,
    999,
  );
});

test('CONNECT is a method like any other but GET: rejected, also behind a good request', async () => {
  const connect = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n';
  const answer = await send(connect);
  expectError(answer, 405, 'method_not_allowed');
  assert.equal(answer.headers.allow, 'GET');
  const [first, second, ...more] = await rawCall(port, getText(hit, key) + connect).closed();
  assert.equal(first?.status, 200);
  assert.ok(second !== undefined);
  expectError(second, 405, 'method_not_allowed');
  assert.equal(more.length, 0);
  const reset = rawCall(port, connect);
  reset.socket.resetAndDestroy();
  await delay(50);
  assert.equal((await send(getText('/healthz', null))).status, 200);
});

test('an address in its absolute form is the path that it names', async () => {
  for (const base of ['http://localhost', 'https://api.example.com:8443', 'HTTP://LOCALHOST']) {
    assert.equal((await send(getText(`${base}${hit}`, key))).status, 200, base);
    assert.equal((await send(getText(`${base}/healthz`, null))).status, 200, base);
    assert.equal((await send(getText(base, null))).status, 200, `${base} is its page`);
    expectError(await send(getText(`${base}/v1/nope`, null)), 404, 'not_found');
    expectError(await send(getText(`${base}?a=b`.replace('?', '/nope?'), null)), 404, 'not_found');
  }
  for (const target of ['ftp://localhost/healthz', 'http:///healthz', 'localhost/healthz', '*']) {
    const { status } = await send(getText(target, null));
    assert.ok(status === 400 || status === 404, `${target} ${status}`);
  }
});

test('headers that are too long answer 431, an address that is too long 414', async () => {
  const long = 'x'.repeat(80_000);
  const many = Array.from({ length: 3_000 }, (_, n) => `X-Header-${n}: ${'y'.repeat(30)}`);
  const inHeaders = [
    getText(hit, key, `X-Long: ${long}`),
    getText(hit, key, ...many),
    getText(hit, key, `Cookie: ${long} HTTP/1.1`).replace(' HTTP/1.1\r\n\r\n', '\r\n\r\n'),
  ];
  for (const bytes of inHeaders) {
    const message = expectError(await send(bytes), 431, 'unsupported_or_invalid_query');
    assert.match(message, /65536/);
  }
  expectError(await send(getText(`${hit}&city=${long}`, key)), 414, 'uri_too_long');
  expectError(await send(getText(`${hit}&city=${'x'.repeat(3_000)}`, key)), 414, 'uri_too_long');
});

test('invalid HTTP is rejected in the envelope', async () => {
  for (const bytes of [
    'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: no\r\n\r\n',
  ]) {
    expectError(await send(bytes), 400, 'unsupported_or_invalid_query');
  }
});

test('Range is ignored: documents and the console come whole', async () => {
  const page = (await send(getText('/', null))).body.toString();
  const script = /src="(\/assets\/first-view[^"]+\.js)"/.exec(page)?.[1] ?? '';
  for (const path of ['/', script, '/docs', '/docs/explorer.js', '/v1/openapi.json']) {
    const answer = await send(getText(path, null, 'Range: bytes=0-9'));
    assert.equal(answer.status, 200, path);
    assert.ok(answer.body.length > 100, path);
    assert.equal(answer.headers['accept-ranges'], undefined);
    assert.equal(answer.headers['content-range'], undefined);
  }
});

test('GZIP is gzip: on hits, jobs, files of rows and assets', async () => {
  const { headers } = await send(getText(hit, key, 'Accept-Encoding: GZIP'));
  assert.equal(headers['content-encoding'], 'gzip');
  const job = `/v1/jobs/${headers['x-request-id']}`;
  const page = (await send(getText('/', null))).body.toString();
  const script = /src="(\/assets\/first-view[^"]+\.js)"/.exec(page)?.[1] ?? '';
  for (const path of [job, `${job}/rows.csv`, script]) {
    const answer = await send(getText(path, key, 'Accept-Encoding: GZIP'));
    assert.equal(answer.headers['content-encoding'], 'gzip', path);
  }
});

/** Sends a piece every so often until the connection closes; resolves with what was answered. */
async function drip(
  head: string,
  piece: string,
): Promise<{ answers: readonly RawAnswer[]; tookMs: number }> {
  const began = performance.now();
  const call = rawCall(port, head);
  for (let turn = 0; !call.socket.destroyed && turn < 100; turn += 1) {
    call.socket.write(piece);
    await delay(100);
  }
  const tookMs = performance.now() - began;
  call.socket.destroy();
  return { answers: await call.closed(), tookMs };
}

/** The start of a call whose body is read. */
const postHead = () =>
  `POST /v1/watches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;

test('a body that drips for ever is cut off at the bound, and its request has its one answer', async () => {
  const unread = 'POST /v1/account HTTP/1.1\r\nHost: x\r\n';
  for (const [head, length, piece, code] of [
    [unread, 'Content-Length: 1000000', 'x', 405],
    [unread, 'Transfer-Encoding: chunked', '1\r\nx\r\n', 405],
    [postHead(), 'Content-Length: 10000', ' ', 422],
    [postHead(), 'Transfer-Encoding: chunked', '1\r\n \r\n', 422],
  ] as const) {
    const { answers, tookMs } = await drip(`${head}${length}\r\n\r\n`, piece);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [code],
    );
    assert.ok(tookMs < 6_000, `open for ${tookMs} ms`);
  }
});

test('a body that never arrives whole is answered, and its connection closed', async () => {
  const short = `${postHead()}Content-Length: 100\r\n\r\n{}`;
  for (const [bytes, halfCloses] of [
    [`${postHead()}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}`, false],
    [short, true],
    [short, false],
  ] as const) {
    const call = rawCall(port, bytes, halfCloses);
    const answers = await Promise.race([call.closed(), delay(10_000, [])]);
    call.socket.destroy();
    const [answer, ...more] = answers;
    assert.ok(answer !== undefined, bytes);
    assert.match(expectError(answer, 422, 'invalid_body'), /broke off/);
    assert.equal(more.length, 0);
  }
});

test('a caller that resets its connection within a body leaves no internal error', async () => {
  const call = rawCall(port, `${postHead()}Expect: 100-continue\r\nContent-Length: 100\r\n\r\n{}`);
  assert.equal((await call.until(1))[0]?.status, 100);
  call.socket.resetAndDestroy();
  const open = promisify(app.server.getConnections.bind(app.server));
  for (let look = 0; look < 50 && (await open()) > 0; look += 1) await delay(100);
  assert.deepEqual(errors, []);
});

test('a body beyond the bound leaves its connection to the next call', async () => {
  const head = `POST /v1/watches HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
  const body = 'x'.repeat(200_000);
  const call = rawCall(port, `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await call.until(1);
  call.socket.write(getText('/v1/account', key));
  const answers = await call.until(2);
  call.socket.destroy();
  assert.deepEqual(
    answers.map(({ status }) => status),
    [413, 200],
  );
});

test('headers that drip for ever answer 408 at the bound', async () => {
  const { answers, tookMs } = await drip('GET /v1/account HTTP/1.1\r\nHost: x\r\n', 'X-A: b\r\n');
  assert.equal(answers.length, 1);
  const [answer] = answers;
  assert.ok(answer !== undefined);
  expectError(answer, 408, 'unsupported_or_invalid_query');
  assert.ok(tookMs < 6_000, `open for ${tookMs} ms`);
});
