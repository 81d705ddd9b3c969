/** Accounts with their available credits, for an overview. */
import type { AccountBalancesBody } from '#contract/operator.js';
import { findBalances } from '#store/balances.js';
import { now, type Parts } from '../app.js';

/** Most accounts in one response. */
export const ACCOUNTS_MAX = 500;

/** Accounts, newest first: all, or those whose name contains a text or whose id it is. */
export async function showBalances(
  app: Parts<'clock' | 'db'>,
  text: string | null,
): Promise<AccountBalancesBody> {
  const { accounts, total } = await findBalances(app.db, text, now(app), ACCOUNTS_MAX);
  return {
    accounts: accounts.map(({ created_at, last_used_at, ...account }) => ({
      ...account,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    total,
  };
}
