/** Lookup batches: many homes looked up at once, area by area, under a lease. */
import { assert } from '#base/assert.js';
import type { HomeOutcome } from '#contract/lookups.js';
import { accountsInTurn, type ClaimOrder, type Lease, valuesOfOrder } from './claims.js';
import { arraysIn, holdersOf, valuesIn } from './columns.js';
import type { Db } from './db.js';
import { first, hasRow } from './first-row.js';
import type { HeldBatch, StoredBatchHome } from './lookup-batch-homes.js';
import { ownedRows } from './owned-rows.js';

export interface LookupBatch {
  readonly batch_id: string;
  readonly account_id: string;
  readonly key_id: string;
  readonly route: string;
  readonly state: 'running' | 'ended';
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly idempotency_key: string | null;
  readonly body_hash: string;
}

/** A batch under a lease. */
export type ClaimedBatch = LookupBatch & HeldBatch & { readonly attempts: number };

const COLUMNS = `batch_id, account_id, key_id, route, state, created_at, ended_at, idempotency_key,
  body_hash`;

const HOME = 'nth, by, value, place, outcome, detail';

export const {
  find: findBatch,
  findByKey: findBatchByKey,
  count: countBatches,
  remove: deleteBatch,
} = ownedRows<LookupBatch>('lookup_batches', 'batch_id', COLUMNS);

/** Stores a batch with its homes; call it in a transaction. */
export async function insertBatch(
  tx: Db,
  batch: LookupBatch,
  homes: readonly StoredBatchHome[],
): Promise<void> {
  await tx.rows(
    `insert into lookup_batches (${COLUMNS}, lease_until)
     values (${holdersOf(COLUMNS)}, $6)`,
    valuesIn(COLUMNS, batch),
  );
  const texts = homes.map((home) => ({ ...home, place: home.place && JSON.stringify(home.place) }));
  await tx.rows(
    `insert into lookup_batch_homes (batch_id, ${HOME})
     select $1, * from unnest($2::integer[], $3::text[], $4::text[], $5::jsonb[], $6::text[], $7::text[])`,
    [batch.batch_id, ...arraysIn(HOME, texts)],
  );
}

/** The batches of an account, newest first. */
export const listBatches = (db: Db, accountId: string, limit: number): Promise<LookupBatch[]> =>
  db.rows<LookupBatch>(
    `select ${COLUMNS} from lookup_batches where account_id = $1
     order by created_at desc, batch_id desc limit $2`,
    [accountId, limit],
  );

/** The first account above a bound with a batch that runs. */
const nextAccount = (bound: string): string =>
  `select account_id from lookup_batches where state = 'running' and account_id > ${bound}
   order by account_id limit 1`;

/** Claims the batch that was looked at longest ago, of the next active account in turn. */
export const claimBatch = (
  db: Db,
  lease: Lease,
  order: ClaimOrder,
): Promise<ClaimedBatch | undefined> =>
  first(
    db,
    `with recursive ${accountsInTurn('$2', nextAccount)}, due as (
       select first.batch_id from turns t cross join lateral (
         select b.batch_id from lookup_batches b
         where b.account_id = t.account_id and b.state = 'running'
           and b.lease_until <= $1
         order by b.lease_until limit 1 for update of b skip locked
       ) first
       where t.account_id <> all($3::uuid[])
         and exists (select from accounts a where a.account_id = t.account_id and a.status = 'active')
       limit 1
     )
     update lookup_batches set lease_id = $4, lease_until = $5, attempts = attempts + 1
     where batch_id = (select batch_id from due) returning ${COLUMNS}, lease_id, attempts`,
    [lease.now, ...valuesOfOrder(order), lease.lease_id, lease.until],
  );

/** Releases a held batch until `until`; after a finished area its attempts count from 0 again. */
export async function releaseBatch(
  db: Db,
  { batch_id, lease_id }: HeldBatch,
  { until, isDone }: { readonly until: Date; readonly isDone: boolean },
): Promise<void> {
  await db.rows(
    `update lookup_batches
     set lease_id = null, lease_until = $3, attempts = case when $4 then 0 else attempts end
     where batch_id = $1 and lease_id = $2`,
    [batch_id, lease_id, until, isDone],
  );
}

/** Ends the waits of the batches on these routes, which nobody holds. */
export async function hurryBatchesOn(tx: Db, routes: readonly string[], at: Date): Promise<void> {
  await tx.rows(
    `update lookup_batches set lease_until = $2
     where route = any($1::text[]) and state = 'running' and lease_id is null and lease_until > $2`,
    [routes, at],
  );
}

/** Whether a batch is still held, and was not deleted. */
export const isBatchHeld = (db: Db, { batch_id, lease_id }: HeldBatch): Promise<boolean> =>
  hasRow(
    db,
    `select from lookup_batches where batch_id = $1 and lease_id = $2 and state = 'running'`,
    [batch_id, lease_id],
  );

/** Ends a held batch without pending homes. */
export async function endBatch(db: Db, { batch_id, lease_id }: HeldBatch, at: Date): Promise<void> {
  await db.rows(
    `update lookup_batches b set state = 'ended', ended_at = $3, lease_id = null
     where batch_id = $1 and lease_id = $2 and state = 'running' and not exists (
       select from lookup_batch_homes h where h.batch_id = b.batch_id and h.outcome = 'pending'
     )`,
    [batch_id, lease_id, at],
  );
}

/**
 * Sets homes with one of these outcomes back to pending, and runs the batch with another key.
 * Returns the batch; undefined when the account has none with this id.
 */
export async function reopenBatch(
  tx: Db,
  { account_id, batch_id, key_id }: Pick<LookupBatch, 'account_id' | 'batch_id' | 'key_id'>,
  outcomes: readonly HomeOutcome[],
  at: Date,
): Promise<LookupBatch | undefined> {
  const [batch] = await tx.rows<LookupBatch>(
    `select ${COLUMNS} from lookup_batches where account_id = $1 and batch_id = $2 for update`,
    [account_id, batch_id],
  );
  if (batch === undefined) return undefined;
  const rows = await tx.rows<{ outcome: string }>(
    `update lookup_batch_homes set outcome = 'pending', detail = null
     where batch_id = $1 and (outcome = any($2::text[]) or outcome = 'pending') returning outcome`,
    [batch_id, outcomes],
  );
  if (rows.length === 0) return batch;
  // A worker that still has the batch loses it: it works with the key of before.
  const [reopened] = await tx.rows<LookupBatch>(
    `update lookup_batches
     set state = 'running', ended_at = null, key_id = $2, lease_id = null, lease_until = $3,
       attempts = 0
     where batch_id = $1 returning ${COLUMNS}`,
    [batch_id, key_id, at],
  );
  assert(reopened !== undefined, 'a locked batch is there');
  return reopened;
}
