/** Which databases a start may change: those with the schema of our own migrations. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '#base/operator-error.js';
import { openTestStore, type TestStore } from '../../test/support/open-test-store.js';
import { sayFault } from '../say-fault.js';
import { inspectStore } from './inspect.js';
import { migrate, migrationsOf, ownMigrations } from './migrate.js';
import { checkSchema } from './transfer/export.js';

const LATER = ['9001_first-later', '9002_second-later', '9003_third-later'];
const [FIRST = '', SECOND = '', NEWEST = ''] = LATER;

let store: TestStore;
/** The migrations of a version with three more than ours. */
let directory: string;
let own: string[];
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rowhouse-migrations-'));
  cpSync(fileURLToPath(new URL('./migrations', import.meta.url)), directory, { recursive: true });
  for (const name of LATER) {
    writeFileSync(join(directory, `${name}.sql`), `create table later_${name.slice(0, 4)} ();`);
  }
  own = ownMigrations(directory);
  store = await openTestStore({ migrated: false });
  await migrate(store.pool, { directory });
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

/** Everything in the schema that a migration could change, and the migrations' own rows. */
const contents = () =>
  store.pool.rows(
    `select relname as name, relkind::text as of from pg_class
     where relnamespace = current_schema()::regnamespace
     union all select name, id::text from migrations
     order by 1, 2`,
  );

/** Replaces the recorded names. */
async function record(names: readonly string[]): Promise<void> {
  await store.pool.rows('delete from migrations');
  await store.pool.rows(
    `insert into migrations (name, run_on)
     select name, now() from unnest($1::text[]) with ordinality as t (name, place) order by place`,
    [names],
  );
}

async function empty(): Promise<void> {
  await store.pool.rows('drop schema public cascade');
  await store.pool.rows('create schema public');
}

async function rejects(text: RegExp, from = directory): Promise<void> {
  const before = await contents();
  await assert.rejects(migrate(store.pool, { directory: from }), (error) => {
    assert.ok(error instanceof OperatorError, String(error));
    assert.match(error.message, text);
    assert.match(error.message, /Nothing was changed\.$/);
    assert.doesNotMatch(error.message, /\n/);
    return true;
  });
  assert.deepEqual(await contents(), before);
}

test('a database of a newer version is left alone, and the start says which version to start', async () => {
  rmSync(join(directory, `${NEWEST}.sql`));
  await rejects(
    new RegExp(`at schema ${NEWEST}, .+ none after ${SECOND}\\. Start the newer version`),
  );
});

test('a gap in the history stops the start, wherever it is', async () => {
  await record(own.filter((name) => name !== FIRST));
  await rejects(
    new RegExp(`ran ${SECOND} where this version of Rowhouse runs ${FIRST}: no release`),
  );
  await record(own.filter((name) => name !== SECOND));
  await rejects(new RegExp(`ran ${NEWEST} where`));
  await record(own.slice(1));
  await rejects(new RegExp(`where this version of Rowhouse runs ${own[0]}: .+ Export it`));
});

test('another order, or a migration of another name, stops the start', async () => {
  await record([...own.slice(0, -2), NEWEST, SECOND]);
  await rejects(new RegExp(`ran ${NEWEST} where`));
  await record([...own.slice(0, -1), `${NEWEST}-of-a-branch`]);
  await rejects(
    new RegExp(`ran ${NEWEST}-of-a-branch where this version of Rowhouse runs ${NEWEST}`),
  );
});

test('a database of an older version is migrated from where it stands, then left as it is', async () => {
  await empty();
  const older = own.slice(0, -2);
  assert.deepEqual(await migrate(store.pool, { directory, count: older.length }), older);
  assert.deepEqual(await migrationsOf(store.pool), older);
  assert.deepEqual(await migrate(store.pool, { directory, count: older.length }), []);
  assert.deepEqual(await migrate(store.pool, { directory }), [SECOND, NEWEST]);
  assert.deepEqual(await migrate(store.pool, { directory }), []);
  assert.deepEqual(await migrationsOf(store.pool), own);
});

test('a database whose first start ended before its first migration counts as new', async () => {
  await store.pool.rows('create temporary table recorded as select * from migrations with no data');
  await empty();
  await store.pool.rows('create table migrations (like recorded)');
  assert.equal(await migrationsOf(store.pool), null);
  const looked = await inspectStore(store.pool, false);
  assert.deepEqual(looked, { migrations: null, server: null, contents: null });
  assert.throws(() => checkSchema(looked.migrations), /contains no store/);
});

test('a command on a store of another version names the version to use', () => {
  const schema = ownMigrations();
  assert.throws(() => checkSchema(schema.slice(0, -1)), /Run "rowhouse migrate" first/);
  assert.throws(() => checkSchema([...schema, '9999_later']), /Start the newer version/);
});

test('several nodes that start together run every migration once', async () => {
  await empty();
  const start = () => migrate(store.pool, { directory });
  const ran = await Promise.all([start(), start(), start()]);
  assert.deepEqual(ran.flat(), own);
});

test('a search path that names no schema stops the start with one line that says so', async () => {
  await empty();
  const session = async () => {
    const one = await store.pool.session();
    await one.query('set search_path to nowhere');
    return one;
  };
  try {
    await assert.rejects(migrate({ ...store.pool, session }), (error) => {
      assert.match(sayFault(error), /^[^\n]*no schema[^\n]*search_path[^\n]*$/);
      return true;
    });
  } finally {
    await store.pool.rows('set search_path to default');
  }
});
