import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import { AT, sharedStore } from '../../test/support/open-test-store.js';
import { listChanged, noteRelisted, putWatchRows, type WatchRow } from './watch-rows.js';
import { insertRun } from './watch-runs.js';

const store = sharedStore();

const rowOf = (source_id: string, more: Partial<WatchRow>): WatchRow => ({
  source_id,
  row: {},
  watched: {},
  address_key: '78704 1 OAK ST',
  first_seen_at: AT,
  last_seen_at: AT,
  missed: 0,
  removed_at: null,
  change: null,
  previous: null,
  state: {},
  state_since: AT,
  ...more,
});

async function insertWatchWithRun(watch_id: string, run_id: string): Promise<void> {
  const { account, keyId } = await store.account();
  const { account_id } = account;
  await store.pool.rows(
    `insert into watches (watch_id, account_id, key_id, name, route, query, schedule, events, fields,
       min_price_change, runs_until_removed, state, created_at, next_run_at, body_hash)
     values ($1, $2, $3, '', 'portal_a_listings', '{}', '{}', '{}', '{}', 0, 2, 'active', $4, $4, '')`,
    [watch_id, account_id, keyId, AT],
  );
  await insertRun(
    store.pool,
    { watch_id, run_id, account_id, compared_run_id: null },
    { lease_id: run_id, now: AT, until: AT },
  );
}

test('each new listing at the address of missing ones has another predecessor, or is new', async () => {
  const [watchId, run] = [store.id(), store.id()];
  await insertWatchWithRun(watchId, run);
  const missing = (id: string, daysAgo: number) =>
    rowOf(id, { missed: 1, last_seen_at: new Date(AT.getTime() - daysAgo * DAY_MS) });
  const added = ['new-1', 'new-2', 'new-3'].map((id) => rowOf(id, { change: 'added' }));
  const others = [
    rowOf('known', {}),
    rowOf('elsewhere', { change: 'added', address_key: '78704 2 OAK ST' }),
    rowOf('nowhere', { change: 'added', address_key: null }),
    rowOf('lost', { missed: 1, address_key: null }),
  ];
  await store.pool.transaction(async (tx) => {
    const rows = [...added, missing('old-2', 2), missing('old-1', 1), ...others];
    await putWatchRows(tx, run, rows);
    // `missed` of a row is counted when it is carried over.
    await tx.rows("update watch_rows set missed = 1 where run_id = $1 and source_id ~ 'old|lost'", [
      run,
    ]);
    await noteRelisted(tx, watchId, run);
    const changed = await listChanged(tx, run, '', 10);
    assert.deepEqual(
      changed.map(({ source_id, change, previous }) => [source_id, change, previous?.source_id]),
      [
        ['elsewhere', 'added', undefined],
        ['new-1', 'relisted', 'old-1'],
        ['new-2', 'relisted', 'old-2'],
        ['new-3', 'added', undefined],
        ['nowhere', 'added', undefined],
      ],
    );
  });
});
