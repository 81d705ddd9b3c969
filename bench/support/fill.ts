/** Fills a store before its service starts: accounts with keys, and what lies in an old store. */
import { randomBytes } from 'node:crypto';
import { hashApiKey, KEY_RANDOM_BYTES, makeApiKey, startOfApiKey } from '#domain/api-key.js';
import type { Db, Pool } from '#store/db.js';
import { migrate } from '#store/migrate.js';
import { openStore } from '#store/open.js';
import { systemClock } from '../../src/system.js';

export const CREDITS = 1_000_000;
const RATE_LIMIT = 1_000_000;
const PENDING_MAX = 100_000;
const CHUNK = 10_000;
const STATEMENT_S_MAX = 120;

/** Where a store lies: a PostgreSQL address, or a directory of the embedded database. */
export type Place = { readonly databaseUrl: string } | { readonly dataDir: string };

/** Opens the store as the service does, migrated, for the time of the work. */
export async function withStore<T>(place: Place, work: (pool: Pool) => Promise<T>): Promise<T> {
  const { pool } = await openStore({
    databaseUrl: 'databaseUrl' in place ? place.databaseUrl : null,
    dataDir: 'dataDir' in place ? place.dataDir : '',
    poolMax: 2,
    timeoutS: STATEMENT_S_MAX,
    clock: systemClock,
  });
  try {
    await migrate(pool);
    return await work(pool);
  } finally {
    await pool.close();
  }
}

/**
 * Makes accounts as the service does, with a key and a million credits each, the grant in the
 * ledger, and the month's plan credits (none) granted; their keys.
 */
export async function addAccounts(db: Db, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => makeApiKey(randomBytes(KEY_RANDOM_BYTES)));
  for (let from = 0; from < count; from += CHUNK) {
    const some = keys.slice(from, from + CHUNK);
    await db.rows(
      `with made as (
         select gen_random_uuid() as account_id, digest, start
         from unnest($1::bytea[], $2::text[]) as k (digest, start)
       ), accounts_made as (
         insert into accounts
           (account_id, name, status, plan_credits, rate_limit_per_minute, max_pending, created_at)
         select account_id, 'bench', 'active', 0, $3, $4, $6 from made
       ), keys_made as (
         insert into api_keys (key_id, account_id, digest, key_start, created_at)
         select gen_random_uuid(), account_id, digest, start, $6 from made
       ), wallets_made as (
         insert into wallets (account_id, period, plan, extra, minute, calls)
         select account_id, to_char($6::timestamptz at time zone 'UTC', 'YYYY-MM'), 0, $5::bigint, 0, 0 from made
       )
       insert into ledger_entries
         (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta, created_at)
       select first_uuid_at($6), account_id, 'grant', 'extra', '', $5, 0, $6 from made`,
      [some.map(hashApiKey), some.map(startOfApiKey), RATE_LIMIT, PENDING_MAX, CREDITS, new Date()],
    );
  }
  return keys;
}

/** Entries of the ledger by kind. */
export async function countEntries(db: Db): Promise<Record<string, number>> {
  const rows = await db.rows<{ kind: string; n: number }>(
    'select kind, count(*) as n from ledger group by kind',
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
}
