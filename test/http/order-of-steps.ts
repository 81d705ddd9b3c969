import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSourceClient } from '#collect/upstream/source-client.js';
import { QUERY_STRING_CHARS_MAX } from '#contract/limits.js';
import { endKey } from '#service/accounts/keys.js';
import { changeStatus } from '#service/accounts/manage.js';
import { expectApiError, freshSearch, ROUTE } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

const LONG = `x=${'x'.repeat(QUERY_STRING_CHARS_MAX)}`;
const FOREIGN = { origin: 'https://evil.example.com' };
const BAD_IDEMPOTENCY_KEY = { 'idempotency-key': 'two words' };
const TOO_LARGE = 'bbox=-100,28,-90,34';

/** Of two steps that would reject, the upper one answers. */
export function register(t: () => TestApp): void {
  const post = (url: string, headers: Record<string, string> = {}) =>
    t().server.inject({ method: 'POST', url, headers });

  test('step 2 before 3: a query too long on an unknown path is too long', async () => {
    expectApiError(await t().get(`/v1/nope?${LONG}`), 'uri_too_long');
  });
  test('step 3 before 4: a POST to an unknown path is not found', async () => {
    expectApiError(await post('/v1/nope'), 'not_found');
  });
  test('step 4 before 5: a POST from a foreign site is a wrong method', async () => {
    expectApiError(await post(freshSearch(), FOREIGN), 'method_not_allowed');
  });
  test('step 5 before 6: a foreign site without a key is a foreign site', async () => {
    expectApiError(await t().get(freshSearch(), null, FOREIGN), 'origin_not_allowed');
  });
  test('step 6 before 7: a revoked key of a suspended account is an invalid key', async () => {
    const account = await t().account();
    await endKey(t().app, account.key_id);
    await changeStatus(t().app, account.account_id, 'suspended');
    expectApiError(await t().get(freshSearch(), account.api_key), 'invalid_api_key');
  });
  test('step 7 before 8: a suspended account over its limit is suspended', async () => {
    const account = await t().account({ rate_limit: 1 });
    await changeStatus(t().app, account.account_id, 'suspended');
    for (let call = 0; call < 3; call += 1)
      expectApiError(await t().get(freshSearch(), account.api_key), 'account_suspended');
  });
  test('step 8 before 9: an account over its limit gets 429 from an unconfigured service too', async () => {
    const { api_key } = await t().account({ rate_limit: 1 });
    const get = t().answerWith({ secret: null });
    t().clock.advance(60_000 - (t().clock.nowMs() % 60_000));
    expectApiError(await get(freshSearch(), api_key), 'service_unconfigured');
    expectApiError(await get(freshSearch(), api_key), 'rate_limited');
  });
  test('step 9 before 10: an unconfigured service does not look at the Idempotency-Key', async () => {
    const { api_key } = await t().account();
    const answer = await t().answerWith({ secret: null })(
      freshSearch(),
      api_key,
      BAD_IDEMPOTENCY_KEY,
    );
    expectApiError(answer, 'service_unconfigured');
  });
  test('step 10 before 11: a bad Idempotency-Key is named before a bad query or wait', async () => {
    const { api_key } = await t().account();
    for (const path of [`${ROUTE}?zip=1&zip=1`, `/v1/jobs/${t().app.ids.uuid()}?wait=99`])
      expectApiError(await t().get(path, api_key, BAD_IDEMPOTENCY_KEY), 'invalid_idempotency_key');
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
    test(`step 11, in its own order: ${query} answers ${code}`, async () => {
      const { api_key } = await t().account();
      expectApiError(await t().get(`${ROUTE}?${query}`, api_key), code, param);
    });
  }

  test('step 11 before 12: a bad cursor under a used Idempotency-Key is a bad cursor', async () => {
    const { api_key } = await t().account();
    const key = { 'idempotency-key': 'used' };
    await t().get(freshSearch(), api_key, key);
    const answer = await t().get(`${freshSearch()}&cursor=x`, api_key, key);
    expectApiError(answer, 'invalid_cursor', 'cursor');
  });
  test('step 12 before 13: a conflict is returned to an account without credit', async () => {
    const { api_key } = await t().account({ extra_credits: 1 });
    const key = { 'idempotency-key': 'used' };
    await t().get(freshSearch(), api_key, key);
    expectApiError(await t().get(freshSearch(), api_key, key), 'idempotency_conflict');
  });
  test('step 13 before 14: a cached result is not given without credit', async () => {
    const [rich, poor] = [await t().account(), await t().account({ extra_credits: 0 })];
    const path = freshSearch();
    await t().settled(path, rich.api_key);
    expectApiError(await t().get(path, poor.api_key), 'quota_exceeded');
  });
  test('step 14 before 15: a cached result is given however many searches are pending', async () => {
    const [other, full] = [await t().account(), await t().account({ max_pending: 1 })];
    const path = freshSearch();
    await t().settled(path, other.api_key);
    await t().hold();
    await t().get(freshSearch(), full.api_key);
    assert.equal((await t().get(path, full.api_key)).statusCode, 200);
    t().release();
  });
  test('step 15 before 16: too many pending is reported before a source that is off', async () => {
    const { api_key } = await t().account({ max_pending: 1 });
    await t().hold();
    await t().get(freshSearch(), api_key);
    const client = openSourceClient({}, t().app.limits, t().clock);
    const answer = await t().answerWith({ client })(freshSearch(), api_key);
    expectApiError(answer, 'too_many_pending');
    t().release();
  });
  test('within step 16: a source that is off is reported before a full queue', async () => {
    const { api_key } = await t().account();
    await t().hold();
    await t().get(freshSearch(), api_key);
    const limits = { ...t().app.limits, QUEUE_MAX: 1 };
    const client = openSourceClient({}, limits, t().clock);
    const answer = await t().answerWith({ limits, client })(freshSearch(), api_key);
    expectApiError(answer, 'collection_unavailable');
    expectApiError(await t().answerWith({ limits })(freshSearch(), api_key), 'queue_full');
    t().release();
  });
}
