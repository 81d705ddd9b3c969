/**
 * The ledger: every change of credits is one entry, and the balances are the sum of the entries. All
 * functions run inside a transaction that holds the account's row lock (lockAccount); they lock its wallet,
 * then what it has reserved.
 */
import { assert } from '#base/assert.js';
import type { Balance } from '#contract/answers.js';
import { planPeriod, ROUTE_PRICE } from '#domain/credits.js';
import { type Account, lockAccount } from './accounts.js';
import type { Db } from './db.js';
import { lockWallet, setWalletPeriod, type Wallet } from './wallets.js';

export type Bucket = 'plan' | 'extra';
type EntryKind = 'grant' | 'reserve' | 'capture' | 'release' | 'expire' | 'adjust';

interface Entry {
  readonly account_id: string;
  readonly kind: EntryKind;
  readonly bucket: Bucket;
  readonly period: string;
  readonly available_delta: number;
  readonly reserved_delta: number;
  readonly request_id: string | null;
  readonly route: string | null;
  readonly at: Date;
}

/** What a reservation or a charge is for. */
export interface Charged {
  readonly request_id: string;
  readonly route: string;
}

/** Extra credits do not belong to a month. */
export const EXTRA_PERIOD = '';
/** A wallet without plan credits of any month. */
const NO_PERIOD = '';

/** Adds credits to a bucket. Plan credits go to the month of the wallet: grantPlan brings it there first. */
export async function grantCredits(
  db: Db,
  account: { readonly account_id: string },
  bucket: Bucket,
  amount: number,
  at: Date,
): Promise<void> {
  const period =
    bucket === 'plan' ? (await lockWallet(db, account.account_id)).period : EXTRA_PERIOD;
  await post(db, {
    account_id: account.account_id,
    kind: 'grant',
    bucket,
    period,
    available_delta: amount,
    reserved_delta: 0,
    request_id: null,
    route: null,
    at,
  });
}

/** Grants the month's plan credits when the account has not had them yet. */
export async function grantPlan(db: Db, account: Account, at: Date): Promise<void> {
  await openWallet(db, account, at);
}

/**
 * The wallet, locked, with the month's plan credits in it: those of an older month expire, and the new
 * ones are granted. A wallet that another clock has brought into a later month stays there.
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

/** Sets one credit aside for a request, plan before extra; false when none is left. */
export async function reserveCredit(
  db: Db,
  account: Account,
  charged: Charged,
  at: Date,
): Promise<boolean> {
  return take(db, account, charged, at, { kind: 'reserve', reserved_delta: ROUTE_PRICE });
}

/** Charges one credit at once, for a result that is delivered now; false when none is left. */
export async function chargeCredit(
  db: Db,
  account: Account,
  charged: Charged,
  at: Date,
): Promise<boolean> {
  return take(db, account, charged, at, { kind: 'capture', reserved_delta: 0 });
}

/**
 * Plan credits of past months that were not used do not roll over: each such wallet is emptied by an
 * expire entry, and what jobs had reserved of such a month is forgotten once it is free. At most `limit` of
 * each; returns how many there were of the more frequent.
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

/** What is left of a month is taken away. */
async function expire(db: Db, accountId: string, { period, plan }: Wallet, at: Date) {
  if (plan === 0) return;
  await post(db, {
    account_id: accountId,
    kind: 'expire',
    bucket: 'plan',
    period,
    available_delta: -plan,
    reserved_delta: 0,
    request_id: null,
    route: null,
    at,
  });
}

/** The balance now: plan credits of this month, extra credits, and what pending jobs have reserved. */
export async function readBalance(db: Db, account: Account, at: Date): Promise<Balance> {
  const rows = await db.rows<Wallet & { readonly reserved: number }>(
    `select period, plan, extra, (
       select coalesce(sum(reserved), 0)::bigint from reserved_credits r where r.account_id = w.account_id
     ) as reserved
     from wallets w where account_id = $1`,
    [account.account_id],
  );
  const { period = NO_PERIOD, plan: held = 0, extra = 0, reserved = 0 } = rows[0] ?? {};
  const plan = period >= planPeriod(at.getTime()) ? held : account.plan_credits;
  return { plan, extra, reserved, available: plan + extra };
}

async function take(
  db: Db,
  account: Account,
  charged: Charged,
  at: Date,
  as: { readonly kind: 'reserve' | 'capture'; readonly reserved_delta: number },
): Promise<boolean> {
  const { plan, extra, period } = await openWallet(db, account, at);
  if (plan < ROUTE_PRICE && extra < ROUTE_PRICE) return false;
  const from: Pick<Entry, 'bucket' | 'period'> =
    plan >= ROUTE_PRICE ? { bucket: 'plan', period } : { bucket: 'extra', period: EXTRA_PERIOD };
  await post(db, {
    account_id: account.account_id,
    ...from,
    ...as,
    available_delta: -ROUTE_PRICE,
    ...charged,
    at,
  });
  return true;
}

/** Writes one entry and moves by it what can be spent and what is reserved, in one statement. */
async function post(db: Db, entry: Entry): Promise<void> {
  const { bucket } = entry;
  const reserved = `, reserved as (
       insert into reserved_credits as r (account_id, bucket, period, reserved) values ($1, $3, $4, $6)
       on conflict (account_id, bucket, period) do update set reserved = r.reserved + $6
     )`;
  const moved = await db.rows(
    `with entry as (
       insert into ledger_entries
         (account_id, kind, bucket, period, available_delta, reserved_delta, request_id, created_at, route)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     )${entry.reserved_delta === 0 ? '' : reserved}
     update wallets set ${bucket} = ${bucket} + $5
     where account_id = $1 ${bucket === 'plan' ? 'and period = $4' : ''}
     returning account_id`,
    [
      entry.account_id,
      entry.kind,
      bucket,
      entry.period,
      entry.available_delta,
      entry.reserved_delta,
      entry.request_id,
      entry.at,
      entry.route,
    ],
  );
  assert(moved.length === 1, 'credits move in the wallet of their month');
}
