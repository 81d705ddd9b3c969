/** Which databases a start may change: those that came to their schema by our own migrations. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { openTestStore, type TestStore } from '../../test/support/open-test-store.js';
import { migrate, migrationsOf, ownMigrations } from './migrate.js';
import { StartError } from './start-error.js';

const OWN = ownMigrations();
const NEWEST = OWN.at(-1) ?? '';
const LATER = `${NEWEST.slice(0, 3)}9_later`;

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

/** Everything of the schema that a migration could change, the rows of the migrations' own table included. */
const contents = () =>
  store.pool.rows(
    `select relname as name, relkind::text as of from pg_class
     where relnamespace = current_schema()::regnamespace
     union all select name, id::text from migrations
     order by 1, 2`,
  );

/** Puts other names in the place of what was recorded. */
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

async function rejects(text: RegExp): Promise<void> {
  const before = await contents();
  await assert.rejects(migrate(store.pool), (error) => {
    assert.ok(error instanceof StartError, String(error));
    assert.match(error.message, text);
    assert.match(error.message, /Nothing was changed\.$/);
    assert.doesNotMatch(error.message, /\n/);
    return true;
  });
  assert.deepEqual(await contents(), before);
}

test('a database of a newer version is left alone, and the start says which version to start', async () => {
  await record([...OWN, LATER]);
  await rejects(
    new RegExp(`at schema ${LATER}, .+ none after ${NEWEST}\\. Start the newer version`),
  );
});

test('a gap in the history stops the start, with its oldest migration first and its newest last', async () => {
  const [, second = '', third = ''] = OWN;
  await record(OWN.filter((name) => name !== second));
  await rejects(
    new RegExp(`ran ${third} where this version of Rowhouse runs ${second}: no release`),
  );
  await record(OWN.filter((name) => name !== OWN.at(-2)));
  await rejects(new RegExp(`ran ${NEWEST} where`));
});

test('another order, or a migration of another name, stops the start', async () => {
  await record([...OWN.slice(0, -2), NEWEST, OWN.at(-2) ?? '']);
  await rejects(new RegExp(`ran ${NEWEST} where`));
  await record([...OWN.slice(0, -1), `${NEWEST}-of-a-branch`]);
  await rejects(
    new RegExp(`ran ${NEWEST}-of-a-branch where this version of Rowhouse runs ${NEWEST}`),
  );
});

test('a database of an older version is migrated from where it stands, then left as it is', async () => {
  await empty();
  const [session, older] = [await store.pool.session(), OWN.slice(0, -3)];
  const dir = fileURLToPath(new URL('./migrations', import.meta.url));
  const migrationsTable = 'migrations';
  await runner({
    dbClient: session,
    dir,
    migrationsTable,
    direction: 'up',
    count: older.length,
    log: () => undefined,
  });
  session.release();
  assert.deepEqual(await migrationsOf(store.pool), older);
  assert.deepEqual(await migrate(store.pool), OWN.slice(-3));
  assert.deepEqual(await migrate(store.pool), []);
  assert.deepEqual(await migrationsOf(store.pool), OWN);
});

test('several nodes that start together run every migration once', async () => {
  await empty();
  const ran = await Promise.all([migrate(store.pool), migrate(store.pool), migrate(store.pool)]);
  assert.deepEqual(ran.flat(), OWN);
});
