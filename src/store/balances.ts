/** What many accounts can spend, in one statement. */
import type { Balance } from '#contract/operations/service.js';
import type { Account } from './accounts.js';
import type { Db } from './db.js';
import { balanceOf } from './ledger.js';
import type { Wallet } from './wallets.js';

export interface AccountBalance extends Account {
  readonly balance: Balance;
  /** When one of its keys was last used, to about a minute. */
  readonly last_used_at: Date | null;
}

/**
 * Accounts whose name contains the text or whose id it is (or all), newest first, and the total.
 */
export async function findBalances(
  db: Db,
  text: string | null,
  at: Date,
  limit: number,
): Promise<{ readonly accounts: readonly AccountBalance[]; readonly total: number }> {
  const rows = await db.rows<
    Account & Wallet & { reserved: number; last_used_at: Date | null; total: number }
  >(
    `with found as (
       select * from accounts
       where $1::text is null or position(lower($1) in lower(name)) > 0 or account_id::text = lower($1)
     )
     select a.account_id, a.name, a.status, a.plan_credits, a.rate_limit_per_minute, a.max_pending,
       a.created_at, a.feeds, w.period, w.plan, w.extra,
       (select coalesce(sum(r.reserved), 0)::bigint from reserved_credits r where r.account_id = a.account_id)
         as reserved,
       (select max(k.last_used_at) from api_keys k where k.account_id = a.account_id) as last_used_at,
       (select count(*) from found) as total
     from (select * from found order by created_at desc, account_id desc limit $2) a
     join wallets w on w.account_id = a.account_id
     order by a.created_at desc, a.account_id desc`,
    [text, limit],
  );
  const accounts = rows.map(({ period, plan, extra, reserved, total: _total, ...account }) => ({
    ...account,
    balance: balanceOf(account, { period, plan, extra, reserved }, at),
  }));
  return { accounts, total: rows[0]?.total ?? 0 };
}
