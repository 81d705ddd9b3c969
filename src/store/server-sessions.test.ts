/** Read-only servers, as after a switchover: nothing is written half, and the error names it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { OperatorError } from '#base/operator-error.js';
import { ApiError } from '#domain/api-error.js';
import { testDatabase } from '../../test/support/open-test-app.js';
import { systemClock } from '../system.js';
import { openStore } from './open.js';

const server = process.env.ROWHOUSE_TEST_DATABASE_URL;
const skip = server === undefined && 'needs a PostgreSQL server: ROWHOUSE_TEST_DATABASE_URL';

let database: Awaited<ReturnType<typeof testDatabase>>;
before(async () => {
  database = await testDatabase();
});
after(() => database?.drop());

const open = (mayBeReadOnly = false) =>
  openStore({
    databaseUrl: database?.url ?? null,
    dataDir: '/nonexistent',
    poolMax: 1,
    timeoutS: 5,
    mayBeReadOnly,
    clock: systemClock,
  });

/** Changes a default of the database; open sessions are not affected. */
async function setDefault(change: string): Promise<void> {
  const url = new URL(database?.url ?? '');
  const name = url.pathname.slice(1);
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`alter database ${name} ${change}`);
  await client.end();
}

/** Makes the database read-only, or no longer. */
const setReadOnly = (value: 'on' | 'off') =>
  setDefault(`set default_transaction_read_only = ${value}`);

const isUnavailable = (error: unknown) =>
  error instanceof ApiError && error.code === 'storage_unavailable';

test('a start on a server that may only be read is rejected with what to do; an export is not', {
  skip,
}, async () => {
  await setReadOnly('on');
  await assert.rejects(
    open(),
    (error) => error instanceof OperatorError && /is read-only.*promote/.test(error.message),
  );
  const { pool } = await open(true);
  assert.deepEqual(await pool.rows('select 1 as n'), [{ n: 1 }]);
  await pool.close();
  await setReadOnly('off');
});

test('a session compiles nothing just in time and has no workers, whatever the server does', {
  skip,
}, async () => {
  const { pool } = await open();
  assert.deepEqual(await pool.rows('show jit'), [{ jit: 'off' }]);
  const workers = 'max_parallel_workers_per_gather';
  assert.deepEqual(await pool.rows(`show ${workers}`), [{ [workers]: '0' }]);
  await pool.close();
});

test('a session reads times and sees what others committed, whatever the defaults of the database', {
  skip,
}, async () => {
  await setDefault(`set datestyle = 'SQL, DMY'`);
  await setDefault(`set default_transaction_isolation = 'repeatable read'`);
  const { pool } = await open();
  const at = new Date('2026-02-01T12:00:00.000Z');
  assert.deepEqual(await pool.rows('select $1::timestamptz as at', [at]), [{ at }]);
  const level = 'transaction_isolation';
  assert.deepEqual(await pool.rows(`show ${level}`), [{ [level]: 'read committed' }]);
  await pool.close();
  await setDefault('reset all');
});

test('a session that may no longer write is given up, and the next call has another', {
  skip,
}, async () => {
  const { pool } = await open();
  await pool.rows('create table words (word text)');
  const write = `insert into words values ('kept')`;
  const ways = {
    alone: () => pool.rows(write),
    named: () => pool.rows(write, [], 'write_word'),
    'in a transaction': () => pool.transaction((tx) => tx.rows(write)),
  };
  for (const [name, way] of Object.entries(ways)) {
    await pool.rows('set default_transaction_read_only = on');
    await assert.rejects(way(), isUnavailable, name);
    await way();
  }
  assert.deepEqual(await pool.rows('select count(*) as n from words'), [{ n: 3 }]);
  await pool.close();
});

test('new sessions on a read-only server are rejected until it is writable', {
  skip,
}, async () => {
  const { pool } = await open();
  await pool.rows('select 1');
  await setReadOnly('on');
  await pool.rows('set default_transaction_read_only = on');
  await assert.rejects(pool.rows('create table more ()'), isUnavailable);
  await assert.rejects(pool.rows('select 1'), isUnavailable, 'what it reads may be old');
  await setReadOnly('off');
  assert.deepEqual(await pool.rows('select 1 as n'), [{ n: 1 }]);
  await pool.close();
});
