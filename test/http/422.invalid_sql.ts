import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectApiError } from '../support/expect.js';
import type { TestApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

export function register(t: () => TestApp): void {
  test('an empty or wrong statement, and one that writes, answers 422 and says what is allowed', async () => {
    const { api_key } = await t().account();
    const ask = (sql: string) => send(t(), api_key, 'POST', '/v1/sql', { sql });
    for (const sql of ['drop table listings', 'select 1; select 2', 'selct', 'select x', ';']) {
      expectApiError(await ask(sql), 'invalid_sql', 'sql');
    }
    assert.match((await ask('drop table listings')).body, /SELECT, WITH, FROM/);
    assert.match((await ask('select * from prices')).body, /The tables are listings, sold/);
  });

  test('a statement that cannot be parsed names the place of its first mistake', async () => {
    const { api_key } = await t().account();
    const ask = (sql: string) => send(t(), api_key, 'POST', '/v1/sql', { sql });
    const near = await ask('select "é😀",\n  beds,\n  , baths from homes');
    assert.match(near.body, /cannot be parsed at character 24: syntax error at or near/);
    const end = await ask('select * from homes where');
    assert.match(end.body, /cannot be parsed: syntax error at end of input/);
  });
}
