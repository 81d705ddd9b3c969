/**
 * The ledger: every change of credits is one entry, and the balances are the sum of the entries. All
 * functions run inside a transaction that holds the account's row lock (lockAccount).
 */
import { planPeriod, ROUTE_PRICE } from '#domain/credits.js';
import { type Account, lockAccount } from './accounts.js';
import type { Db } from './db.js';

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

export interface Balance {
  readonly plan: number;
  readonly extra: number;
  readonly reserved: number;
  readonly available: number;
}

/** Extra credits do not belong to a month. */
export const EXTRA_PERIOD = '';

/** Adds credits to a bucket. Plan credits go to the current month. */
export async function grantCredits(
  db: Db,
  account: { readonly account_id: string },
  bucket: Bucket,
  amount: number,
  at: Date,
): Promise<void> {
  const period = bucket === 'plan' ? planPeriod(at.getTime()) : EXTRA_PERIOD;
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
  const period = planPeriod(at.getTime());
  const fresh = await db.rows(
    `insert into balances (account_id, bucket, period, available, reserved)
     values ($1, 'plan', $2, 0, 0)
     on conflict do nothing
     returning period`,
    [account.account_id, period],
  );
  if (fresh.length === 1 && account.plan_credits > 0) {
    await grantCredits(db, account, 'plan', account.plan_credits, at);
  }
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
 * Plan credits of past months that were not used do not roll over: each such balance is emptied by an
 * expire entry. At most `limit` balances; returns how many.
 */
export async function expirePlans(db: Db, at: Date, limit: number): Promise<number> {
  const period = planPeriod(at.getTime());
  const stale = await db.rows<{ account_id: string; period: string }>(
    `select account_id, period from balances
     where bucket = 'plan' and period < $1 and (available > 0 or reserved = 0)
     order by account_id
     limit $2`,
    [period, limit],
  );
  for (const row of stale) await db.transaction((tx) => expirePlan(tx, row, at));
  return stale.length;
}

/** Takes the account's lock, empties what is left of the month, and removes what holds nothing. */
async function expirePlan(
  tx: Db,
  { account_id, period }: { readonly account_id: string; readonly period: string },
  at: Date,
): Promise<void> {
  await lockAccount(tx, account_id);
  const rows = await tx.rows<{ available: number }>(
    `select available from balances
     where account_id = $1 and bucket = 'plan' and period = $2
     for update`,
    [account_id, period],
  );
  const left = rows[0]?.available ?? 0;
  if (left > 0) {
    await post(tx, {
      account_id,
      kind: 'expire',
      bucket: 'plan',
      period,
      available_delta: -left,
      reserved_delta: 0,
      request_id: null,
      route: null,
      at,
    });
  }
  await tx.rows(
    `delete from balances
     where account_id = $1 and bucket = 'plan' and period = $2 and available = 0 and reserved = 0`,
    [account_id, period],
  );
}

/** The balance now: plan credits of this month, extra credits, and what pending jobs have reserved. */
export async function readBalance(db: Db, account: Account, at: Date): Promise<Balance> {
  const period = planPeriod(at.getTime());
  const rows = await db.rows<{
    bucket: Bucket;
    period: string;
    available: number;
    reserved: number;
  }>(`select bucket, period, available, reserved from balances where account_id = $1`, [
    account.account_id,
  ]);
  const monthly = rows.find((row) => row.bucket === 'plan' && row.period === period);
  const plan = monthly?.available ?? account.plan_credits;
  const extra = rows.find((row) => row.bucket === 'extra')?.available ?? 0;
  const reserved = rows.reduce((sum, row) => sum + row.reserved, 0);
  return { plan, extra, reserved, available: plan + extra };
}

async function take(
  db: Db,
  account: Account,
  charged: Charged,
  at: Date,
  as: { readonly kind: 'reserve' | 'capture'; readonly reserved_delta: number },
): Promise<boolean> {
  await grantPlan(db, account, at);
  const period = planPeriod(at.getTime());
  // A batch of hits takes credits without the account's lock, so the rows are locked as well, in the
  // order in which everybody locks them.
  const rows = await db.rows<{ bucket: Bucket; period: string; available: number }>(
    `select bucket, period, available from balances
     where account_id = $1 and (bucket = 'extra' or period = $2)
     order by bucket, period
     for update`,
    [account.account_id, period],
  );
  const able = rows.filter(({ available }) => available >= ROUTE_PRICE);
  const from = able.find(({ bucket }) => bucket === 'plan') ?? able[0];
  if (from === undefined) return false;
  await post(db, {
    account_id: account.account_id,
    bucket: from.bucket,
    period: from.period,
    ...as,
    available_delta: -ROUTE_PRICE,
    ...charged,
    at,
  });
  return true;
}

/**
 * Writes one entry and moves the balance by it, in one statement. Only a grant can meet a balance
 * that is not there yet; every other entry needs one to take from.
 */
async function post(db: Db, entry: Entry): Promise<void> {
  const moveBalance =
    entry.kind === 'grant'
      ? `insert into balances (account_id, bucket, period, available, reserved)
         values ($1, $3, $4, $5, $6)
         on conflict (account_id, bucket, period) do update
         set available = balances.available + $5, reserved = balances.reserved + $6`
      : `update balances
         set available = available + $5, reserved = reserved + $6
         where account_id = $1 and bucket = $3 and period = $4`;
  await db.rows(
    `with entry as (
       insert into ledger_entries
         (account_id, kind, bucket, period, available_delta, reserved_delta, request_id, created_at, route)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     )
     ${moveBalance}`,
    [
      entry.account_id,
      entry.kind,
      entry.bucket,
      entry.period,
      entry.available_delta,
      entry.reserved_delta,
      entry.request_id,
      entry.at,
      entry.route,
    ],
  );
}
