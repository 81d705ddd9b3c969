/** Statements after an erasure: no row of the home is read, wherever the row is stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, HOUR_S } from '#contract/durations.js';
import type { SnapshotBody } from '#contract/operations/snapshots.js';
import type { SqlAnswerBody } from '#contract/operations/sql.js';
import type { Row } from '#contract/rows.js';
import { eraseHome } from '#service/homes/corrections.js';
import { allowHome, keepOut } from '#service/homes/exclusions.js';
import { envelopeOf } from '../support/expect.js';
import { sharedApp } from '../support/open-test-app.js';
import { send } from '../support/watching.js';

const OPERATOR = 'op';
const t = sharedApp({ limits: { READ_AHEAD: 0 } });

async function read(sql: string, key: string): Promise<readonly unknown[]> {
  const answer = await send(t, key, 'POST', '/v1/sql', { sql });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<SqlAnswerBody>().rows.flat();
}

async function search(path: string, key: string) {
  const { result } = envelopeOf(await t.settled(path, key));
  const rows = (result?.data ?? []) as unknown as readonly Row[];
  const [first, second] = rows;
  assert.ok(first !== undefined && second !== undefined, path);
  return { first, second, ids: rows.map(({ source_id }) => source_id) };
}

test('an erased home is not read any more, and a home that is kept out is not either', async () => {
  const { api_key } = await t.account();
  const { first, second } = await search('/v1/portal_a/listings?zip=78701', api_key);
  const count = (id: string) =>
    read(
      `select (select count(*) from listings where source_id = '${id}') + (select count(*) from homes where source_id = '${id}')`,
      api_key,
    );
  assert.deepEqual(await count(first.source_id), [2]);
  assert.deepEqual(await count(second.source_id), [2]);
  await eraseHome(t.app, { home_id: String(first.extras.home_id) }, OPERATOR);
  assert.deepEqual(await count(first.source_id), [0]);
  const named = { source: 'portal_a', source_id: second.source_id };
  await keepOut(t.app, named, OPERATOR);
  assert.deepEqual(await count(second.source_id), [0]);
  await allowHome(t.app, named, OPERATOR);
  assert.deepEqual(await count(second.source_id), [2]);
});

test('a home erased before a page was delivered from the cache is not read of that page', async () => {
  const { api_key } = await t.account();
  const path = '/v1/portal_b/sold?zip=78701';
  const hours = (n: number) => t.clock.advance(n * HOUR_MS);
  const { first } = await search(path, api_key);
  hours(1);
  await eraseHome(t.app, { source: 'portal_b', source_id: first.source_id }, OPERATOR);
  hours(1);
  const { ids } = await search(path, api_key);
  assert.ok(ids.includes(first.source_id), 'the same page');
  // The first delivery and the erasure are older than any job now, the second delivery is not.
  hours(t.app.limits.JOB_RETENTION_S / HOUR_S - 0.5);
  const others = ids.filter((id) => id !== first.source_id);
  assert.deepEqual(
    (await read('select source_id from sold', api_key)).toSorted(),
    others.toSorted(),
  );
});

test('an erased home stays out of SQL and later snapshots, however many were erased after it', async () => {
  const { api_key } = await t.account();
  const sold = await t.settled('/v1/portal_a/sold?zip=78701', api_key);
  const { request_id, result } = envelopeOf(sold);
  const { source_id } = (result?.data[0] ?? {}) as { source_id?: string };
  t.clock.advance(HOUR_MS);
  await eraseHome(t.app, { source: 'portal_a', source_id: String(source_id) }, OPERATOR);
  await t.app.db.rows(
    `insert into audit_log (created_at, operator, action, subject)
     select $1, $2, 'home.erase', 'portal_a/none-' || n from generate_series(1, 30000) n`,
    [new Date(t.clock.nowMs()), OPERATOR],
  );
  assert.deepEqual(
    await read(`select count(*) from sold where source_id = '${source_id}'`, api_key),
    [0],
  );
  const made = await send(t, api_key, 'POST', '/v1/snapshots', { request_id });
  assert.equal(made.json<SnapshotBody>().rows_erased, 1, made.body);
});
