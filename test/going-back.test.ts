/** An earlier version on a store that a later one has migrated ends before it writes anything. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { OperatorError } from '#base/operator-error.js';
import type { Pool } from '#store/db.js';
import { ownMigrations } from '#store/migrate.js';
import { openStore } from '#store/open.js';
import { readConfig } from '../src/config.js';
import { serve } from '../src/serve.js';
import { systemClock } from '../src/system.js';
import { copyMigrated } from './support/migrated.js';
import { testDatabase } from './support/open-test-app.js';
import { settingsOf } from './support/run-rowhouse.js';

const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-back-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const OWN = ownMigrations();

test('serve on a store of a later version: one sentence with the version and the backup to use, no file, no row', async (t) => {
  const database = await testDatabase({ migrated: true });
  t.after(() => database?.drop());
  const databaseUrl = database?.url ?? null;
  if (databaseUrl === null) await copyMigrated(dataDir);
  const inStore = async <T>(work: (pool: Pool) => Promise<T>): Promise<T> => {
    const options = { databaseUrl, dataDir, poolMax: 1, timeoutS: 30, clock: systemClock };
    const { pool } = await openStore(options);
    return work(pool).finally(() => pool.close());
  };
  const before = await inStore(async (pool) => {
    await pool.rows(`insert into migrations (name, run_on) values ('9999_later', now())`);
    await pool.rows('create table later (added_by_it text)');
    return stateOf(pool);
  });
  const settings = {
    ...settingsOf(dataDir),
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, ROWHOUSE_SECRET: 'x'.repeat(16) }),
  };
  const rejects = async (text: RegExp) => {
    const names = readdirSync(dataDir, { recursive: true }).map(String).filter(isOurs).sort();
    await assert.rejects(serve(readConfig(settings)), (error) => {
      assert.ok(error instanceof OperatorError, String(error));
      assert.match(error.message, text);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });
    const left = readdirSync(dataDir, { recursive: true }).map(String).filter(isOurs).sort();
    assert.deepEqual(left, names);
    assert.deepEqual(await inStore(stateOf), before);
  };
  const newest = OWN.at(-1) ?? '';
  await rejects(
    new RegExp(
      `at schema 9999_later, and this version of Rowhouse knows none after ${newest}\\. Start the newer version .+, or restore the backup made before .+ Nothing was changed\\.$`,
    ),
  );
  if (databaseUrl !== null) return;
  mkdirSync(join(dataDir, 'backups'));
  for (const [time, schema] of [
    ['2026-01-01T000000.000Z', OWN.at(-2)],
    ['2026-01-02T000000.000Z', newest],
    ['2026-01-03T000000.000Z', '9998_later-too'],
  ]) {
    writeFileSync(join(dataDir, 'backups', `${time}-${schema}.backup`), '');
  }
  const file = join(dataDir, 'backups', `2026-01-02T000000.000Z-${newest}.backup`);
  await rejects(
    new RegExp(`or restore its backup: rowhouse restore ${file} ${dataDir}-restored\\. Nothing`),
  );
});

/** The engine writes its own files at every start. */
const isOurs = (name: string): boolean => !name.startsWith('postgres/');

/** The tables and how many rows each has. */
async function stateOf(pool: Pool): Promise<Record<string, unknown>> {
  const tables = await pool.rows<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    found[name] = await pool.rows(`select count(*) as rows from "${name}"`);
  }
  return found;
}
