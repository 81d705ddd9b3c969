/** Runs of watches: each collects all pages, under a lease while a process works on it. */
import { assert } from '#base/assert.js';
import { accountsInTurn, type ClaimOrder, type Lease, valuesOfOrder } from './claims.js';
import { settersOf, valuesIn } from './columns.js';
import type { Db } from './db.js';
import { first, hasRow, rowCount } from './first-row.js';

export interface WatchRun {
  readonly run_id: string;
  readonly watch_id: string;
  readonly account_id: string;
  readonly state: 'running' | 'complete' | 'partial' | 'failed';
  readonly reason: string | null;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly lease_id: string;
  readonly lease_until: Date;
  /** The run whose rows it is compared with; null for one that starts a new snapshot. */
  readonly compared_run_id: string | null;
  readonly pages: number;
  readonly next_cursor: string | null;
  /** How often the page at `next_cursor` was tried in vain. */
  readonly page_tries: number;
  readonly is_partial: boolean;
  readonly credits: number;
  readonly row_count: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly relisted: number;
}

const COLUMNS = `run_id, watch_id, account_id, state, reason, started_at, ended_at, lease_id, lease_until,
  compared_run_id, pages, next_cursor, page_tries, is_partial, credits, row_count, added, changed, removed,
  relisted`;

/** Idempotency-Keys of one run: calls while it runs may each send another. */
const KEYS_MAX = 20;

/** What runs next: a run that nobody holds resumes, or a run of a watch starts. */
export interface NextRun {
  readonly account_id: string;
  readonly watch_id: string;
  readonly run_id: string | null;
}

/** The first account above a bound that has an active watch or a run to resume. */
const nextAccount = (bound: string): string => `select account_id from (
    (select account_id from watches where state = 'active' and account_id > ${bound}
     order by account_id limit 1)
    union all
    (select account_id from watch_runs where state = 'running' and account_id > ${bound}
     order by account_id limit 1)
  ) either order by account_id limit 1`;

/**
 * What an active account runs next, its run or watch locked; undefined when nothing is due. The
 * next account in turn is served, and resumes started runs before it starts new ones. Skips locked
 * rows.
 */
export const lockNextRun = (tx: Db, at: Date, order: ClaimOrder): Promise<NextRun | undefined> =>
  first(
    tx,
    `with recursive ${accountsInTurn('$2', nextAccount)}
     select t.account_id, due.run_id, due.watch_id from turns t cross join lateral (
       select * from (
         select r.run_id, r.watch_id from watch_runs r
         where r.account_id = t.account_id and r.state = 'running' and r.lease_until <= $1
           and (r.waits_until is null or r.waits_until <= $1)
         order by r.lease_until limit 1 for update of r skip locked
       ) begun
       union all
       select * from (
         select null::uuid, w.watch_id from watches w
         where w.account_id = t.account_id and w.state = 'active' and w.next_run_at <= $1
           and not exists (
             select from watch_runs r where r.watch_id = w.watch_id and r.state = 'running'
           )
         order by w.next_run_at limit 1 for update of w skip locked
       ) fresh
       limit 1
     ) due
     where t.account_id <> all($3::uuid[])
       and exists (select from accounts a where a.account_id = t.account_id and a.status = 'active')
     limit 1`,
    [at, ...valuesOfOrder(order)],
  );

/** Claims a locked run that nobody holds. */
export async function takeRun(tx: Db, runId: string, lease: Lease): Promise<WatchRun> {
  const rows = await tx.rows<WatchRun>(
    `update watch_runs set lease_id = $2, lease_until = $3 where run_id = $1 returning ${COLUMNS}`,
    [runId, lease.lease_id, lease.until],
  );
  const [taken] = rows;
  assert(taken !== undefined, 'a locked run is there');
  return taken;
}

/** Starts a run of a locked watch that has no running one. */
export async function insertRun(
  tx: Db,
  run: Pick<WatchRun, 'run_id' | 'watch_id' | 'account_id' | 'compared_run_id'>,
  lease: Lease,
): Promise<WatchRun> {
  const rows = await tx.rows<WatchRun>(
    `insert into watch_runs (run_id, watch_id, account_id, state, started_at, lease_id, lease_until,
       compared_run_id)
     values ($1, $2, $3, 'running', $4, $5, $6, $7)
     returning ${COLUMNS}`,
    [
      run.run_id,
      run.watch_id,
      run.account_id,
      lease.now,
      lease.lease_id,
      lease.until,
      run.compared_run_id,
    ],
  );
  const [begun] = rows;
  assert(begun !== undefined, 'an insert returns its row');
  return begun;
}

/** A run, locked until the transaction ends; undefined when another process took it or it ended. */
export const lockRun = (
  tx: Db,
  { run_id, lease_id }: Pick<WatchRun, 'run_id' | 'lease_id'>,
): Promise<WatchRun | undefined> =>
  first(
    tx,
    `select ${COLUMNS} from watch_runs
     where run_id = $1 and lease_id = $2 and state = 'running' for update`,
    [run_id, lease_id],
  );

/** Releases a run, which then waits, and counts `tries` of its page, unless it was taken. */
export async function leaveRun(
  db: Db,
  run: Pick<WatchRun, 'run_id' | 'lease_id'>,
  { at, until, tries }: { readonly at: Date; readonly until: Date; readonly tries: 0 | 1 },
): Promise<void> {
  await db.rows(
    `update watch_runs set lease_until = $3, waits_until = $4, page_tries = page_tries + $5
     where run_id = $1 and lease_id = $2 and state = 'running'`,
    [run.run_id, run.lease_id, at, until, tries],
  );
}

/** Ends the wait of a run. */
export async function hurryRun(db: Db, runId: string): Promise<void> {
  await db.rows('update watch_runs set waits_until = null where run_id = $1', [runId]);
}

/** Ends the waits of the runs on these routes. */
export async function hurryRunsOn(tx: Db, routes: readonly string[]): Promise<void> {
  await tx.rows(
    `update watch_runs r set waits_until = null from watches w
     where w.watch_id = r.watch_id and w.route = any($1::text[])
       and r.state = 'running' and r.waits_until is not null`,
    [routes],
  );
}

/** Records a stored page; false when another process took the run. */
export const notePage = (
  tx: Db,
  run: Pick<WatchRun, 'run_id' | 'lease_id'>,
  page: {
    readonly next_cursor: string | null;
    readonly is_partial: boolean;
    /** Why it is partial; the first page with a reason sets it. */
    readonly reason: string | null;
    readonly credits: number;
  },
): Promise<boolean> =>
  hasRow(
    tx,
    `update watch_runs
     set pages = pages + 1, next_cursor = $3, page_tries = 0, is_partial = is_partial or $4, credits = credits + $5,
       reason = coalesce(reason, $6)
     where run_id = $1 and lease_id = $2 and state = 'running' returning 1`,
    [run.run_id, run.lease_id, page.next_cursor, page.is_partial, page.credits, page.reason],
  );

type Found = 'reason' | 'row_count' | 'added' | 'changed' | 'removed' | 'relisted';

export interface RunEnd extends Pick<WatchRun, Found> {
  readonly state: Exclude<WatchRun['state'], 'running'>;
  readonly at: Date;
}

const ENDED = 'run_id, state, reason, ended_at, row_count, added, changed, removed, relisted';

/** Ends a locked run. */
export async function endRun(
  tx: Db,
  { run_id }: Pick<WatchRun, 'run_id'>,
  end: RunEnd,
): Promise<void> {
  await tx.rows(
    `update watch_runs set ${settersOf(ENDED)} where run_id = $1`,
    valuesIn(ENDED, { ...end, run_id, ended_at: end.at }),
  );
}

/** Ends the running run of a watch, because its search has changed. */
export async function cancelRuns(tx: Db, watchId: string, reason: string, at: Date): Promise<void> {
  await tx.rows(
    `update watch_runs set state = 'failed', reason = $2, ended_at = $3
     where watch_id = $1 and state = 'running'`,
    [watchId, reason, at],
  );
}

/** The newest runs of a watch, newest first. */
export const listRuns = (db: Db, watchId: string, limit: number): Promise<WatchRun[]> =>
  db.rows<WatchRun>(
    `select ${COLUMNS} from watch_runs where watch_id = $1 order by started_at desc, run_id desc
     limit $2`,
    [watchId, limit],
  );

/** The newest run of each watch. */
export const newestRuns = (db: Db, watchIds: readonly string[]): Promise<WatchRun[]> =>
  db.rows<WatchRun>(
    `select distinct on (watch_id) ${COLUMNS} from watch_runs where watch_id = any($1::uuid[])
     order by watch_id, started_at desc, run_id desc`,
    [watchIds],
  );

/** Runs by their ids. */
export const findRuns = (db: Db, runIds: readonly string[]): Promise<WatchRun[]> =>
  db.rows<WatchRun>(`select ${COLUMNS} from watch_runs where run_id = any($1::uuid[])`, [runIds]);

/** The running run of a watch, if any. */
export const findRunning = (db: Db, watchId: string): Promise<WatchRun | undefined> =>
  first(db, `select ${COLUMNS} from watch_runs where watch_id = $1 and state = 'running'`, [
    watchId,
  ]);

/** The run of a watch that a call with this Idempotency-Key got, running or ended. */
export const findRunByKey = (db: Db, watchId: string, key: string): Promise<WatchRun | undefined> =>
  first(
    db,
    `select ${COLUMNS} from watch_runs where watch_id = $1 and $2 = any(idempotency_keys)`,
    [watchId, key],
  );

/** Adds the Idempotency-Key of a call that gets a run, newest first; at most KEYS_MAX remain. */
export async function addRunKey(db: Db, runId: string, key: string): Promise<void> {
  await db.rows(
    `update watch_runs set idempotency_keys = (array_prepend($2, idempotency_keys))[1:$3]
     where run_id = $1`,
    [runId, key, KEYS_MAX],
  );
}

/** Removes runs that ended before `before`, except snapshots; at most `limit`. Returns how many. */
export const deleteOldRuns = (db: Db, before: Date, limit: number): Promise<number> =>
  rowCount(
    db,
    `delete from watch_runs where run_id in (
       select r.run_id from watch_runs r join watches w using (watch_id)
       where r.ended_at < $1 and r.run_id is distinct from w.snapshot_run_id
       limit $2
     ) returning 1`,
    [before, limit],
  );
