import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT, sharedStore } from '../../test/support/open-test-store.js';
import { renewLease } from './claims.js';
import { insertRun, lockNextRun } from './watch-runs.js';

const LOAD = 10_000;
const LATER = new Date(AT.getTime() + 60_000);

const store = sharedStore();
let heavy: string;

/** An account with this many due watches. */
async function accountWith(watches: number, dueAt: Date): Promise<string> {
  const { account, keyId } = await store.account();
  await store.pool.rows(
    `insert into watches (watch_id, account_id, key_id, name, route, query, schedule, events, fields,
       min_price_change, runs_until_removed, state, created_at, next_run_at, body_hash)
     select gen_random_uuid(), $1, $2, '', 'portal_a_listings', '{}', '{}', '{}', '{}', 0, 2, 'active', $3, $4, ''
     from generate_series(1, $5::int)`,
    [account.account_id, keyId, AT, dueAt, watches],
  );
  return account.account_id;
}

/** Starts what is next, if it is a watch; returns what was next. */
const next = (order: { after?: string | undefined; full?: readonly string[] }) =>
  store.pool.transaction(async (tx) => {
    const found = await lockNextRun(tx, AT, order);
    if (found === undefined || found.run_id !== null) return found;
    const run = { ...found, run_id: store.id(), compared_run_id: null };
    await insertRun(tx, run, { lease_id: run.run_id, now: AT, until: LATER });
    return run;
  });

test(`of ${LOAD} due watches of one account and a later one of another, both get turns`, async () => {
  heavy = await accountWith(LOAD, new Date(AT.getTime() - 60_000));
  const light = await accountWith(1, AT);
  const first = await next({});
  const second = await next({ after: first?.account_id });
  assert.deepEqual([first?.account_id, second?.account_id], [heavy, light]);
  assert.equal((await next({ after: light }))?.account_id, heavy);
  assert.equal(await next({ full: [heavy] }), undefined, 'nobody else has anything due');
  await renewLease(store.pool, 'watch_runs', first?.run_id ?? '', first?.run_id ?? '', AT);
  const left = await next({ after: light });
  assert.equal(left?.run_id, first?.run_id, 'what was begun goes on before more begins');
  await renewLease(store.pool, 'watch_runs', first?.run_id ?? '', first?.run_id ?? '', LATER);
});

test('what comes next is found by a few rows of an account with many', async () => {
  const reads = async () => {
    await store.pool.rows('select pg_stat_force_next_flush()');
    const [row] = await store.pool.rows<{ n: number }>(
      `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n
       from pg_stat_user_tables where relname in ('watches', 'watch_runs')`,
    );
    return row?.n ?? 0;
  };
  await store.pool.rows('analyze watches');
  const before = await reads();
  for (let at = 0; at < 5; at += 1) assert.notEqual(await next({}), undefined);
  // Going round, it visits an account with nothing due.
  for (let at = 0; at < 4; at += 1) assert.notEqual(await next({ after: heavy }), undefined);
  assert.equal(await next({ full: [heavy] }), undefined, 'the other one has nothing due');
  const read = (await reads()) - before;
  assert.ok(read <= 10 * 100, `${read} rows were read for 10 looks`);
});

test('a run of a suspended account waits until the account is active', async () => {
  const account_id = await accountWith(1, AT);
  const others = { full: (await accounts()).filter((id) => id !== account_id) };
  const begun = await next(others);
  await renewLease(store.pool, 'watch_runs', begun?.run_id ?? '', begun?.run_id ?? '', AT);
  const setStatus = (status: string) =>
    store.pool.rows('update accounts set status = $2 where account_id = $1', [account_id, status]);
  await setStatus('suspended');
  assert.equal(await next(others), undefined);
  await setStatus('active');
  assert.equal((await next(others))?.run_id, begun?.run_id);
});

const accounts = async (): Promise<string[]> =>
  (await store.pool.rows<{ account_id: string }>('select account_id from accounts')).map(
    ({ account_id }) => account_id,
  );
