/**
 * Usage by day, summed after the calls: an account can make millions of calls a month, and its
 * usage must be shown without reading each of them. The sums end at a time that advances
 * (`usage_summed.through_at`).
 */
import { DAY_MS } from '#contract/durations.js';
import type { Db } from './db.js';
import { deleteSome } from './delete-some.js';
import { CHARGED_WITHIN_MS, firstIdsAround } from './usage.js';

/**
 * Entries are summed at this age: no earlier entry is written any more, although statements take
 * time and the clocks of nodes differ.
 */
export const SUMMED_BEHIND_MS = 2 * CHARGED_WITHIN_MS;
/** Time summed by one statement; more is passed at once where nothing was charged. */
const WINDOW_MS = 3_600_000;

/**
 * Sums the entries of the next hour that is old enough, once, or passes a day, or all that is due,
 * where there are none: nodes that do so at the same time wait for each other. A store without sums
 * starts `daysBack` days ago. Returns whether there was such an hour.
 */
export const sumUsage = (db: Db, at: Date, daysBack: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    const start = new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS - daysBack * DAY_MS);
    await tx.rows(
      'insert into usage_summed (current, from_at, through_at) values (true, $1, $1) on conflict do nothing',
      [start],
    );
    const [mark] = await tx.rows<{ through_at: Date }>(
      'select through_at from usage_summed for update',
    );
    if (mark === undefined) return false;
    const from = mark.through_at;
    const dueMs = hoursOf(at.getTime() - SUMMED_BEHIND_MS - from.getTime());
    if (dueMs <= 0) return false;
    for (const emptyMs of dueMs < DAY_MS ? [] : [dueMs, DAY_MS]) {
      const to = new Date(from.getTime() + emptyMs);
      if (await hasEntries(tx, from, to)) continue;
      await tx.rows(ADVANCE, [to]);
      return true;
    }
    const to = new Date(from.getTime() + WINDOW_MS);
    await tx.rows(
      `insert into usage_days as u (account_id, date, route, complete, failed, credits)
       ${USAGE_OF_ENTRIES}
       on conflict (account_id, date, route) do update set
         complete = u.complete + excluded.complete,
         failed = u.failed + excluded.failed,
         credits = u.credits + excluded.credits`,
      [from, to, ...firstIdsAround(from, to)],
    );
    await tx.rows(ADVANCE, [to]);
    return true;
  });

/**
 * Removes the sums if they end after `at`, so that the next cleanups sum again: hours were passed
 * while the clock was ahead, and what is charged in them from now on would not be summed.
 */
export const restartSums = (db: Db, at: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const ahead = await tx.rows('delete from usage_summed where through_at > $1 returning 1', [at]);
    if (ahead.length > 0) await tx.rows('delete from usage_days');
  });

const hoursOf = (ms: number): number => Math.floor(ms / WINDOW_MS) * WINDOW_MS;

const ADVANCE = 'update usage_summed set through_at = $1';

async function hasEntries(tx: Db, from: Date, to: Date): Promise<boolean> {
  const [found] = await tx.rows<{ has: boolean }>(`select exists (${ENTRIES}) as has`, [
    from,
    to,
    ...firstIdsAround(from, to),
  ]);
  return found?.has !== false;
}

/** Sums one account's entries as far as those of all accounts are summed, in place of its sums. */
export async function sumUsageOf(tx: Db, accountId: string): Promise<void> {
  const [mark] = await tx.rows<{ from_at: Date; through_at: Date }>(
    'select from_at, through_at from usage_summed for update',
  );
  await tx.rows('delete from usage_days where account_id = $1', [accountId]);
  if (mark === undefined) return;
  const { from_at: from, through_at: to } = mark;
  await tx.rows(
    `insert into usage_days (account_id, date, route, complete, failed, credits)
     select * from (${USAGE_OF_ENTRIES}) summed (account_id) where account_id = $5`,
    [from, to, ...firstIdsAround(from, to), accountId],
  );
}

/** Ended jobs and hits from $1 to before $2, with ids from $3 to before $4. */
const ENTRIES = `
    select account_id, kind, reason, route, created_at, -(available_delta + reserved_delta) as spent
    from ledger_entries
    where created_at >= $1 and created_at < $2 and route is not null and kind in ('capture', 'release')
    union all
    select account_id, 'capture', null, route, created_at, credits
    from hits
    where created_at >= $1 and created_at < $2 and request_id >= $3 and request_id < $4`;
const USAGE_OF_ENTRIES = `
  select e.account_id, (e.created_at at time zone 'UTC')::date, e.route,
    count(*) filter (where e.kind = 'capture' or e.reason in ('past_end', 'unread')),
    count(*) filter (where e.reason = 'failed'),
    coalesce(sum(e.spent) filter (where e.kind = 'capture'), 0)::bigint
  from (${ENTRIES}) e
  group by 1, 2, 3`;

/** Removes sums older than `daysKept` days before their end, at most `rows`; returns how many. */
export const deleteOldUsageDays = (db: Db, daysKept: number, rows: number): Promise<number> =>
  deleteSome(
    db,
    'usage_days',
    "date < (select (through_at at time zone 'UTC')::date - $1::int from usage_summed)",
    [daysKept],
    rows,
  );
