import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import {
  expectApiError,
  expectNothingStored,
  freshSearch,
  ROUTE,
  resultOf,
} from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';

export function register(t: () => TestApp): void {
  test('a cursor is valid with its own inputs only, in any spelling', async () => {
    const account = await t().account();
    const path = freshSearch();
    const cursor = resultOf(await t().settled(path, account.api_key)).next_cursor ?? '';
    assert.ok(cursor.length > 10 && cursor.length < 200, cursor);
    await expectNothingStored(t(), account, async () => {
      for (const other of [freshSearch(), `${path}&beds_min=1`, `${ROUTE}?zip=78701`]) {
        const answer = await t().get(`${other}&cursor=${cursor}`, account.api_key);
        expectApiError(answer, 'invalid_cursor', 'cursor');
      }
    });
    const same = await t().get(`${path}&beds_min=0&cursor=${cursor}`, account.api_key);
    assert.equal(same.statusCode, 202);
  });

  test('a truncated, changed or invented cursor answers 422', async () => {
    const account = await t().account();
    const path = freshSearch();
    const cursor = resultOf(await t().settled(path, account.api_key)).next_cursor ?? '';
    const changed = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1);
    await expectNothingStored(t(), account, async () => {
      for (const bad of [
        changed,
        cursor.slice(0, -1),
        `${cursor}A`,
        `${cursor}=`,
        'x',
        '0',
        'null',
        '%C3%A9',
        'two%20words',
        `${cursor}%0A`,
        'A'.repeat(1_900),
      ]) {
        const answer = await t().get(`${path}&cursor=${bad}`, account.api_key);
        expectApiError(answer, 'invalid_cursor', 'cursor');
      }
    });
  });

  test('a cursor is valid for three days, not for four', async () => {
    const { api_key } = await t().account();
    const path = freshSearch();
    const cursor = resultOf(await t().settled(path, api_key)).next_cursor ?? '';
    t().clock.advance(3 * DAY_MS - 120_000);
    assert.equal((await t().get(`${path}&cursor=${cursor}`, api_key)).statusCode, 202);
    t().clock.advance(DAY_MS);
    const late = await t().get(`${path}&cursor=${cursor}`, api_key);
    expectApiError(late, 'invalid_cursor', 'cursor');
  });

  test('a cursor of one account works for another: it names a place, not a person', async () => {
    const [one, two] = [await t().account(), await t().account()];
    const path = freshSearch();
    const cursor = resultOf(await t().settled(path, one.api_key)).next_cursor ?? '';
    const answer = await t().settled(`${path}&cursor=${cursor}`, two.api_key);
    assert.ok(resultOf(answer).count > 0);
  });
}
