import type { AccountStatus } from '#contract/values.js';
import { holdersOf, settersOf, valuesIn } from './columns.js';
import type { Db } from './db.js';
import { column, first, hasRow } from './first-row.js';

export interface Account {
  readonly account_id: string;
  readonly name: string;
  readonly status: AccountStatus;
  readonly plan_credits: number;
  readonly rate_limit_per_minute: number;
  readonly max_pending: number;
  readonly created_at: Date;
  /** The licensed feeds that it may read, by name. */
  readonly feeds: readonly string[];
}

const COLUMNS =
  'account_id, name, status, plan_credits, rate_limit_per_minute, max_pending, created_at, feeds';

/** Stores a new account and its empty wallet; `eraseAt` is when it is erased, null for never. */
export async function insertAccount(
  db: Db,
  account: Account,
  eraseAt: Date | null = null,
): Promise<void> {
  await db.rows(
    `with made as (
       insert into accounts (${COLUMNS}, erase_at) values (${holdersOf(COLUMNS)}, $9)
     )
     insert into wallets (account_id, period, plan, extra, minute, calls) values ($1, '', 0, 0, 0, 0)`,
    [...valuesIn(COLUMNS, account), eraseAt],
  );
}

/** The account, or undefined. */
export const findAccount = (db: Db, accountId: string): Promise<Account | undefined> =>
  first(db, `select ${COLUMNS} from accounts where account_id = $1`, [accountId], 'find_account');

/**
 * The account, its row locked until the transaction ends (references to it stay possible). Every
 * change of an account's credits or pending searches takes this lock first, so that changes of one
 * account queue up and never deadlock.
 */
export const lockAccount = (db: Db, accountId: string): Promise<Account | undefined> =>
  first(
    db,
    `select ${COLUMNS} from accounts where account_id = $1 for no key update`,
    [accountId],
    'lock_account',
  );

/** Whether there is any account. */
export const hasAccounts = (db: Db): Promise<boolean> => hasRow(db, 'select from accounts limit 1');

/** All accounts, oldest first. */
export const listAccounts = (db: Db): Promise<Account[]> =>
  db.rows<Account>(`select ${COLUMNS} from accounts order by created_at, account_id`);

const CHANGED = 'account_id, name, plan_credits, rate_limit_per_minute, max_pending';

/** Stores the name, the plan and the limits of a locked account. */
export async function updateAccount(db: Db, account: Account): Promise<void> {
  await db.rows(
    `update accounts set ${settersOf(CHANGED)} where account_id = $1`,
    valuesIn(CHANGED, account),
  );
}

/** Stores the licensed feeds that a locked account may read. */
export async function setFeeds(db: Db, accountId: string, feeds: readonly string[]): Promise<void> {
  await db.rows('update accounts set feeds = $2 where account_id = $1', [accountId, feeds]);
}

/** Whether another account has this name. */
export const isNameTaken = (db: Db, name: string, accountId: string): Promise<boolean> =>
  hasRow(db, 'select from accounts where name = $1 and account_id <> $2 limit 1', [
    name,
    accountId,
  ]);

/** Sets the status of a locked account. */
export async function setAccountStatus(
  db: Db,
  accountId: string,
  status: Account['status'],
): Promise<void> {
  await db.rows('update accounts set status = $2 where account_id = $1', [accountId, status]);
}

/** Accounts that are to be erased: how many, and when the first of them is. */
export async function countErasable(db: Db): Promise<{ n: number; first_at: Date | null }> {
  const rows = await db.rows<{ n: number; first_at: Date | null }>(
    'select count(*) as n, min(erase_at) as first_at from accounts where erase_at is not null',
  );
  return rows[0] ?? { n: 0, first_at: null };
}

/** Accounts whose time to be erased has come, at most `limit`. */
export const dueForErasure = (db: Db, at: Date, limit: number): Promise<string[]> =>
  column(db, 'select account_id from accounts where erase_at <= $1 order by erase_at limit $2', [
    at,
    limit,
  ]);
