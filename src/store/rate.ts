import type { Db } from './db.js';

/** Counts one call of an account in a minute and returns the calls so far; exact across nodes. */
export async function countCall(db: Db, accountId: string, minute: number): Promise<number> {
  const rows = await db.rows<{ calls: number }>(
    `insert into rate_windows (account_id, minute, calls) values ($1, $2, 1)
     on conflict (account_id, minute) do update set calls = rate_windows.calls + 1
     returning calls`,
    [accountId, minute],
  );
  return rows[0]?.calls ?? 1;
}

/** Removes windows before a minute; at most `limit` of them. Returns how many. */
export async function sweepRateWindows(db: Db, before: number, limit: number): Promise<number> {
  const rows = await db.rows(
    `delete from rate_windows
     where (account_id, minute) in (
       select account_id, minute from rate_windows where minute < $1 limit $2
     )
     returning minute`,
    [before, limit],
  );
  return rows.length;
}
