import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError, expectHeaders, freshSearch, resultOf } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

interface Shown {
  readonly balance: { plan: number; extra: number; reserved: number; available: number };
  readonly usage: readonly { date: string; route: string; [count: string]: string | number }[];
}

export function register(t: () => TestApp): void {
  test('/account returns balance, plan, limits and usage by day and route, and is free', async () => {
    const account = await t().account({ plan_credits: 5, extra_credits: 7, max_pending: 9 });
    const path = freshSearch();
    await t().settled(path, account.api_key);
    await t().get(path, account.api_key);
    await t().faults('refuse');
    await t().settled(freshSearch(), account.api_key);
    await t().faults('ok');
    await t().hold();
    await t().get(freshSearch(), account.api_key);
    const answer = await t().get('/v1/account', account.api_key);
    t().release();
    assert.equal(answer.statusCode, 200);
    expectHeaders(answer, 'after the key');
    const today = new Date(t().clock.nowMs()).toISOString().slice(0, 10);
    assert.deepEqual(answer.json(), {
      account_id: account.account_id,
      name: 'test',
      status: 'active',
      balance: { plan: 2, extra: 7, reserved: 1, available: 9 },
      plan: { credits_per_month: 5, period: '2026-11', resets_at: '2026-12-01T00:00:00.000Z' },
      limits: { calls_per_minute: 100_000, pending_searches: 9 },
      endpoints: { enabled: 0, disabled_by_caller: 0, disabled_by_service: 0 },
      key: {
        key_id: account.key_id,
        scopes: ['read', 'search', 'watches', 'webhooks', 'secrets'],
        credits_max: null,
        credits_used: null,
        expires_at: null,
      },
      usage: [
        {
          date: today,
          route: 'portal_a_listings',
          path: '/v1/portal_a/listings',
          complete: 2,
          failed: 1,
          pending: 1,
          credits: 2,
        },
      ],
    });
  });

  test('usage is counted by route, and an account without calls has none', async () => {
    const [busy, idle] = [await t().account(), await t().account()];
    const at = 'bbox=-97.76,30.25,-97.74,30.27';
    for (const path of ['/v1/portal_b/sold', '/v1/portal_a/rentals']) {
      resultOf(await t().settled(`${path}?${at}`, busy.api_key));
    }
    const shown = async (key: string) => (await t().get('/v1/account', key)).json<Shown>();
    const { usage } = await shown(busy.api_key);
    assert.deepEqual(
      usage.map(({ route, complete, credits }) => [route, complete, credits]),
      [
        ['portal_a_rentals', 1, 1],
        ['portal_b_sold', 1, 1],
      ],
    );
    assert.deepEqual((await shown(idle.api_key)).usage, []);
  });

  test('/account takes no parameters, and wants a key', async () => {
    const { api_key } = await t().account();
    expectApiError(await t().get('/v1/account?a=1', api_key), 'unsupported_or_invalid_query');
    expectApiError(await t().get('/v1/account'), 'invalid_api_key');
  });
}
