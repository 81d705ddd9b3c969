/** Whose work is claimed next. */

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
