import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError, expectNothingStored, freshSearch } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('the 21st pending search of an account answers 429; cached ones and polls still pass', async () => {
    const account = await t().account();
    const cached = freshSearch();
    await t().settled(cached, account.api_key);
    await t().hold();
    const polls: string[] = [];
    for (let search = 0; search < 20; search += 1) {
      const answer = await t().get(freshSearch(), account.api_key);
      assert.equal(answer.statusCode, 202, `search ${search}`);
      polls.push(String(answer.headers.location));
    }
    await expectNothingStored(t(), account, async () => {
      const answer = await t().get(freshSearch(), account.api_key);
      expectApiError(answer, 'too_many_pending');
    });
    assert.equal((await t().get(cached, account.api_key)).statusCode, 200);
    assert.equal((await t().get(polls[0] ?? '', account.api_key)).statusCode, 202);
    t().release();
    await t().get(`${polls[0]}?wait=20`, account.api_key);
    await t().get(`${polls[19]}?wait=20`, account.api_key);
    assert.equal((await t().settled(freshSearch(), account.api_key)).statusCode, 200);
  });

  test('of 10 searches at once with room for 3, exactly 3 become jobs', async () => {
    const account = await t().account({ max_pending: 3 });
    await t().hold();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => t().get(freshSearch(), account.api_key)),
    );
    t().release();
    assert.equal(answers.filter((answer) => answer.statusCode === 202).length, 3);
    assert.equal(answers.filter((answer) => answer.statusCode === 429).length, 7);
  });
}
