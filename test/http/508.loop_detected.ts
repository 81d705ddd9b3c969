import { test } from 'node:test';
import { HOPS_MAX, hopOf, writeHops } from '#domain/hops.js';
import { expectApiError, expectNothingStored, freshSearch } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a call that came through this service, or through too many, answers 508', async () => {
    const account = await t().account();
    const others = Array.from({ length: HOPS_MAX + 1 }, (_one, at) => hopOf(`another ${at}`));
    for (const hops of [
      [hopOf(t().app.secret ?? '')],
      [others[0] ?? '', hopOf(t().app.secret ?? '')],
      others,
    ]) {
      await expectNothingStored(t(), account, async () => {
        const answer = await t().get(freshSearch(), account.api_key, { via: writeHops(hops) });
        expectApiError(answer, 'loop_detected');
      });
    }
  });
}
