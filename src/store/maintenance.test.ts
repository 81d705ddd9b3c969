/** What the embedded engine does not do by itself: unused space and old rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limits } from '#base/limits.js';
import { sharedStore } from '../../test/support/open-test-store.js';
import { keepEmbedded, vacuumDue } from './maintenance.js';

const EMBEDDED = {
  skip: process.env.ROWHOUSE_TEST_DATABASE_URL !== undefined && 'a server does this by itself',
};

const store = sharedStore();

const ROWS = 3_000;

/** Keys come and go, as they do when requests expire. */
async function comeAndGo(): Promise<void> {
  await store.pool.rows(
    `insert into idempotency_keys
     select gen_random_uuid(), 'key-' || n, gen_random_uuid(), 'hash', 'call' from generate_series(1, $1::int) n`,
    [ROWS],
  );
  await store.pool.rows('delete from idempotency_keys');
  await store.pool.rows('select pg_stat_force_next_flush()');
}

async function one<T>(text: string): Promise<T> {
  const [row] = await store.pool.rows<{ value: T }>(`select ${text} as value`);
  return row?.value as T;
}

test('the space of removed rows is used again, in any table', EMBEDDED, async () => {
  const sizes: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    await comeAndGo();
    await vacuumDue(store.pool);
    sizes.push(await one<number>(`pg_total_relation_size('idempotency_keys')`));
  }
  // The pages of an index are used again one round later than those of its table.
  const [, , third = 0, , , last = 0] = sizes;
  assert.ok(last < third * 1.1, `bytes after each round: ${sizes.join(', ')}`);
});

test('a table is left alone until a fifth of its rows changed', EMBEDDED, async () => {
  const vacuums = () => one<number>(`pg_stat_get_vacuum_count('endpoints'::regclass)`);
  const hot = () => one<number>(`pg_stat_get_vacuum_count('requests'::regclass)`);
  const [before, hotBefore] = [await vacuums(), await hot()];
  await vacuumDue(store.pool);
  await store.pool.rows('select pg_stat_force_next_flush()');
  assert.equal(await vacuums(), before);
  assert.ok((await hot()) > hotBefore, 'those that change all the time are vacuumed each time');
});

test(
  'rows are frozen before the transaction numbers end, those of every table',
  EMBEDDED,
  async () => {
    const age = () =>
      one<number>(`(select max(age(relfrozenxid)) from pg_class where relkind in ('r', 't'))`);
    for (let n = 0; n < 50; n += 1) await store.pool.rows('select txid_current()');
    const old = await age();
    assert.ok(old >= 50);
    for (let round = 0; round < 20 && (await age()) > 49; round += 1)
      await vacuumDue(store.pool, 49);
    assert.ok((await age()) < old, 'after a few rounds nothing is that old');
  },
);

test('it runs until it is stopped, and one that fails ends none', async () => {
  const stop = new AbortController();
  const warned: object[] = [];
  let rounds = 0;
  const failing = { ...store.pool, rows: () => Promise.reject(new Error('no room')) };
  await keepEmbedded(
    failing,
    { CHECKPOINT_S: 1, VACUUM_S: 1 } as Limits,
    {
      nowMs: () => 0,
      sleep: async () => {
        rounds += 1;
        if (rounds > 6) stop.abort();
      },
    },
    { info: () => undefined, error: () => undefined, warn: (about) => void warned.push(about) },
    stop.signal,
  );
  const jobs = warned.map((about) => (about as { job: string }).job);
  assert.ok(jobs.includes('checkpoint') && jobs.includes('vacuum'), jobs.join());
});
