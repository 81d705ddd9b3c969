import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { envelopeOf, expectApiError, freshSearch, ROUTE, usageOf } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a finished job carries an ETag; a poll that sends it gets 304, costs nothing and counts', async () => {
    const account = await t().account({ rate_limit: 50 });
    const done = await t().settled(freshSearch(), account.api_key);
    const { request_id } = envelopeOf(done);
    const etag = String(done.headers.etag);
    assert.match(etag, /^W\/"[0-9a-f-]{36}"$/);
    const before = await usageOf(t(), account);
    const left = Number(done.headers['ratelimit-remaining']);
    for (const sent of [etag, `"other", ${etag}`, etag.slice(2)]) {
      const again = await t().get(`/v1/jobs/${request_id}`, account.api_key, {
        'if-none-match': sent,
      });
      assert.equal(again.statusCode, 304, sent);
      assert.equal(again.body, '');
      assert.equal(again.headers.etag, etag);
      assert.equal(again.headers['x-credits-charged'], '1');
      assert.ok(Number(again.headers['ratelimit-remaining']) < left);
    }
    assert.deepEqual(await usageOf(t(), account), before);
  });

  test('another ETag, and *, get the whole answer; pending jobs have no ETag', async () => {
    const { api_key } = await t().account();
    await t().hold();
    const path = freshSearch();
    const pending = await t().get(path, api_key);
    assert.equal(pending.headers.etag, undefined);
    t().release();
    const done = await t().settled(path, api_key, { 'if-none-match': '*' });
    for (const sent of ['*', '"0190a000-0000-7000-8000-000000000000"']) {
      const again = await t().get(`/v1/jobs/${envelopeOf(done).request_id}`, api_key, {
        'if-none-match': sent,
      });
      assert.equal(again.statusCode, 200, sent);
      assert.equal(again.body, done.body);
    }
  });

  test('another account learns nothing by an ETag', async () => {
    const [one, two] = [await t().account(), await t().account()];
    const done = await t().settled(freshSearch(), one.api_key);
    const path = `/v1/jobs/${envelopeOf(done).request_id}`;
    const theirs = await t().get(path, two.api_key, { 'if-none-match': String(done.headers.etag) });
    expectApiError(theirs, 'request_not_found');
  });

  test('gzip for those who take it: the same text, one member, on hits and jobs, also with words outside ASCII', async () => {
    const { api_key } = await t().account();
    for (const path of [freshSearch(), `${ROUTE}?city=Austín&state=TX&beds_min=1`]) {
      const done = await t().settled(encodeURI(path), api_key);
      const job = `/v1/jobs/${envelopeOf(done).request_id}`;
      const zipped = await t().get(job, api_key, { 'accept-encoding': 'br, gzip;q=0.5' });
      assert.equal(zipped.headers['content-encoding'], 'gzip');
      assert.equal(zipped.headers.vary, 'Accept-Encoding');
      assert.equal(Number(zipped.headers['content-length']), zipped.rawPayload.length);
      assert.equal(gunzipSync(zipped.rawPayload).toString(), done.body);
      assert.ok(zipped.rawPayload.length < done.body.length / 2);
      // The first hit reads the store, the next ones the memory.
      for (let call = 0; call < 3; call += 1) {
        const hit = await t().get(encodeURI(path), api_key, { 'accept-encoding': 'gzip' });
        const text = gunzipSync(hit.rawPayload).toString();
        const own = (body: string) => body.slice(body.indexOf('"result":'));
        assert.equal(own(text), own(done.body));
        assert.equal(JSON.parse(text).cached, true);
      }
    }
  });

  for (const accept of ['identity', 'br', 'gzip;q=0', '']) {
    test(`Accept-Encoding "${accept}" gets the plain text`, async () => {
      const { api_key } = await t().account();
      const path = freshSearch();
      await t().settled(path, api_key);
      const hit = await t().get(path, api_key, { 'accept-encoding': accept });
      assert.equal(hit.headers['content-encoding'], undefined);
      assert.equal(hit.headers.vary, 'Accept-Encoding');
      assert.equal(envelopeOf(hit).cached, true);
    });
  }
}
