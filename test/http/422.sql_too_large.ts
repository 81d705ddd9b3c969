import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

export function register(t: () => TestApp): void {
  test('a statement over its time or memory, or a file that would be cut, answers 422', async () => {
    const { api_key } = await t().account();
    const ask = (sql: string, path = '/v1/sql') => send(t(), api_key, 'POST', path, { sql });
    const late = await ask('select sum(range) from range(1000000000000)');
    expectApiError(late, 'sql_too_large', 'sql');
    assert.match(late.body, /ended after \d+ seconds/);
    expectApiError(await ask('select list(range) from range(1000000000)'), 'sql_too_large', 'sql');
    const cut = await ask('select * from range(1001)', '/v1/sql/rows.csv');
    expectApiError(cut, 'sql_too_large', 'rows');
  });
}
