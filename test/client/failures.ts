/** The client against the application: broken connections, limits, failures, and what they cost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rowhouse } from '#client/index.js';
import { addressOf, callerOf, captured, failing, fresh } from '../support/call-app.js';
import { expectSoundLedger, usageOf } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { breakingProxy } from '../support/scripted-server.js';

export function register(t: () => TestApp): void {
  for (const [what, bytes] of [
    ['before a byte of the answer', 0],
    ['in the middle of the answer', 600],
  ] as const)
    test(`a connection cut ${what} is tried again with the same key and charged once`, async () => {
      const account = await t().account();
      const search = fresh();
      await callerOf(t(), await t().account()).portalA.listings(search);
      // The result is cached now, so the answer that is cut is one that charges.
      const proxy = await breakingProxy(addressOf(t()), 2, bytes);
      const retries: string[] = [];
      const client = callerOf(t(), account, {
        baseUrl: proxy.url,
        onRetry: ({ error, attempt }) => retries.push(`${attempt} ${error.code}`),
      });
      const answer = await client.portalA.listings(search);
      await proxy.close();
      assert.equal(proxy.state.broken, 2);
      assert.deepEqual(retries, ['2 connection_failed', '3 connection_failed']);
      assert.equal(answer.meta.calls, 3);
      const usage = await usageOf(t(), account);
      assert.equal(usage.credits_captured, 1);
      assert.equal(usage.requests.complete, 1);
      await expectSoundLedger(t());
    });

  test('a connection that stays broken ends after the retries', async () => {
    const proxy = await breakingProxy(addressOf(t()), 100, 0);
    const client = callerOf(t(), await t().account(), { baseUrl: proxy.url, retries: 2 });
    const error = await failing(client.portalA.listings(fresh()));
    await proxy.close();
    assert.equal(error.code, 'connection_failed');
    assert.equal(error.status, 0);
    assert.equal(proxy.state.broken, 3);
  });

  test('a passed idempotency key charges the same search once and rejects another', async () => {
    const account = await t().account();
    const client = callerOf(t(), account);
    const search = fresh();
    const key = { idempotencyKey: 'order-1' };
    const first = await client.portalA.listings(search, key);
    const second = await client.portalA.listings(search, key);
    assert.equal(second.request_id, first.request_id);
    assert.equal(await captured(t(), account), 1);
    const error = await failing(client.portalA.listings(fresh(), key));
    assert.deepEqual([error.code, error.status], ['idempotency_conflict', 409]);
  });

  test('rate_limited is waited out by Retry-After', async () => {
    const account = await t().account({ rate_limit: 2 });
    t().clock.advance(60_000 - (t().clock.nowMs() % 60_000) + 57_000);
    const pauses: number[] = [];
    const client = callerOf(t(), account, {
      onRetry: ({ error, pauseMs }) => {
        assert.equal(error.code, 'rate_limited');
        pauses.push(pauseMs - (error.retryAfterS ?? 0) * 1000);
      },
    });
    for (let call = 0; call < 3; call += 1) await client.sources();
    assert.deepEqual(pauses, [0], 'one retry, after exactly what the service asked for');
  });

  test('too_many_pending is tried again, and thrown when there are no retries', async () => {
    const account = await t().account({ max_pending: 1 });
    await t().hold();
    const first = callerOf(t(), account).portalA.listings(fresh());
    while ((await usageOf(t(), account)).requests.pending === 0) await t().clock.sleep(10);
    const error = await failing(callerOf(t(), account, { retries: 0 }).portalA.listings(fresh()));
    assert.deepEqual([error.code, error.status, error.retryAfterS], ['too_many_pending', 429, 5]);
    const patient = callerOf(t(), account, { onRetry: () => t().release() });
    assert.equal((await patient.portalA.listings(fresh())).status, 'complete');
    assert.equal((await first).status, 'complete');
  });

  test('quota_exceeded is not retried: a wait of minutes does not help', async () => {
    const client = callerOf(t(), await t().account({ extra_credits: 0 }), {
      onRetry: () => assert.fail('no retry'),
    });
    const error = await failing(client.portalA.listings(fresh()));
    assert.deepEqual([error.code, error.status, error.meta?.calls], ['quota_exceeded', 429, 1]);
  });

  test('a failed job is thrown with its code and id, and costs nothing', async () => {
    const account = await t().account();
    await t().faults('refuse');
    const error = await failing(callerOf(t(), account).portalA.listings(fresh()));
    await t().faults('ok');
    assert.deepEqual([error.code, error.status], ['collection_unavailable', 200]);
    assert.ok(error.message.length > 20);
    assert.equal(await captured(t(), account), 0);
    const job = await callerOf(t(), account).job(error.requestId ?? '');
    assert.equal(job.status, 'failed');
    assert.equal(job.error?.code, 'collection_unavailable');
  });

  test('an API error carries code, status, param and the id of the answer', async () => {
    const client = callerOf(t(), await t().account());
    const error = await failing(client.portalA.listings({ zip: '7870' }));
    assert.deepEqual(
      [error.code, error.status, error.param],
      ['unsupported_or_invalid_query', 422, 'zip'],
    );
    assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
    const none = await failing(client.search('/portal_a/listings', {} as { zip: string }));
    assert.deepEqual([none.code, none.param], ['location_required', 'location']);
    const stranger = new Rowhouse({ baseUrl: addressOf(t()), apiKey: 'rh_live_nobody' });
    assert.equal((await failing(stranger.portalA.sold({ zip: '78704' }))).code, 'invalid_api_key');
  });
}
