/** Claims of work: whose comes next, and the leases under which rows are held. */
import type { Db } from './db.js';

/** The right to work on a row until a moment; it is lost when it is not renewed, and another process takes the row. */
export interface Lease {
  readonly lease_id: string;
  readonly now: Date;
  readonly until: Date;
}

/** Rows that are held under a lease: their key, and which of them can be held. */
const LEASED = {
  collections: ['collection_id', `state = 'running'`],
  watch_runs: ['run_id', `state = 'running'`],
  endpoints: ['endpoint_id', `state = 'enabled'`],
  replicas: ['feed', 'true'],
} as const;

/** Prolongs a lease, or ends it at `until`; false when it was lost, and its holder must stop. */
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

/** The accounts in a circle by their ids: each gets a turn before any gets its next. */
export interface ClaimOrder {
  /** The account that had the turn before; left out for the first. */
  readonly after?: string | undefined;
  /** Accounts that may not have a turn now. */
  readonly full?: readonly string[];
}

const FIRST = '00000000-0000-0000-0000-000000000000';

/** The values of an order, for a statement with `ACCOUNTS_IN_TURN`. */
export const valuesOfOrder = ({ after = FIRST, full = [] }: ClaimOrder): unknown[] => [after, full];

/**
 * Tables for `with recursive`, of which `turns (account_id)` has the accounts that `next` finds, from the one behind
 * `after` on, once around. It reads one entry of an index for each account, however many rows an account has, and goes
 * no further than its reader. `next` is the statement for the first account above a bound, `$n` the place of `after`.
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
