import type { Db } from './db.js';

/**
 * Counts calls in a minute, one account each, and returns the calls of its account so far for each, in
 * order; exact across nodes. Windows are locked in the order of accounts.
 */
export async function countCalls(
  db: Db,
  accounts: readonly string[],
  minute: number,
): Promise<number[]> {
  const rows = await db.rows<{ account_id: string; calls: number }>(
    `insert into rate_windows (account_id, minute, calls)
     select account_id, $2, count(*) from unnest($1::uuid[]) as called (account_id)
     group by account_id
     order by account_id
     on conflict (account_id, minute) do update set calls = rate_windows.calls + excluded.calls
     returning account_id, calls`,
    [accounts, minute],
    'count_calls',
  );
  const left = new Map<string, number>();
  for (const id of accounts) left.set(id, (left.get(id) ?? 0) + 1);
  const after = new Map(rows.map((row) => [row.account_id, row.calls]));
  return accounts.map((id) => {
    const behind = (left.get(id) ?? 1) - 1;
    left.set(id, behind);
    return (after.get(id) ?? 1) - behind;
  });
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
