import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSourceClient } from '#collect/source-client.js';
import { QUERY_STRING_CHARS_MAX } from '#contract/limits.js';
import { changeStatus, endKey } from '#service/manage-accounts.js';
import { expectRefusal, freshSearch, ROUTE } from '../support/expect.js';
import type { TestHouse } from '../support/open-test-house.js';

const LONG = `x=${'x'.repeat(QUERY_STRING_CHARS_MAX)}`;
const FOREIGN = { origin: 'https://evil.example.com' };
const BAD_IDEMPOTENCY_KEY = { 'idempotency-key': 'two words' };
const TOO_LARGE = 'bbox=-100,28,-90,34';

/** decisions §1: of two rungs that would refuse, the upper one answers. */
export function register(t: () => TestHouse): void {
  const post = (url: string, headers: Record<string, string> = {}) =>
    t().app.inject({ method: 'POST', url, headers });

  test('rung 2 before 3: a query too long on an unknown path is too long', async () => {
    expectRefusal(await t().get(`/v1/nope?${LONG}`), 'uri_too_long');
  });
  test('rung 3 before 4: a POST to an unknown path is not found', async () => {
    expectRefusal(await post('/v1/nope'), 'not_found');
  });
  test('rung 4 before 5: a POST from a foreign site is a wrong method', async () => {
    expectRefusal(await post(freshSearch(), FOREIGN), 'method_not_allowed');
  });
  test('rung 5 before 6: a foreign site without a key is a foreign site', async () => {
    expectRefusal(await t().get(freshSearch(), null, FOREIGN), 'origin_not_allowed');
  });
  test('rung 6 before 7: a revoked key of a suspended account is an invalid key', async () => {
    const account = await t().account();
    await endKey(t().house, account.key_id);
    await changeStatus(t().house, account.account_id, 'suspended');
    expectRefusal(await t().get(freshSearch(), account.api_key), 'invalid_api_key');
  });
  test('rung 7 before 8: a suspended account over its limit is suspended', async () => {
    const account = await t().account({ rate_limit: 1 });
    await changeStatus(t().house, account.account_id, 'suspended');
    for (let call = 0; call < 3; call += 1)
      expectRefusal(await t().get(freshSearch(), account.api_key), 'account_suspended');
  });
  test('rung 8 before 9: an account over its limit is told so by an unconfigured service too', async () => {
    const { api_key } = await t().account({ rate_limit: 1 });
    const get = t().answerWith({ secret: null });
    t().clock.advance(60_000 - (t().clock.nowMs() % 60_000));
    expectRefusal(await get(freshSearch(), api_key), 'service_unconfigured');
    expectRefusal(await get(freshSearch(), api_key), 'rate_limited');
  });
  test('rung 9 before 10: an unconfigured service does not look at the Idempotency-Key', async () => {
    const { api_key } = await t().account();
    const answer = await t().answerWith({ secret: null })(
      freshSearch(),
      api_key,
      BAD_IDEMPOTENCY_KEY,
    );
    expectRefusal(answer, 'service_unconfigured');
  });
  test('rung 10 before 11: a bad Idempotency-Key is named before a bad query or wait', async () => {
    const { api_key } = await t().account();
    for (const path of [`${ROUTE}?zip=1&zip=1`, `/v1/jobs/${t().house.ids.uuid()}?wait=99`])
      expectRefusal(await t().get(path, api_key, BAD_IDEMPOTENCY_KEY), 'invalid_idempotency_key');
  });

  for (const [query, code, param] of [
    ['foo=1&zip=1&zip=1', 'duplicate_parameter', 'zip'],
    ['foo=1&beds_min=99', 'unsupported_or_invalid_query', null],
    ['beds_min=99', 'unsupported_or_invalid_query', 'beds_min'],
    ['zip=7870&city=Austin', 'unsupported_or_invalid_query', 'zip'],
    ['lat=91', 'unsupported_or_invalid_query', 'lat'],
    ['min_price=2&max_price=1', 'unsupported_or_invalid_query', 'max_price'],
    [`${TOO_LARGE}&zip=78704`, 'location_required', 'location'],
    [`${TOO_LARGE}&cursor=x`, 'location_too_large', 'bbox'],
    ['zip=00000&cursor=x', 'unsupported_or_invalid_query', 'zip'],
  ] as const) {
    test(`rung 11, in its own order: ${query} answers ${code}`, async () => {
      const { api_key } = await t().account();
      expectRefusal(await t().get(`${ROUTE}?${query}`, api_key), code, param);
    });
  }

  test('rung 11 before 12: a bad cursor under a used Idempotency-Key is a bad cursor', async () => {
    const { api_key } = await t().account();
    const key = { 'idempotency-key': 'used' };
    await t().get(freshSearch(), api_key, key);
    const answer = await t().get(`${freshSearch()}&cursor=x`, api_key, key);
    expectRefusal(answer, 'invalid_cursor', 'cursor');
  });
  test('rung 12 before 13: a conflict is told to an account without credit', async () => {
    const { api_key } = await t().account({ extra_credits: 1 });
    const key = { 'idempotency-key': 'used' };
    await t().get(freshSearch(), api_key, key);
    expectRefusal(await t().get(freshSearch(), api_key, key), 'idempotency_conflict');
  });
  test('rung 13 before 14: a cached result is not given without credit', async () => {
    const [rich, poor] = [await t().account(), await t().account({ extra_credits: 0 })];
    const path = freshSearch();
    await t().settled(path, rich.api_key);
    expectRefusal(await t().get(path, poor.api_key), 'quota_exceeded');
  });
  test('rung 14 before 15: a cached result is given however many searches are pending', async () => {
    const [other, full] = [await t().account(), await t().account({ max_pending: 1 })];
    const path = freshSearch();
    await t().settled(path, other.api_key);
    await t().hold();
    await t().get(freshSearch(), full.api_key);
    assert.equal((await t().get(path, full.api_key)).statusCode, 200);
    t().release();
  });
  test('rung 15 before 16: too many pending is told before a source that is off', async () => {
    const { api_key } = await t().account({ max_pending: 1 });
    await t().hold();
    await t().get(freshSearch(), api_key);
    const client = openSourceClient({}, t().house.limits, t().clock);
    const answer = await t().answerWith({ client })(freshSearch(), api_key);
    expectRefusal(answer, 'too_many_pending');
    t().release();
  });
  test('within rung 16: a source that is off is told before a full queue', async () => {
    const { api_key } = await t().account();
    await t().hold();
    await t().get(freshSearch(), api_key);
    const limits = { ...t().house.limits, QUEUE_MAX: 1 };
    const client = openSourceClient({}, limits, t().clock);
    const answer = await t().answerWith({ limits, client })(freshSearch(), api_key);
    expectRefusal(answer, 'collection_unavailable');
    expectRefusal(await t().answerWith({ limits })(freshSearch(), api_key), 'queue_full');
    t().release();
  });
}
