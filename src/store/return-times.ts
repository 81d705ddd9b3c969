/** Resets what a wrong clock set too far ahead: work would wait, and months grant no credits. */
import { minuteOf } from '#domain/rate.js';
import { lockAccount } from './accounts.js';
import type { Db } from './db.js';
import { returnPlan } from './ledger.js';

/** Leases last minutes, and nothing starts in the future. */
const LEASE = `interval '1 hour'`;
/** A watch runs at most a tenth after its interval, or a day and minutes after its last run. */
const NEXT_RUN = `make_interval(secs => coalesce((schedule ->> 'interval_s')::int, 86400) * 1.1 + 3600)`;
/** A delivery is retried after at most a day and a fifth. */
const RETRY = `interval '2 days'`;

/** A column, and how far ahead of now it may be; rows beyond are set to now. */
const TIMES = [
  ['watches', 'next_run_at', NEXT_RUN],
  ['watches', 'last_complete_at', LEASE],
  ['watches', 'last_read_at', LEASE],
  ['watch_runs', 'lease_until', LEASE],
  ['watch_runs', 'waits_until', LEASE],
  ['watch_runs', 'started_at', LEASE],
  ['watch_runs', 'ended_at', LEASE],
  ['lookup_batches', 'lease_until', LEASE],
  ['collections', 'lease_until', LEASE],
  ['collections', 'started_at', LEASE],
  ['collections', 'created_at', LEASE],
  ['collections', 'fails_until', LEASE],
  ['source_states', 'open_until', RETRY],
  ['endpoints', 'lease_until', LEASE],
  ['endpoints', 'held_until', RETRY],
  ['deliveries', 'next_at', RETRY],
  ['replicas', 'lease_until', LEASE],
  ['replicas', 'due_at', RETRY],
] as const;

/** Resets what was set by a clock that has gone back to `at`. */
export async function returnTimes(db: Db, at: Date): Promise<void> {
  for (const [table, column, ahead] of TIMES) {
    await db.rows(
      `update ${table} set ${column} = $1 where ${column} > $1::timestamptz + ${ahead}`,
      [at],
    );
  }
  // Calls of a future minute would count in every minute until then.
  const minute = minuteOf(at.getTime());
  await db.rows('update wallets set minute = $1, calls = 0 where minute > $1', [minute]);
}

/** Returns wallets of later months to the month of `at`. */
export async function returnPlans(db: Db, period: string, at: Date): Promise<void> {
  const ahead = await db.rows<{ account_id: string }>(
    'select account_id from wallets where period > $1 order by account_id',
    [period],
  );
  for (const { account_id } of ahead) {
    await db.transaction(async (tx) => {
      const account = await lockAccount(tx, account_id);
      if (account !== undefined) await returnPlan(tx, account, period, at);
    });
  }
}
