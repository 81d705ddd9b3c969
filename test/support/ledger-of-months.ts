/** A ledger of some months: grants, hits and jobs, as charges leave them. */
import { firstUuidAt } from '#domain/uuid-time.js';
import type { Pool } from '#store/db.js';

const ROUTE = 'portal_a_listings';
/** Entries of a month, hits included. */
export const ENTRIES = 1 + 3 + 2 + 2;

/** Fills an empty store with months ('2026-07'): an account, a grant; 3 hits and 2 jobs a month. */
export async function fillMonths(pool: Pool, months: readonly string[]): Promise<void> {
  const account = '01a1fdfa-0000-7000-8000-000000000001';
  const began = new Date(`${months[0]}-05T00:00:00Z`);
  await pool.rows(
    `insert into accounts (account_id, name, status, plan_credits, rate_limit_per_minute, max_pending, created_at)
     values ($1, 'test', 'active', 0, 60, 20, $2)`,
    [account, began],
  );
  // Of the ten of each month three are captured by hits and one by a job.
  await pool.rows(
    `insert into wallets (account_id, period, plan, extra, minute, calls) values ($1, '', 0, $2, 0, 0)`,
    [account, months.length * 6],
  );
  for (const month of months) {
    const at = new Date(`${month}-20T12:00:00.123Z`);
    const id = (n: number) =>
      `${firstUuidAt(at.getTime()).slice(0, 24)}${String(n).padStart(12, '0')}`;
    await pool.rows('select add_month($1)', [month]);
    await pool.rows(
      `insert into ledger_entries (partition_id, account_id, kind, bucket, period, available_delta, reserved_delta,
         request_id, created_at, route, reason)
       values
         ($1, $2, 'grant', 'extra', '', 10, 0, null, $3, null, null),
         ($4, $2, 'reserve', 'extra', '', -1, 1, $4, $3, $6, null),
         ($4, $2, 'capture', 'extra', '', 0, -1, $4, $3::timestamptz + interval '1.000001 s', $6, null),
         ($5, $2, 'reserve', 'extra', '', -1, 1, $5, $3, $6, null),
         ($5, $2, 'release', 'extra', '', 1, -1, $5, $3, $6, 'failed')`,
      [firstUuidAt(at.getTime()), account, at, id(11), id(12), ROUTE],
    );
    await pool.rows(
      `insert into hits select $1, id, gen_random_uuid(), gen_random_uuid(), 'extra', '', $2, $3, 1
       from unnest($4::uuid[]) as id`,
      [account, ROUTE, at, [id(1), id(2), id(3)]],
    );
  }
}
