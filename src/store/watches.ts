/** Watches: stored searches with a schedule. */

import type { Schedule } from '#contract/operations/watches.js';
import type { ChangeKind, PauseReason } from '#contract/watches.js';
import { holdersOf, namesIn, settersOf, valuesIn } from './columns.js';
import type { Db } from './db.js';
import { hasRow } from './first-row.js';
import { HAS_CREDIT } from './ledger.js';
import { ownedRows } from './owned-rows.js';

export interface Watch {
  readonly watch_id: string;
  readonly account_id: string;
  readonly key_id: string;
  readonly name: string;
  readonly route: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly schedule: Schedule;
  readonly events: readonly ChangeKind[];
  readonly fields: readonly string[];
  readonly min_price_change: number;
  readonly max_credits_per_run: number | null;
  readonly runs_until_removed: number;
  readonly state: 'active' | 'paused';
  readonly pause_reason: PauseReason | null;
  readonly created_at: Date;
  readonly next_run_at: Date | null;
  readonly snapshot_run_id: string | null;
  readonly snapshot_of: string | null;
  readonly last_complete_at: Date | null;
  /** The end of the last complete run, whatever the search was then. */
  readonly last_read_at: Date | null;
  readonly failures: number;
  readonly idempotency_key: string | null;
  readonly body_hash: string;
}

const LIST = `watch_id, account_id, key_id, name, route, query, schedule, events, fields, min_price_change,
  max_credits_per_run, runs_until_removed, state, pause_reason, created_at, next_run_at, snapshot_run_id,
  snapshot_of, last_complete_at, last_read_at, failures, idempotency_key, body_hash`;
const OF_WATCH = namesIn(LIST)
  .map((name) => `w.${name}`)
  .join(', ');

/** A watch is locked before its run; its runs and rows go with it. */
export const {
  find: findWatch,
  findByKey: findWatchByKey,
  count: countWatches,
  remove: deleteWatch,
} = ownedRows<Watch>('watches', 'watch_id', LIST);

/** Stores a watch; false when another watch of the account has its Idempotency-Key. */
export const insertWatch = (db: Db, watch: Watch): Promise<boolean> =>
  hasRow(
    db,
    `insert into watches (${LIST}) values (${holdersOf(LIST)})
     on conflict (account_id, idempotency_key) do nothing returning 1`,
    valuesIn(LIST, watch),
  );

/** Stores a changed watch; its row must be locked. */
export async function updateWatch(tx: Db, watch: Watch): Promise<void> {
  await tx.rows(`update watches set ${settersOf(LIST)} where watch_id = $1`, valuesIn(LIST, watch));
}

/** The watches of an account, oldest first. */
export const listWatches = (db: Db, accountId: string): Promise<Watch[]> =>
  db.rows<Watch>(
    `select ${LIST} from watches where account_id = $1 order by created_at, watch_id`,
    [accountId],
  );

/** Watches that run or wait for credit, and whose key was revoked or has expired; oldest first. */
export const listOfEndedKeys = (db: Db, at: Date, limit: number): Promise<Watch[]> =>
  db.rows<Watch>(
    `select ${OF_WATCH}
     from api_keys k join watches w using (key_id)
     where (w.state = 'active' or w.pause_reason = 'quota_exceeded') and (k.revoked_at is not null or k.expires_at <= $1)
     order by w.created_at limit $2`,
    [at, limit],
  );

/**
 * Watches paused for lack of credit, of active accounts that have some in the month `period` and of
 * keys with room: the oldest of each account first, so that none holds up another.
 */
export const listFunded = (db: Db, period: string, limit: number): Promise<Watch[]> =>
  db.rows<Watch>(
    `select ${OF_WATCH}
     from watches w join accounts a using (account_id) join api_keys k on k.key_id = w.key_id
       join wallets on wallets.account_id = a.account_id
     where w.pause_reason = 'quota_exceeded' and a.status = 'active' and k.revoked_at is null
       and (k.credits_max is null or k.credits_used < k.credits_max) and ${HAS_CREDIT}
     order by row_number() over (partition by w.account_id order by w.created_at), w.created_at limit $2`,
    [period, limit],
  );
