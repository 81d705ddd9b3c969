/** Unusual calls, right and wrong: each gets the answer that the contract names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takesGzip } from '#http/write-body.js';
import { freshSearch, ROUTE } from './support/expect.js';
import { sharedApp } from './support/open-test-app.js';
import { sendRaw } from './support/run-edge.js';

const t = sharedApp();

for (const [method, type] of [
  ['POST', 'bad'],
  ['PUT', ''],
  ['PATCH', 'a/b; c'],
  ['DELETE', 'text'],
  ['QUERY', undefined],
] as const) {
  test(`${method} with the content type "${type}" gets what any other ${method} gets`, async () => {
    const call = async (url: string) => {
      const headers = type === undefined ? {} : { 'content-type': type };
      const answer = await t.server.inject({
        method: method as 'POST',
        url,
        headers,
        payload: 'hi',
      });
      return [answer.statusCode, answer.json().error.code, answer.headers.allow];
    };
    assert.deepEqual(await call(`${ROUTE}?zip=78704`), [405, 'method_not_allowed', 'GET']);
    assert.deepEqual(await call('/v1/nope'), [404, 'not_found', undefined]);
  });
}

for (const [accept, takes] of [
  ['gzip', true],
  ['gzip;q=0.5, *;q=0', true],
  ['*', true],
  ['GZIP', true],
  ['br, GZip;Q=0.5', true],
  ['gzip;q=0', false],
  ['gzip;q=0, *', false],
  ['*, gzip;q=0', false],
  ['*;q=0.5, GZIP ; q=0.000', false],
  ['identity', false],
] as const) {
  test(`Accept-Encoding "${accept}" takes gzip: ${takes}`, () => {
    assert.equal(takesGzip(accept), takes);
  });
}

test('doubles as languages print them, and the largest amounts, are taken', async () => {
  const { api_key } = await t.account();
  for (const query of [
    'lat=30.267153000000004100&lng=-97.74&radius_mi=1.2000000000000002',
    'bbox=-97.90000000000000568,30.2,-97.70000000000000284,30.3',
    'zip=78704&min_price=2147483647&sqft_min=2147483647',
  ]) {
    const { statusCode } = await t.get(`${ROUTE}?${query}`, api_key);
    assert.ok(statusCode < 300, query);
  }
  const over = await t.get(`${ROUTE}?zip=78704&min_price=2147483648`, api_key);
  assert.match(over.json().error.message, /from 0 to 2147483647/);
});

for (const cursor of ['a%20b', 'a+b', '%C3%A9', 'abc%0A', 'abc']) {
  test(`a cursor damaged to "${cursor}" is an invalid cursor`, async () => {
    const { api_key } = await t.account();
    const answer = await t.get(`${ROUTE}?zip=78704&cursor=${cursor}`, api_key);
    assert.deepEqual([answer.statusCode, answer.json().error.code], [422, 'invalid_cursor']);
  });
}

test('credits that jobs hold are reported as such, and nobody is sent away for a month', async () => {
  const { api_key } = await t.account({ extra_credits: 2 });
  await t.hold();
  for (const _ of [1, 2]) assert.equal((await t.get(freshSearch(), api_key)).statusCode, 202);
  const rejected = await t.get(freshSearch(), api_key);
  t.release();
  assert.equal(rejected.json().error.code, 'quota_exceeded');
  assert.match(rejected.json().error.message, /reserved by jobs \(2\)/);
  assert.ok(Number(rejected.headers['retry-after']) <= 60);
});

for (const [one, other] of [
  ['city=New%20York&state=NY', 'city=NYC&state=ny'],
  ['city=Fort%20Worth&state=TX', 'city=ft.%20worth&state=TX'],
  ['county=Travis&state=TX', 'county=travis%20county&state=TX'],
  ['county=New%20York&state=NY', 'county=Manhattan&state=NY'],
] as const) {
  test(`"${one}" and "${other}" are one search`, async () => {
    const { api_key } = await t.account();
    const route = one.startsWith('county') ? '/v1/auction/listings?' : `${ROUTE}?max_price=345678&`;
    const key = { 'idempotency-key': 'one-search' };
    const first = await t.get(route + one, api_key, key);
    const second = await t.get(route + other, api_key, key);
    assert.equal(second.headers['idempotent-replayed'], 'true', second.body);
    assert.equal(second.headers['x-request-id'] === first.headers['x-request-id'], false);
    assert.equal(second.json().request_id, first.json().request_id);
  });
}

test('what the parser rejects gets an error of the contract', async () => {
  const url = new URL(await t.server.listen({ host: '127.0.0.1', port: 0 }));
  const send = (head: string) =>
    sendRaw(Number(url.port), `${head}\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const method = await send('FOO /v1/portal_a/listings?zip=78704 HTTP/1.1');
  assert.match(method, /^HTTP\/1.1 405 .*Allow: GET.*method_not_allowed/is);
  const blank = await send('GET /v1/portal_a/listings?bbox=-98, 30 HTTP/1.1');
  assert.match(blank, /^HTTP\/1.1 400 .*percent-encode/s);
  const expecting = await send('GET /v1/portal_a/listings?zip=78704 HTTP/1.1\r\nExpect: foo');
  assert.match(expecting, /^HTTP\/1.1 401 .*X-Request-Id/is);
});
