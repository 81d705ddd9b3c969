/** Values of the engine as an answer has them. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { SqlAnswerBody } from '#contract/operations/sql.js';
import { sharedApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

const t = sharedApp();
let key = '';
before(async () => {
  key = (await t.account()).api_key;
});

const ask = (sql: string) => send(t, key, 'POST', '/v1/sql', { sql });

async function rowOf(sql: string): Promise<readonly unknown[]> {
  const answer = await ask(sql);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<SqlAnswerBody>().rows[0] ?? [];
}

const PRINTED = [
  "date '2026-01-01'",
  "date '0044-03-15 (BC)'",
  "date '0001-03-15 (BC)'",
  "'infinity'::date",
  "'-infinity'::date",
  "'infinity'::timestamp",
  "timestamp '0001-03-15 (BC) 10:00:00'",
  "timestamp '1969-12-31 23:59:59.5'",
  "timestamptz '2026-01-01 10:00:00+02'",
  "timetz '10:00:00+02'",
  'interval 1 day',
  'interval 13 month',
  "interval '-1 year 2 days -00:00:00.5'",
  "interval '0 seconds'",
  "'\\xAA\\x00b'::blob",
  "'10101'::bit",
  "uuid '01a22758-2114-7627-86bb-ca96f1eacdbc'",
  "'b'::enum('a', 'b')",
  '170141183460469231731687303715884105727::hugeint',
];

for (const value of PRINTED) {
  test(`the text of ${value} is the one that the engine prints`, async () => {
    const sql = `select v, v::varchar, [v] from (select ${value} as v)`;
    const [own, printed, listed] = await rowOf(sql);
    assert.equal(own, printed);
    assert.deepEqual(listed, [printed]);
  });
}

test('a struct without names is refused, since its members would share one', async () => {
  for (const sql of ['select row(1, 2)', 'select [(beds, baths)] from listings']) {
    const answer = await ask(sql);
    assert.equal(answer.statusCode, 422, answer.body);
    assert.match(answer.body, /"invalid_sql".*Name them/);
  }
  const one = await rowOf("select {'a': row(1), 'b': 2}");
  assert.deepEqual(one, [{ a: { '': 1 }, b: 2 }]);
});
