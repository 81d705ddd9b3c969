import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQL_ROWS_MAX } from '#contract/limits.js';
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
    assert.match(cut.body, /more than 1000 rows\. Raise rows to at most 10000, or add a LIMIT/);
  });

  test('a file beyond the rows or the size of an answer says which of the two', async () => {
    const { api_key } = await t().account();
    const ask = (sql: string) =>
      send(t(), api_key, 'POST', '/v1/sql/rows.csv', { sql, rows: SQL_ROWS_MAX });
    const long = await ask('select * from range(10001)');
    expectApiError(long, 'sql_too_large', 'sql');
    assert.match(long.body, /more than 10000 rows\. Add a LIMIT/);
    for (const [sql, said] of [
      [
        `select repeat('x', 1000) from range(9000)`,
        /rows are larger than 4 MiB\. Select fewer columns or rows/,
      ],
      [`select repeat('x', 5000000)`, /first row is larger than 4 MiB\. Select fewer columns\./],
    ] as const) {
      const large = await ask(sql);
      expectApiError(large, 'sql_too_large', 'sql');
      assert.match(large.body, said);
    }
  });
}
