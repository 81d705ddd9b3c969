/** Rowhouse behind PgBouncer with default settings: what works, what is rejected at the start. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { OperatorError } from '#base/operator-error.js';
import { openStore } from '#store/open.js';
import { systemClock } from '../src/system.js';
import { openTestApp, testDatabase } from './support/open-test-app.js';
import { type Pgbouncer, startPgbouncer, withoutPgbouncer } from './support/run-pgbouncer.js';

const skip = withoutPgbouncer(process.env.ROWHOUSE_TEST_DATABASE_URL);
const ENTRIES = {
  by_session: 'pool_mode=session',
  by_transaction: 'pool_mode=transaction',
  by_transaction_one: 'pool_mode=transaction pool_size=1',
  by_statement: 'pool_mode=statement',
  one_session: 'pool_mode=session pool_size=1',
};

let database: Awaited<ReturnType<typeof testDatabase>>;
let bouncer: Pgbouncer;
before(async () => {
  database = await testDatabase();
  if (skip !== false || database === null) return;
  bouncer = await startPgbouncer(database.url, ENTRIES);
});
after(async () => {
  if (skip === false) await bouncer.stop();
  await database?.drop();
});

const open = (at: Pgbouncer, entry: string, schema: string | null = null) =>
  openStore({
    databaseUrl: at.url(entry),
    dataDir: '/nonexistent',
    schema,
    poolMax: 2,
    timeoutS: 3,
    clock: systemClock,
  });

/** Statements on a connection of its own. */
async function ask(url: string, ...statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const values: unknown[] = [];
  for (const text of statements) {
    const { rows } = await client.query<Record<string, unknown>>(text);
    values.push(Object.values(rows[0] ?? {})[0]);
  }
  await client.end();
  return values;
}

test('session pooling: searches, hits and polls are answered, and signals arrive', {
  skip,
}, async () => {
  const t = await openTestApp({ env: { DATABASE_URL: bouncer.url('by_session') } });
  try {
    const { api_key, account_id } = await t.account();
    const path = '/v1/portal_a/listings?zip=78704';
    assert.equal((await t.settled(path, api_key)).statusCode, 200);
    const calls = Array.from({ length: 20 }, () => t.get(path, api_key));
    const hits = await Promise.all(calls);
    assert.deepEqual(
      hits.map(({ statusCode }) => statusCode),
      hits.map(() => 200),
    );
    const [captured] = await t.app.db.rows<{ n: number }>(
      `select count(*) as n from ledger where account_id = $1 and kind = 'capture'`,
      [account_id],
    );
    assert.equal(captured?.n, 21);
    const heard = new Promise((done) => t.app.notifications.on('logged', done));
    await ask(database?.url ?? '', `select pg_notify('rowhouse', 'logged from-elsewhere')`);
    assert.equal(await heard, 'from-elsewhere');
  } finally {
    await t.close();
  }
});

test('session pooling: timeouts and the schema hold in every session, and in none that follows', {
  skip,
}, async () => {
  for (let round = 0; round < 2; round += 1) {
    const { pool } = await open(bouncer, 'by_session', 'elsewhere');
    const set = () =>
      pool.rows(
        `select current_setting('statement_timeout') as statement, current_setting('search_path') as path,
                current_setting('idle_in_transaction_session_timeout') as idle, pg_sleep(0.1) is null as slept`,
        [],
        'settings_of_a_session',
      );
    const expected = { statement: '3s', path: 'elsewhere', idle: '6s', slept: false };
    assert.deepEqual((await Promise.all([set(), set()])).flat(), [expected, expected]);
    await pool.close();
    const [left] = await ask(bouncer.url('by_session'), 'show statement_timeout');
    assert.equal(left, '0');
  }
});

for (const entry of ['by_transaction', 'by_transaction_one', 'by_statement']) {
  test(`${entry.replaceAll('_', ' ')}: the start is rejected in one line, and sets nothing`, {
    skip,
  }, async () => {
    await assert.rejects(open(bouncer, entry), isOperatorError(/pool_mode=session/));
    assert.deepEqual(await ask(bouncer.url(entry), 'show statement_timeout'), ['0']);
  });
}

test('transaction pooling is noticed when connections are handed out in turn, however many are open', {
  skip,
}, async () => {
  const turning = await startPgbouncer(database?.url ?? '', ENTRIES, ['server_round_robin = 1']);
  try {
    const url = turning.url('by_transaction');
    for (let busy = 0; busy < 4; busy += 1) {
      // Each round leaves one more connection in the pool.
      const waits = Array.from({ length: busy }, () => ask(url, 'select pg_sleep(0.2)'));
      await Promise.all(waits);
      await assert.rejects(open(turning, 'by_transaction'), isOperatorError(/pool_mode=session/));
    }
  } finally {
    await turning.stop();
  }
});

test('a pool with too few connections, and a name that it does not have, are named', {
  skip,
}, async () => {
  await assert.rejects(open(bouncer, 'one_session'), isOperatorError(/default_pool_size/));
  await assert.rejects(open(bouncer, 'nowhere'), isOperatorError(/nowhere/));
});

const isOperatorError = (text: RegExp) => (error: unknown) =>
  error instanceof OperatorError && text.test(error.message) && !error.message.includes('\n');
