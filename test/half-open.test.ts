/** Callers that half-close, or send what cannot be parsed: charged calls are answered, in order. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { envelopeOf, expectSoundLedger, freshSearch, usageOf } from './support/expect.js';
import { openTestApp, type TestAccount, type TestApp } from './support/open-test-app.js';
import { getText, type RawAnswer, rawCall } from './support/raw-http.js';

const GARBAGE = '\0\x01 this is no request\r\n\r\n';
let t: TestApp;
let port: number;
/** A search whose page is in memory. */
let hit: string;
before(async () => {
  t = await openTestApp({ limits: { READ_AHEAD: 0 } });
  await t.server.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = t.server.server.address() as AddressInfo);
  hit = freshSearch();
  const { api_key } = await t.account();
  await t.settled(hit, api_key);
  await t.get(hit, api_key);
});
after(() => t.close());

interface Delivered {
  readonly request_id: string;
  readonly status: string;
  readonly credits: number;
}

function deliveredOf({ headers, body }: RawAnswer): Delivered {
  const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  return JSON.parse(bytes.toString()) as Delivered;
}

/** What answers charged is what was captured. */
async function expectCharged(account: TestAccount, answers: readonly RawAnswer[]): Promise<void> {
  const paid = answers
    .filter(({ status }) => status === 200)
    .map(deliveredOf)
    .filter(({ credits }) => credits === 1);
  const ids = new Set(paid.map(({ request_id }) => request_id));
  assert.equal((await usageOf(t, account)).credits_captured, ids.size);
  await expectSoundLedger(t);
}

for (const [what, lines] of [
  ['a cache hit', []],
  ['a cache hit as gzip', ['Accept-Encoding: gzip']],
  ['a hit that goes the long way', ['Cache-Control: max-age=3600']],
] as const) {
  test(`${what} is answered to a caller that half-closes behind its request, 10 of 10`, async () => {
    const account = await t.account();
    await t.get('/v1/account', account.api_key);
    const answers: RawAnswer[] = [];
    for (let round = 0; round < 10; round += 1) {
      const call = rawCall(port, getText(hit, account.api_key, ...lines), true);
      const got = await call.closed();
      assert.equal(got.length, 1, `round ${round}`);
      assert.equal(got[0]?.status, 200);
      answers.push(...got);
    }
    await expectCharged(account, answers);
    assert.equal((await usageOf(t, account)).credits_captured, 10);
  });
}

test('five requests in one piece and a half-close behind them: five answers, in order', async () => {
  const account = await t.account();
  const bytes = Array.from({ length: 5 }, () => getText(hit, account.api_key)).join('');
  const answers = await rawCall(port, bytes, true).closed();
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  await expectCharged(account, answers);
});

test('a held poll whose caller half-closes is answered at once: pending, and nothing charged', async () => {
  await t.hold();
  const account = await t.account();
  const { request_id } = envelopeOf(await t.get(freshSearch(), account.api_key));
  const call = rawCall(port, getText(`/v1/jobs/${request_id}?wait=20`, account.api_key));
  for (let look = 0; look < 100 && t.app.caches.longPolls.count() === 0; look += 1) await delay(20);
  const began = performance.now();
  call.socket.end();
  const [answer] = await call.closed();
  assert.equal(answer?.status, 202);
  assert.ok(performance.now() - began < 2_000);
  assert.equal(t.app.caches.longPolls.count(), 0);
  t.release();
  assert.equal((await usageOf(t, account)).credits_captured, 0);
});

test('a poll whose caller has reset its connection captures nothing', async () => {
  await t.hold();
  const account = await t.account();
  const { request_id } = envelopeOf(await t.get(freshSearch(), account.api_key));
  const call = rawCall(port, getText(`/v1/jobs/${request_id}?wait=20`, account.api_key));
  for (let look = 0; look < 100 && t.app.caches.longPolls.count() === 0; look += 1) await delay(20);
  call.socket.resetAndDestroy();
  for (let look = 0; look < 100 && t.app.caches.longPolls.count() > 0; look += 1) await delay(20);
  t.release();
  await delay(500);
  assert.equal((await usageOf(t, account)).credits_captured, 0);
  await expectSoundLedger(t);
});

test('callers whose connections are reset while the database is slow are not charged: jobs, files, searches', async () => {
  const account = await t.account();
  const { api_key } = account;
  await t.hold();
  const asked = [freshSearch(), freshSearch()];
  const jobs = await Promise.all(
    asked.map(async (path) => envelopeOf(await t.get(path, api_key)).request_id),
  );
  t.release();
  const other = await t.account();
  for (const path of asked) await t.settled(path, other.api_key);
  const { rows } = t.app.db;
  const slow: typeof rows = async (...words) => {
    await delay(300);
    return rows(...words);
  };
  Object.assign(t.app.db, { rows: slow });
  const key = 'Idempotency-Key: reset-in-between';
  for (const text of [
    getText(`/v1/jobs/${jobs[0]}`, api_key),
    getText(`/v1/jobs/${jobs[1]}/rows.csv`, api_key),
    getText(asked[0] ?? '', api_key, key),
  ]) {
    const call = rawCall(port, text);
    await delay(100);
    call.socket.resetAndDestroy();
  }
  await delay(2_500);
  Object.assign(t.app.db, { rows });
  assert.equal((await usageOf(t, account)).credits_captured, 0);
  await expectSoundLedger(t);
});

for (const [what, hold] of [
  ['in one piece', 0],
  ['a moment later', 3],
] as const) {
  test(`a good request and garbage behind it, ${what}: the answer, the API error, the end, 10 of 10`, async () => {
    const account = await t.account();
    await t.get('/v1/account', account.api_key);
    const answers: RawAnswer[] = [];
    for (let round = 0; round < 10; round += 1) {
      const good = getText(hit, account.api_key);
      const call = rawCall(port, hold === 0 ? good + GARBAGE : good);
      if (hold > 0) {
        await delay(hold);
        call.socket.write(GARBAGE);
      }
      // More of it comes while the API error is on its way.
      await delay(2);
      call.socket.write(GARBAGE);
      const got = await call.closed();
      assert.deepEqual(
        got.map(({ status }) => status),
        [200, 405],
        `round ${round}`,
      );
      assert.equal(got[1]?.headers.connection, 'close');
      answers.push(...got);
    }
    await expectCharged(account, answers);
  });
}

test('garbage behind a held poll waits for its answer', async () => {
  await t.hold();
  const account = await t.account();
  const { request_id } = envelopeOf(await t.get(freshSearch(), account.api_key));
  const poll = getText(`/v1/jobs/${request_id}?wait=20`, account.api_key);
  const call = rawCall(port, poll + GARBAGE);
  await delay(200);
  assert.equal(call.answers.length, 0);
  t.release();
  const answers = await call.closed();
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 405],
  );
  await expectCharged(account, answers);
});

test('a body that breaks off gets no second answer', async () => {
  const head = 'POST /v1/account HTTP/1.1\r\nHost: x\r\n';
  for (const bytes of [
    `${head}Content-Length: 10\r\n\r\nabc`,
    `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\nnot a chunk`,
  ]) {
    const answers = await rawCall(port, bytes, true).closed();
    assert.deepEqual(
      answers.map(({ status }) => status),
      [405],
    );
  }
});

test('a rejected connection is closed within seconds, though its caller keeps it open', async () => {
  const connections = () =>
    new Promise<number>((done) => t.server.server.getConnections((_error, count) => done(count)));
  const call = rawCall(port, GARBAGE);
  call.socket.removeAllListeners('end');
  const [answer] = await call.until(1);
  assert.equal(answer?.status, 405);
  assert.ok((await connections()) > 0);
  for (let look = 0; look < 50 && (await connections()) > 0; look += 1) await delay(100);
  assert.equal(await connections(), 0);
  call.socket.destroy();
});

test('a stored page that is damaged is an error at once, as gzip or not, and costs nothing more', async () => {
  const account = await t.account();
  const { request_id } = envelopeOf(await t.settled(freshSearch(), account.api_key));
  await t.app.db.rows(
    `update results set body_gzip = 'no gzip'
     where result_id = (select result_id from requests where request_id = $1)`,
    [request_id],
  );
  for (const coding of ['gzip', 'identity']) {
    const get = t.node();
    const answer = await get(`/v1/jobs/${request_id}`, account.api_key, {
      'accept-encoding': coding,
    });
    assert.equal(answer.statusCode, 503, coding);
    assert.equal(answer.json().error.code, 'storage_unavailable');
    assert.equal(answer.headers['x-credits-charged'], undefined);
    assert.equal(answer.headers.etag, undefined);
  }
  assert.equal((await usageOf(t, account)).credits_captured, 1);
});
