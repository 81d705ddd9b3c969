/** Wallets: an account's available credits, and its calls in the minute, in one row. */
import { ascending } from './ascending.js';
import { intArray, uuidArray } from './binary-array.js';
import type { Db } from './db.js';

/** The wallet of an account while its row is locked. */
export interface Wallet {
  /** The month of its plan credits; '' before the first and after they expired. */
  readonly period: string;
  readonly plan: number;
  readonly extra: number;
}

/** Locks the wallet of an account until the transaction ends. */
export async function lockWallet(db: Db, accountId: string): Promise<Wallet> {
  const rows = await db.rows<Wallet>(
    'select period, plan, extra from wallets where account_id = $1 for update',
    [accountId],
    'lock_wallet',
  );
  const [wallet] = rows;
  if (wallet === undefined) throw new Error('an account has a wallet');
  return wallet;
}

/** Sets the month that the plan credits of an account belong to from now on. */
export async function setWalletPeriod(db: Db, accountId: string, period: string): Promise<void> {
  await db.rows('update wallets set period = $2 where account_id = $1', [accountId, period]);
}

/**
 * Counts calls in a minute, one per listed account, and returns for each the calls of its account
 * so far, in order; exact across nodes. Wallets are locked in account order.
 */
export async function countCalls(
  db: Db,
  accounts: readonly string[],
  minute: number,
): Promise<number[]> {
  const { keys, counts, nths, places } = ascending(accounts);
  const rows = await db.rows<{ calls: number[] }>(
    'select count_calls($1, $2, $3) as calls',
    [minute, uuidArray(keys), intArray(counts)],
    'count_calls',
  );
  const calls = rows[0]?.calls ?? [];
  return places.map((place, index) => {
    const nth = nths[index] ?? 0;
    return (calls[nth - 1] ?? 0) - (counts[nth - 1] ?? 0) + place;
  });
}

/** The calls of accounts in a minute so far, in order; counts nothing. */
export async function callsIn(
  db: Db,
  accounts: readonly string[],
  minute: number,
): Promise<number[]> {
  const rows = await db.rows<{ account_id: string; calls: number }>(
    'select account_id, calls from wallets where account_id = any($1) and minute = $2',
    [[...new Set(accounts)], minute],
  );
  const calls = new Map(rows.map((row) => [row.account_id, row.calls]));
  return accounts.map((account) => calls.get(account) ?? 0);
}
