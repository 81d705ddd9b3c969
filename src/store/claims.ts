/** Claims of work: which account is next, and the leases that hold rows. */
import type { Db } from './db.js';

/** A lease on a row: it ends at `until` unless renewed; then another process may take the row. */
export interface Lease {
  readonly lease_id: string;
  readonly now: Date;
  readonly until: Date;
}

/** Tables whose rows are leased: their key, and which rows can be. */
const LEASED = {
  collections: ['collection_id', `state = 'running'`],
  watch_runs: ['run_id', `state = 'running'`],
  lookup_batches: ['batch_id', `state = 'running'`],
  endpoints: ['endpoint_id', `state = 'enabled'`],
  replicas: ['feed', 'true'],
} as const;

/** Renews a lease, or ends it at `until`; false when it was lost, and its holder must stop. */
export async function renewLease(
  db: Db,
  table: keyof typeof LEASED,
  id: string,
  leaseId: string | null,
  until: Date,
): Promise<boolean> {
  const [key, canBeHeld] = LEASED[table];
  const rows = await db.rows(
    `update ${table} set lease_until = $3
     where ${key} = $1 and lease_id = $2 and ${canBeHeld} returning 1`,
    [id, leaseId, until],
  );
  return rows.length === 1;
}

/** Round robin over accounts by id: each gets a turn before any gets its next. */
export interface ClaimOrder {
  /** The account that had the last turn; left out at first. */
  readonly after?: string | undefined;
  /** Accounts that may not have a turn now. */
  readonly full?: readonly string[];
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** The values of an order, for a statement with `accountsInTurn`. */
export const valuesOfOrder = ({ after = FIRST, full = [] }: ClaimOrder): unknown[] => [after, full];

/**
 * Tables for `with recursive`. `turns (account_id)` lists the accounts that `next` finds, once
 * around, starting after `after`. It reads one index entry per account, however many rows an
 * account has, and only as far as its reader goes. `next` selects the first account above a bound;
 * `after` names the parameter with the last account.
 */
export const accountsInTurn = (
  after: `$${number}`,
  next: (bound: string) => string,
): string => `circle (account_id, lap) as (
    select ${after}::uuid, null::integer
    union all
    select found.account_id, found.lap from circle c cross join lateral (
      select n.account_id, coalesce(c.lap, 0) as lap from (${next('c.account_id')}) n
      where c.lap is distinct from 1 or n.account_id <= ${after}::uuid
      union all
      select n.account_id, 1 from (${next(`'${FIRST}'::uuid`)}) n
      where c.lap is distinct from 1 and n.account_id <= ${after}::uuid
      limit 1
    ) found
  ), turns as (select account_id from circle where lap is not null)`;
