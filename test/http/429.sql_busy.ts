import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

const HEAVY = 'select sum(range) from range(1000000000000)';

export function register(t: () => TestApp): void {
  test("more statements of an account than may wait answer 429, and hold up nobody else's", async () => {
    const [busy, other] = [await t().account(), await t().account()];
    const ask = (key: string, sql: string) => send(t(), key, 'POST', '/v1/sql', { sql });
    let ran = 0;
    const asked = Array.from({ length: 6 }, async () => {
      const answer = await ask(busy.api_key, HEAVY);
      if (answer.statusCode !== 429) ran += 1;
      return answer;
    });
    assert.equal((await ask(other.api_key, 'select 1')).statusCode, 200);
    // Two at once would end together, and only then would there be a turn for another account.
    assert.ok(ran < 2, 'it did not wait for two heavy statements');
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    assert.ok(refused.length >= 3, `${refused.length} refused`);
    for (const answer of refused) expectApiError(answer, 'sql_busy');
    assert.ok(answers.some(({ statusCode }) => statusCode === 422));
  });
}
