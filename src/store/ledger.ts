/**
 * The ledger: every change of credits is one entry, and balances are the sum of the entries. All
 * functions run inside a transaction that holds the account's row lock (lockAccount); they lock its
 * wallet, then its reserved credits.
 */
import { assert } from '#base/assert.js';
import type { Balance } from '#contract/operations/service.js';
import { planPeriod } from '#domain/credits.js';
import { firstUuidAt } from '#domain/uuid-time.js';
import { type Account, lockAccount } from './accounts.js';
import type { Db } from './db.js';
import { numberIn } from './first-row.js';
import { lockWallet, setWalletPeriod, type Wallet } from './wallets.js';

export type Bucket = 'plan' | 'extra';

/** A change of the available credits that no call caused. */
interface Entry {
  readonly account_id: string;
  readonly kind: 'grant' | 'adjust' | 'expire';
  readonly bucket: Bucket;
  readonly period: string;
  readonly amount: number;
  readonly at: Date;
}

/** The request that a reservation is for, and how much it holds. */
export interface Reserved {
  readonly request_id: string;
  readonly route: string;
  readonly credits: number;
  /** The requesting key; null without one. */
  readonly key_id: string | null;
}

/** Extra credits do not belong to a month. */
export const EXTRA_PERIOD = '';
/** A wallet without plan credits of any month. */
const NO_PERIOD = '';

/**
 * Adds credits to a bucket. Plan credits go to the month of the wallet, so call grantPlan first. A
 * `grant` of plan credits is what the plan gives; an `adjust` is what an operator adds.
 */
export async function grantCredits(
  db: Db,
  account: { readonly account_id: string },
  bucket: Bucket,
  amount: number,
  at: Date,
  kind: 'grant' | 'adjust' = 'grant',
): Promise<void> {
  const period =
    bucket === 'plan' ? (await lockWallet(db, account.account_id)).period : EXTRA_PERIOD;
  await post(db, {
    account_id: account.account_id,
    kind,
    bucket,
    period,
    amount,
    at,
  });
}

/** Grants the month's plan credits unless the account already has them. */
export async function grantPlan(db: Db, account: Account, at: Date): Promise<void> {
  await openWallet(db, account, at);
}

/**
 * Raises the month's plan credits to a raised plan. It compares with what was granted in the month,
 * not with the previous plan: lowering it and raising it again grants nothing twice.
 */
export async function raisePlan(db: Db, account: Account, at: Date): Promise<void> {
  const { period } = await openWallet(db, account, at);
  const missing = account.plan_credits - (await grantedIn(db, account, period));
  if (missing > 0) await grantCredits(db, account, 'plan', missing, at);
}

/** What an account's plan has granted in a month. */
const grantedIn = (db: Db, account: Account, period: string): Promise<number> =>
  numberIn(
    db,
    `select coalesce(sum(available_delta), 0)::bigint as granted from ledger_entries
     where account_id = $1 and bucket = 'plan' and period = $2 and kind = 'grant'`,
    [account.account_id, period],
  );

/**
 * Returns a wallet that a wrong clock moved into a later month: with its plan credits where this
 * month's were granted; else its next use grants them.
 */
export async function returnPlan(
  db: Db,
  account: Account,
  period: string,
  at: Date,
): Promise<void> {
  const wallet = await lockWallet(db, account.account_id);
  if (wallet.period <= period) return;
  await expire(db, account.account_id, wallet, at);
  const isGranted = (await grantedIn(db, account, period)) > 0;
  await setWalletPeriod(db, account.account_id, isGranted ? period : NO_PERIOD);
  if (isGranted && wallet.plan > 0)
    await grantCredits(db, account, 'plan', wallet.plan, at, 'adjust');
}

/**
 * The locked wallet with the month's plan credits: those of an older month expire, and new ones are
 * granted. A wallet that another clock has moved into a later month stays there.
 */
async function openWallet(db: Db, account: Account, at: Date): Promise<Wallet> {
  const period = planPeriod(at.getTime());
  const wallet = await lockWallet(db, account.account_id);
  if (wallet.period >= period) return wallet;
  await expire(db, account.account_id, wallet, at);
  await setWalletPeriod(db, account.account_id, period);
  if (account.plan_credits > 0) await grantCredits(db, account, 'plan', account.plan_credits, at);
  return { period, plan: account.plan_credits, extra: wallet.extra };
}

/** Reserves credits for a request from the bucket that pays (paying_bucket); false without one. */
export async function reserveCredits(
  db: Db,
  account: Account,
  { request_id, route, credits, key_id }: Reserved,
  at: Date,
): Promise<boolean> {
  await openWallet(db, account, at);
  const paid = await db.rows(
    `with paid as (
       select account_id, bucket, case bucket when 'plan' then period else '' end as period
       from (
         select account_id, period, paying_bucket(plan, extra, $2, $2) as bucket
         from wallets where account_id = $1
       ) w
       where bucket is not null
     ), entry as (
       insert into ledger_entries
         (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta, request_id,
          created_at, route, key_id)
       select $3, account_id, 'reserve', bucket, period, -$2::bigint, $2, $3, $4, $5, $6 from paid
     ), held as (
       insert into reserved_credits as r (account_id, bucket, period, reserved)
       select account_id, bucket, period, $2 from paid
       on conflict (account_id, bucket, period) do update set reserved = r.reserved + excluded.reserved
     )
     update wallets w
     set plan = w.plan - case p.bucket when 'plan' then $2 else 0 end,
         extra = w.extra - case p.bucket when 'extra' then $2 else 0 end
     from paid p where w.account_id = p.account_id
     returning w.account_id`,
    [account.account_id, credits, request_id, at, route, key_id],
    'reserve_credits',
  );
  return paid.length === 1;
}

/**
 * Unused plan credits of past months do not roll over: an expire entry empties each such wallet,
 * and a past month's reserved row is deleted once it is 0. At most `limit` of each; returns the
 * larger of the two counts.
 */
export async function expirePlans(db: Db, at: Date, limit: number): Promise<number> {
  const period = planPeriod(at.getTime());
  const stale = await db.rows<{ account_id: string }>(
    `select account_id from wallets where period <> '' and period < $1 order by account_id limit $2`,
    [period, limit],
  );
  for (const { account_id } of stale) {
    await db.transaction(async (tx) => {
      await lockAccount(tx, account_id);
      const wallet = await lockWallet(tx, account_id);
      if (wallet.period >= period) return;
      await expire(tx, account_id, wallet, at);
      await setWalletPeriod(tx, account_id, NO_PERIOD);
    });
  }
  const freed = await db.rows(
    `delete from reserved_credits
     where (account_id, bucket, period) in (
       select account_id, bucket, period from reserved_credits
       where bucket = 'plan' and period < $1 and reserved = 0 limit $2
     ) and reserved = 0
     returning account_id`,
    [period, limit],
  );
  return Math.max(stale.length, freed.length);
}

/** Removes what is left of a month. */
async function expire(db: Db, accountId: string, { period, plan }: Wallet, at: Date) {
  if (plan === 0) return;
  await post(db, {
    account_id: accountId,
    kind: 'expire',
    bucket: 'plan',
    period,
    amount: -plan,
    at,
  });
}

/** The current balance: this month's plan credits, extra credits, and reserved credits. */
export async function readBalance(db: Db, account: Account, at: Date): Promise<Balance> {
  const rows = await db.rows<Wallet & { readonly reserved: number }>(
    `select period, plan, extra, (
       select coalesce(sum(reserved), 0)::bigint from reserved_credits r where r.account_id = w.account_id
     ) as reserved
     from wallets w where account_id = $1`,
    [account.account_id],
    'read_balance',
  );
  return balanceOf(account, rows[0] ?? { period: NO_PERIOD, plan: 0, extra: 0, reserved: 0 }, at);
}

/** A wallet's balance. A month not yet granted to the account counts with its full plan. */
export function balanceOf(
  account: Pick<Account, 'plan_credits'>,
  { period, plan: held, extra, reserved }: Wallet & { readonly reserved: number },
  at: Date,
): Balance {
  const plan = period >= planPeriod(at.getTime()) ? held : account.plan_credits;
  return { plan, extra, reserved, available: plan + extra };
}

/** The same as a condition on an account and its wallet: credits are available in the month $1. */
export const HAS_CREDIT = 'extra + case when period >= $1 then plan else plan_credits end > 0';

/** Writes one entry and changes the available credits by it, in one statement. */
async function post(
  db: Db,
  { account_id, kind, bucket, period, amount, at }: Entry,
): Promise<void> {
  const moved = await db.rows(
    `with entry as (
       insert into ledger_entries
         (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta, created_at)
       values ($7, $1, $2, $3, $4, $5, 0, $6)
     )
     update wallets set ${bucket} = ${bucket} + $5
     where account_id = $1 ${bucket === 'plan' ? 'and period = $4' : ''}
     returning account_id`,
    [account_id, kind, bucket, period, amount, at, firstUuidAt(at.getTime())],
  );
  assert(moved.length === 1, 'credits move in the wallet of their month');
}
