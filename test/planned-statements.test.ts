/** Statements that are planned once: a plan made on small tables must do for large ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestApp } from './support/open-test-app.js';

/** The sixth use of a statement is the first by a plan that is used again. */
const MISSES = 8;
/** One row for each source or set. */
const SMALL = ['source_states', 'replicas'];
const READ_WHOLE = /Seq Scan on (?:\w+\.)?(\w+)/g;

interface Statement {
  readonly name: string;
  readonly statement: string;
}

test('what a miss plans once reads no table whole that grows with use', async (one) => {
  const t = await openTestApp({ sandbox: { places: [{ zip: '78704', homes: 60 }] } });
  one.after(() => t.close());
  const { api_key } = await t.account();
  for (let price = 1_000; price < 1_000 + MISSES; price += 1)
    await t.settled(`/v1/portal_a/listings?zip=78704&min_price=${price}`, api_key);
  const { db } = t.app;
  const planned = await db.rows<Statement>('select name, statement from pg_prepared_statements');
  assert.ok(planned.length > 20, `${planned.length} statements`);
  const found: string[] = [];
  for (const { name, statement } of planned) {
    const lines = await db.rows<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${statement}`);
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    for (const [, table = ''] of plan.matchAll(READ_WHOLE))
      if (!SMALL.includes(table)) found.push(`${name} reads ${table}`);
  }
  assert.deepEqual(found, []);
});
