import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError, expectNothingStored, freshSearch } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a full queue answers 503 to a new search and lets an equal one join', async () => {
    const [first, second] = [await t().account(), await t().account()];
    const waiting = freshSearch();
    await settleAll(t());
    await t().hold();
    const limits = { ...t().app.limits, QUEUE_MAX: 2 };
    const get = t().answerWith({ limits });
    assert.equal((await get(waiting, first.api_key)).statusCode, 202);
    assert.equal((await get(freshSearch(), first.api_key)).statusCode, 202);
    await expectNothingStored(t(), second, async () => {
      expectApiError(await get(freshSearch(), second.api_key), 'queue_full');
    });
    const joined = await get(waiting, second.api_key);
    assert.equal(joined.statusCode, 202);
    assert.match(String(joined.headers['cache-status']), /collapsed/);
    t().release();
    assert.equal((await t().settled(freshSearch(), second.api_key)).statusCode, 200);
  });
}

/** Lets collectors finish what other tests have queued. */
async function settleAll(t: TestApp): Promise<void> {
  t.release();
  const inFlight = `select count(*) as n from collections where state in ('queued', 'running')`;
  for (let look = 0; look < 200; look += 1) {
    const [row] = await t.app.db.rows<{ n: number }>(inFlight);
    if (row?.n === 0) return;
    await t.clock.sleep(25);
  }
  assert.fail('the queue did not empty');
}
