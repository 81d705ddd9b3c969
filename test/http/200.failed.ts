import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  envelopeOf,
  expectHeaders,
  expectSoundLedger,
  freshSearch,
  usageOf,
} from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

/** How the sandbox may misbehave, and the message of the failed job. */
const FAULTS = [
  ['error', /failing|HTTP 500/],
  ['busy', /busy|429/],
  ['refuse', /rejected/],
  ['challenge', /challenge/],
  ['drift', /format|changed/],
  ['empty_fields', /format|changed/],
  ['cut', /truncated|format|JSON|cut/i],
] as const;

export function register(t: () => TestApp): void {
  for (const [mode, description] of FAULTS) {
    test(`a source in fault mode ${mode} gives a failed job: 200, explained, nothing charged`, async () => {
      const account = await t().account();
      await t().faults(mode);
      const answer = await t()
        .settled(freshSearch(), account.api_key)
        .finally(() => t().faults('ok'));
      // A busy source is paused for a second, by the database's clock if processes share it.
      t().clock.advance(1_001);
      await t().app.db.rows('delete from source_pace');
      assert.equal(answer.statusCode, 200);
      expectHeaders(answer, 'after the key');
      assert.equal(answer.headers['x-credits-charged'], '0');
      const { request_id, error, ...rest } = envelopeOf(answer);
      assert.deepEqual(rest, {
        status: 'failed',
        credits: 0,
        cached: false,
        poll_url: null,
        result: null,
      });
      assert.deepEqual(Object.keys(error ?? {}).sort(), ['code', 'message', 'param']);
      assert.equal(error?.code, 'collection_unavailable');
      assert.equal(error?.param, null);
      assert.match(String(error?.message), description);
      assert.deepEqual(await usageOf(t(), account), {
        account_id: account.account_id,
        balance: { plan: 0, extra: 1000, reserved: 0, available: 1000 },
        requests: { pending: 0, complete: 0, failed: 1 },
        credits_captured: 0,
      });
      const again = await t().get(`/v1/jobs/${request_id}`, account.api_key);
      assert.deepEqual(again.json(), answer.json(), 'a settled job never changes');
      await expectSoundLedger(t());
    });
  }

  test('a slow source completes', async () => {
    const { api_key } = await t().account();
    await t().faults('slow', { latency_ms: 300 });
    const answer = await t()
      .settled(freshSearch(), api_key)
      .finally(() => t().faults('ok'));
    assert.equal(envelopeOf(answer).status, 'complete');
  });

  test('a failed search is not cached: the next call reads the source again', async () => {
    const { api_key } = await t().account();
    const path = freshSearch();
    await t().faults('refuse');
    const failed = await t()
      .settled(path, api_key)
      .finally(() => t().faults('ok'));
    assert.equal(envelopeOf(failed).status, 'failed');
    assert.equal(envelopeOf(await t().settled(path, api_key)).status, 'complete');
  });

  test('a failed job frees its Idempotency-Key, for the same search and for another', async () => {
    const account = await t().account();
    const key = { 'idempotency-key': 'freed' };
    const path = freshSearch();
    await t().faults('refuse');
    const failed = await t()
      .settled(path, account.api_key, key)
      .finally(() => t().faults('ok'));
    assert.equal(envelopeOf(failed).status, 'failed');
    const retried = await t().get(path, account.api_key, key);
    assert.equal(retried.statusCode, 202);
    assert.equal(retried.headers['idempotent-replayed'], undefined);
    assert.notEqual(envelopeOf(retried).request_id, envelopeOf(failed).request_id);
    await t().settled(path, account.api_key, key);
    assert.equal((await usageOf(t(), account)).credits_captured, 1);
    const other = { 'idempotency-key': 'freed-too' };
    await t().faults('refuse');
    await t()
      .settled(freshSearch(), account.api_key, other)
      .finally(() => t().faults('ok'));
    assert.equal((await t().get(freshSearch(), account.api_key, other)).statusCode, 202);
  });

  test('a failure is returned to every account that waits, and charged to none', async () => {
    const accounts = [await t().account(), await t().account()];
    const path = freshSearch();
    await t().hold();
    await t().faults('refuse');
    const polls = [];
    for (const { api_key } of accounts)
      polls.push(envelopeOf(await t().get(path, api_key)).poll_url);
    t().release();
    for (const [index, account] of accounts.entries()) {
      const answer = await t().get(`${polls[index]}?wait=20`, account.api_key);
      assert.equal(envelopeOf(answer).status, 'failed');
      assert.equal((await usageOf(t(), account)).balance.available, 1000);
    }
    await t().faults('ok');
  });
}
