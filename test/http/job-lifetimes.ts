import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import { cleanUpOnce, failOverdue } from '#service/operations/cleanup.js';
import { collectNext } from '#service/search/run-collections.js';
import {
  envelopeOf,
  expectApiError,
  expectSoundLedger,
  freshSearch,
  usageOf,
} from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

const NEVER = new AbortController().signal;

export function register(t: () => TestApp): void {
  test('a source that hangs ends as failed at the job’s deadline, uncharged', async () => {
    const account = await t().account();
    await t().hold();
    await t().faults('hang');
    const { poll_url } = envelopeOf(await t().get(freshSearch(), account.api_key));
    const limits = { ...t().app.limits, JOB_DEADLINE_S: 1, LEASE_S: 1 };
    const began = performance.now();
    assert.equal(await collectNext({ ...t().app, limits }, NEVER), true);
    assert.ok(performance.now() - began < 4_000);
    await t().faults('ok');
    t().release();
    const answer = await t().get(String(poll_url), account.api_key);
    assert.equal(envelopeOf(answer).status, 'failed');
    assert.match(String(envelopeOf(answer).error?.message), /Nothing was charged/);
    assert.equal((await usageOf(t(), account)).balance.available, 1000);
  });

  test('an unclaimed job fails after 10 minutes in the queue', async () => {
    const account = await t().account();
    await t().hold();
    const { poll_url } = envelopeOf(await t().get(freshSearch(), account.api_key));
    t().clock.advance(590_000);
    assert.equal(await failOverdue(t().app), 0);
    assert.equal((await t().get(String(poll_url), account.api_key)).statusCode, 202);
    t().clock.advance(20_000);
    assert.equal(await failOverdue(t().app), 1);
    const answer = await t().get(String(poll_url), account.api_key);
    assert.equal(envelopeOf(answer).status, 'failed');
    assert.equal(envelopeOf(answer).error?.code, 'collection_unavailable');
    assert.equal((await usageOf(t(), account)).balance.available, 1000);
    t().release();
  });

  test('jobs and keys are stored for 7 days; one that expires unread releases its credit', async () => {
    const account = await t().account();
    const key = { 'idempotency-key': 'week' };
    const path = freshSearch();
    const read = envelopeOf(await t().settled(path, account.api_key, key));
    await t().hold();
    const unread = envelopeOf(await t().get(freshSearch(), account.api_key));
    t().release();
    assert.equal((await usageOf(t(), account)).balance.reserved, 1);
    const job = (id: string) => t().get(`/v1/jobs/${id}`, account.api_key);
    t().clock.advance(7 * DAY_MS - 60_000);
    await cleanUpOnce(t().app);
    assert.equal((await job(read.request_id)).statusCode, 200);
    t().clock.advance(120_000);
    await cleanUpOnce(t().app);
    for (const { request_id } of [read, unread])
      expectApiError(await job(request_id), 'request_not_found');
    const usage = await usageOf(t(), account);
    assert.deepEqual(usage.balance, { plan: 0, extra: 999, reserved: 0, available: 999 });
    assert.equal(usage.credits_captured, 1);
    await expectSoundLedger(t());
    const again = await t().get(freshSearch(), account.api_key, key);
    assert.equal(again.statusCode, 202, 'the key is free again');
  });

  test('a new month brings new plan credits, and the old ones do not roll over', async () => {
    const account = await t().account({ plan_credits: 3, extra_credits: 1 });
    await t().settled(freshSearch(), account.api_key);
    assert.equal((await usageOf(t(), account)).balance.plan, 2);
    toNextMonth(t());
    const before = await usageOf(t(), account);
    assert.deepEqual(before.balance, { plan: 3, extra: 1, reserved: 0, available: 4 });
    for (let call = 0; call < 4; call += 1) {
      const answer = await t().settled(freshSearch(), account.api_key);
      assert.equal(envelopeOf(answer).status, 'complete');
    }
    expectApiError(await t().get(freshSearch(), account.api_key), 'quota_exceeded');
    toNextMonth(t());
    assert.equal((await usageOf(t(), account)).balance.available, 3);
    await expectSoundLedger(t());
  });

  test('a credit reserved in one month and captured in the next is charged to the first', async () => {
    const account = await t().account({ plan_credits: 1, extra_credits: 0 });
    await t().hold();
    const { poll_url } = envelopeOf(await t().get(freshSearch(), account.api_key));
    toNextMonth(t());
    // Older than its ten minutes in the queue, but no cleanup has found it yet.
    t().release();
    const answer = await t().get(`${poll_url}?wait=20`, account.api_key);
    assert.equal(answer.statusCode, 200);
    const { balance, credits_captured } = await usageOf(t(), account);
    assert.deepEqual(balance, { plan: 1, extra: 0, reserved: 0, available: 1 });
    assert.equal(credits_captured, envelopeOf(answer).credits);
    await expectSoundLedger(t());
  });
}

function toNextMonth(t: TestApp): void {
  const now = new Date(t.clock.nowMs());
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  t.clock.advance(next - now.getTime() + 1_000);
}
