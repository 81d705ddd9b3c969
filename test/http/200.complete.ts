import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchRouteById } from '#contract/routes.js';
import { writeCursor } from '#domain/cursor.js';
import { START } from '#domain/position.js';
import { readQuery } from '#domain/query.js';
import { findArea } from '#geo/find-area.js';
import { searchHash } from '#service/search/task.js';
import {
  envelopeOf,
  expectHeaders,
  expectSoundLedger,
  freshSearch,
  type Result,
  ROUTE,
  resultOf,
  usageOf,
} from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

const RESULT_MEMBERS = [
  'source',
  'query',
  'count',
  'reported_total',
  'next_cursor',
  'collected_at',
  'schema_version',
  'completeness',
  'summary',
  'data',
  'field_notes',
];
export const EMPTY_BOX = 'bbox=-101.2,31.1,-101.1,31.2';

export function register(t: () => TestApp): void {
  test('a complete answer has exactly the members of the contract, result last', async () => {
    const { api_key } = await t().account();
    const answer = await t().settled(freshSearch(), api_key);
    expectHeaders(answer, 'after the key');
    assert.equal(answer.headers['x-credits-charged'], '1');
    assert.equal(answer.headers['retry-after'], undefined);
    assert.equal(answer.headers.location, undefined);
    const { result, ...envelope } = envelopeOf(answer);
    const { request_id } = envelope;
    assert.deepEqual(envelope, {
      request_id,
      status: 'complete',
      credits: 1,
      cached: false,
      poll_url: null,
      error: null,
    });
    assert.equal(Object.keys(answer.json()).at(-1), 'result');
    assert.deepEqual(Object.keys(result ?? {}), RESULT_MEMBERS);
    const { data, count, summary, collected_at, next_cursor } = resultOf(answer);
    assert.equal(data.length, count);
    assert.match(collected_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(typeof next_cursor, 'string');
    const names = ['priced_count', 'median_price', 'p25', 'p75', 'median_price_per_sqft'];
    assert.deepEqual(Object.keys(summary), names);
  });

  test('a cache hit answers at once: 200, cached, one credit, Cache-Status and Age', async () => {
    const [one, two] = [await t().account(), await t().account()];
    const path = freshSearch();
    const first = await t().settled(path, one.api_key);
    t().clock.advance(5_000);
    const hit = await t().get(path, two.api_key);
    assert.equal(hit.statusCode, 200);
    assert.deepEqual(
      { ...envelopeOf(hit), result: null, request_id: '' },
      {
        request_id: '',
        status: 'complete',
        credits: 1,
        cached: true,
        poll_url: null,
        error: null,
        result: null,
      },
    );
    assert.equal(hit.headers['cache-status'], 'rowhouse; hit');
    assert.ok(Number(hit.headers.age) >= 5 && Number(hit.headers.age) < 60);
    assert.equal(hit.headers['x-credits-charged'], '1');
    assert.equal(envelopeOf(hit).request_id, hit.headers['x-request-id']);
    assert.equal(pageOf(hit.body), pageOf(first.body), 'the cached page is byte-identical');
    assert.equal((await usageOf(t(), two)).credits_captured, 1);
    const job = await t().get(`/v1/jobs/${envelopeOf(hit).request_id}`, two.api_key);
    assert.deepEqual(job.json(), hit.json(), 'a hit can be read again through its job');
    assert.equal((await usageOf(t(), two)).credits_captured, 1);
  });

  test('a partial page is fresh for a minute, also one made of what the source said before', async () => {
    const { api_key } = await t().account();
    await t().settled('/v1/open_data/listings?zip=78701', api_key);
    t().clock.advance(300_000);
    // No home of this source has an area, so the filter leaves all of them out with a note.
    const path = '/v1/open_data/listings?zip=78701&sqft_max=5000';
    const partial = envelopeOf(await t().settled(path, api_key));
    assert.equal(partial.result?.completeness, 'partial');
    const readMs = Date.parse(partial.result.collected_at);
    assert.ok(t().clock.nowMs() - readMs >= 300_000, 'the answer of the first search');
    t().clock.advance(50_000);
    assert.equal((await t().get(path, api_key)).headers['cache-status'], 'rowhouse; hit');
    t().clock.advance(11_000);
    assert.equal((await t().get(path, api_key)).statusCode, 202);
  });

  test('a page of listings is fresh for 30 minutes and read again after that', async () => {
    const { api_key } = await t().account();
    const path = freshSearch();
    await t().settled(path, api_key);
    t().clock.advance(29 * 60_000);
    assert.equal((await t().get(path, api_key)).statusCode, 200);
    t().clock.advance(2 * 60_000);
    assert.equal((await t().get(path, api_key)).statusCode, 202);
  });

  test('Cache-Control: no-cache and max-age ask for a newer reading', async () => {
    const { api_key } = await t().account();
    const path = freshSearch();
    const first = resultOf(await t().settled(path, api_key));
    t().clock.advance(60_000);
    const recent = await t().get(path, api_key, { 'cache-control': 'max-age=120' });
    assert.equal(recent.statusCode, 200);
    const old = await t().settled(path, api_key, { 'cache-control': 'max-age=30' });
    assert.equal(envelopeOf(old).cached, false);
    assert.ok(resultOf(old).collected_at > first.collected_at);
    t().clock.advance(1_000);
    const fresh = await t().settled(path, api_key, { 'cache-control': 'no-cache' });
    assert.equal(envelopeOf(fresh).cached, false);
    assert.ok(resultOf(fresh).collected_at > resultOf(old).collected_at);
    assert.equal(envelopeOf(await t().get(path, api_key)).cached, true);
  });

  test('an empty area is a complete first page: no rows, no cursor, one credit', async () => {
    const account = await t().account();
    const answer = await t().settled(`${ROUTE}?${EMPTY_BOX}`, account.api_key);
    const { data, next_cursor, completeness, reported_total, summary } = resultOf(answer);
    assert.deepEqual(data, []);
    assert.equal(next_cursor, null);
    assert.equal(completeness, 'complete');
    assert.equal(reported_total, 0);
    assert.deepEqual(summary, {
      priced_count: 0,
      median_price: null,
      p25: null,
      p75: null,
      median_price_per_sqft: null,
    });
    assert.equal(envelopeOf(answer).credits, 1);
    assert.equal((await usageOf(t(), account)).credits_captured, 1);
  });

  test('a chain of pages gives every row once and ends with a null cursor', async () => {
    const account = await t().account();
    const path = freshSearch();
    const ids: string[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const link: string = cursor === '' ? path : `${path}&cursor=${cursor}`;
      const page: Result = resultOf(await t().settled(link, account.api_key));
      ids.push(...page.data.map((row) => String(row.source_id)));
      assert.ok(page.count > 0, 'a last page is never empty');
      if (page.next_cursor !== null) assert.equal(page.count, t().app.limits.PAGE_ROWS);
      cursor = page.next_cursor;
    }
    assert.ok(pages > 2);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal((await usageOf(t(), account)).credits_captured, pages);
  });

  test('a page past the end is complete, empty and free, however often it is read', async () => {
    const account = await t().account();
    const query = `${EMPTY_BOX}&beds_min=3`;
    const path = `${ROUTE}?${query}&cursor=${cursorAtTheEnd(t(), query)}`;
    for (const cached of [false, true]) {
      const answer = await t().settled(path, account.api_key);
      const { data, next_cursor, completeness } = resultOf(answer);
      assert.deepEqual([data, next_cursor, completeness], [[], null, 'complete']);
      assert.equal(envelopeOf(answer).cached, cached);
      assert.equal(envelopeOf(answer).credits, 0);
      assert.equal(answer.headers['x-credits-charged'], '0');
      const again = await t().get(`/v1/jobs/${envelopeOf(answer).request_id}`, account.api_key);
      assert.equal(envelopeOf(again).credits, 0);
    }
    const usage = await usageOf(t(), account);
    assert.equal(usage.credits_captured, 0);
    assert.deepEqual(usage.balance, { plan: 0, extra: 1000, reserved: 0, available: 1000 });
    await expectSoundLedger(t());
  });
}

/** The result from its count on: what all answers of one result share. */
const pageOf = (body: string): string => body.slice(body.indexOf(',"count":'));

/** A cursor of the search that stands behind the last box: the rows before it have vanished. */
export function cursorAtTheEnd(t: TestApp, query: string): string {
  const route = searchRouteById('portal_a_listings');
  assert.ok(route !== undefined);
  const { location, filters } = readQuery(route, query);
  const search = searchHash(route, findArea(t.app.geo, route, location), filters, t.app);
  const scope = { secret: t.app.secret ?? '', search };
  return writeCursor(
    scope,
    { ...START, count: { of: 'counted', rows: 1 }, tile: 1 },
    t.clock.nowMs(),
  );
}
