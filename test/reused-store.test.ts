/** What a test finds in an embedded database that others of its process have used. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Pool } from '#store/db.js';
import { openStore } from '#store/open.js';
import { systemClock } from '../src/system.js';
import { freshSearch } from './support/expect.js';
import { everythingIn } from './support/filled-store.js';
import { copyMigrated } from './support/migrated.js';
import { openTestApp } from './support/open-test-app.js';
import { openReusedStore } from './support/reused-store.js';
import { watch } from './support/watching.js';

/** Rows of all tables, the next number of each sequence, and which engine it is. */
const contentOf = async (pool: Pool) => ({
  rows: await everythingIn(pool),
  sequences: await pool.rows(
    `select sequencename, last_value from pg_sequences order by sequencename`,
  ),
});
const engineOf = (pool: Pool) => pool.rows('select pg_postmaster_start_time()::text as started');

/** The content of a database that nobody has used. */
async function unused() {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-unused-'));
  await copyMigrated(dataDir);
  const place = { databaseUrl: null, dataDir, poolMax: 1, timeoutS: 10, clock: systemClock };
  const { pool } = await openStore(place);
  try {
    return await contentOf(pool);
  } finally {
    await pool.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

test('an application finds nothing of the one before it on the same database', async () => {
  const first = await openTestApp();
  const { api_key } = await first.account();
  assert.equal((await first.settled(freshSearch(), api_key)).statusCode, 200);
  await watch(first, api_key);
  await first.app.db.rows(`set application_name = 'left behind'`);
  const engine = await engineOf(first.app.db);
  const filled = Object.entries(await everythingIn(first.app.db));
  assert.ok(filled.filter(([, rows]) => rows.length > 0).length > 15, 'many tables have rows');
  await first.close();

  const { pool } = await openReusedStore();
  assert.deepEqual(await pool.rows('select name from pg_prepared_statements'), []);
  assert.deepEqual(await engineOf(pool), engine, 'it is the same database');
  assert.deepEqual(await contentOf(pool), await unused());
  assert.deepEqual(await pool.rows('show application_name'), [{ application_name: '' }]);
  await assert.rejects(first.app.db.rows('select 1'), { code: 'storage_unavailable' });
  await pool.close();
});

for (const change of [
  'alter table accounts add column shoe_size integer',
  'create index sizes on accounts (rate_limit_per_minute)',
  'drop table watches cascade',
  'delete from migrations where id > 5',
]) {
  test(`a database is not used again after "${change}"`, async () => {
    const { pool } = await openReusedStore();
    const engine = await engineOf(pool);
    await pool.rows(change);
    await pool.close();
    const next = await openReusedStore();
    assert.notDeepEqual(await engineOf(next.pool), engine);
    await next.pool.close();
  });
}
