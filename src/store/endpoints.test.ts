import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AT, sharedStore } from '../../test/support/open-test-store.js';
import { claimEndpoint } from './endpoints.js';
import { insertEvents } from './events.js';

const LOAD = 10_000;
const LATER = new Date(AT.getTime() + 60_000);

const store = sharedStore();

/** An account with an event, and this many endpoints that have not received it. */
async function accountWith(endpoints: number): Promise<string> {
  const { account } = await store.account();
  const { account_id } = account;
  await store.pool.rows(
    `insert into endpoints (endpoint_id, account_id, url, name, types, state, secrets, created_at, next_seq)
     select gen_random_uuid(), $1, 'https://hooks.example.com/', '', array['watch.changed'], 'enabled', '[]', $2, 1
     from generate_series(1, $3::int)`,
    [account_id, AT, endpoints],
  );
  const event = { event_id: store.id(), type: 'watch.changed', watch_id: null, data: {} };
  await insertEvents(store.pool, account_id, [event], AT);
  return account_id;
}

const claim = (at: number, after: string | undefined, full: readonly string[] = []) => {
  const lease = { lease_id: store.id(), now: new Date(AT.getTime() + at), until: LATER };
  return claimEndpoint(store.pool, lease, { after, full });
};

test(`of ${LOAD} endpoints of one account and one of others, each account gets its turn at once`, async () => {
  const heavy = await accountWith(LOAD);
  const others = [await accountWith(1), await accountWith(1)];
  const claimed: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    claimed.push((await claim(at, claimed.at(-1)))?.account_id ?? '');
  }
  assert.deepEqual(claimed, [heavy, ...others, heavy, heavy, heavy]);
  assert.equal(await claim(9, undefined, [heavy]), undefined, 'nobody else has work');
  await store.pool.rows('update endpoints set lease_until = null where account_id = $1', [
    others[1],
  ]);
  assert.equal((await claim(9, heavy, [heavy]))?.account_id, others[1]);
});

test('a claim reads a few rows of an account with many', async () => {
  const [plan] = await store.pool.rows<{ n: number }>(
    `select count(*) as n from endpoints where lease_until is null`,
  );
  assert.ok((plan?.n ?? 0) > LOAD / 2);
  const reads = async () => {
    // A session sends statistics at the end of a transaction, at most once a second.
    await store.pool.rows('select pg_stat_force_next_flush()');
    const [row] = await store.pool.rows<{ n: number }>(
      `select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as n
       from pg_stat_user_tables where relname = 'endpoints'`,
    );
    return row?.n ?? 0;
  };
  const before = await reads();
  for (let at = 0; at < 10; at += 1) await claim(20 + at, undefined);
  const read = (await reads()) - before;
  assert.ok(read <= 10 * 50, `${read} rows were read for 10 claims`);
});
