import type { ErrorBody } from '#contract/envelope.js';
import type { JobStatus } from '#contract/values.js';
import { firstUuidAt } from '#domain/uuid-time.js';
import { holdersOf, valuesIn } from './columns.js';
import type { Db } from './db.js';
import { column, numberIn } from './first-row.js';

export interface RequestRow {
  readonly request_id: string;
  readonly account_id: string;
  readonly key_id: string;
  readonly route: string;
  readonly page_hash: string;
  /** The normalized query, JSON text. */
  readonly query: string;
  readonly status: JobStatus;
  readonly cached: boolean;
  /** Credits charged so far. */
  readonly credits: number;
  readonly collection_id: string | null;
  readonly result_id: string | null;
  readonly error: ErrorBody | null;
  readonly created_at: Date;
  readonly settled_at: Date | null;
}

const COLUMNS = `request_id, account_id, key_id, route, page_hash, query, status, cached, credits,
  collection_id, result_id, error, created_at, settled_at`;

/** Stores a request. */
export async function insertRequest(db: Db, row: RequestRow): Promise<void> {
  await db.rows(
    `insert into requests (${COLUMNS}) values (${holdersOf(COLUMNS)})`,
    valuesIn(COLUMNS, row),
    'insert_request',
  );
}

/** Requests by their ids, in order; undefined for unknown ids. */
export async function findRequests(
  db: Db,
  requestIds: readonly string[],
): Promise<(RequestRow | undefined)[]> {
  const rows = await db.rows<RequestRow>(
    `select ${COLUMNS} from requests where request_id = any($1::uuid[])`,
    [[...new Set(requestIds)]],
    'find_requests',
  );
  const byId = new Map(rows.map((row) => [row.request_id, row]));
  return requestIds.map((id) => byId.get(id));
}

/** How many searches of an account are pending. */
export const countPending = (db: Db, accountId: string): Promise<number> =>
  numberIn(
    db,
    `select count(*) as n from requests where account_id = $1 and status = 'pending'`,
    [accountId],
    'count_pending',
  );

/** Requests of an account by status, as far back as they are stored. */
export async function countByStatus(db: Db, accountId: string): Promise<Record<JobStatus, number>> {
  const rows = await db.rows<{ status: JobStatus; n: number }>(
    `select status, count(*) as n from requests where account_id = $1 group by status`,
    [accountId],
  );
  const counts = { pending: 0, complete: 0, failed: 0 };
  for (const row of rows) counts[row.status] = row.n;
  return counts;
}

export interface SettledRequest {
  readonly request_id: string;
  readonly account_id: string;
  readonly is_announced: boolean;
}

/**
 * Settles every pending request of a collection, or only the named one; a failed one frees its key.
 * Returns ids and accounts, ordered by account so that locks are always taken in the same order.
 * `is_announced`: the account has an endpoint for events of this type, and the request is not a
 * watch's.
 */
export const settleRequests = (
  db: Db,
  collectionId: string,
  outcome: {
    readonly result_id: string | null;
    readonly error: ErrorBody | null;
    readonly at: Date;
    readonly event_type: string;
  },
  onlyRequestId: string | null = null,
): Promise<SettledRequest[]> =>
  db.rows(
    `with settled as (
       update requests
       set status = case when $2::uuid is null then 'failed' else 'complete' end,
           result_id = $2, error = $3, settled_at = $4
       where collection_id = $1 and status = 'pending' and ($6::uuid is null or request_id = $6)
       returning request_id, account_id
     ), freed as (
       delete from idempotency_keys k using settled s
       where $2::uuid is null and k.request_id = s.request_id
     )
     select s.request_id, s.account_id,
       exists (
         select from endpoints e
         where e.account_id = s.account_id and e.state = 'enabled' and $5 = any(e.types)
       ) and not exists (
         -- It sees the keys as they were before they were freed.
         select from idempotency_keys k
         where k.request_id = s.request_id and k.purpose = 'watch_run'
       ) as is_announced
     from settled s order by s.account_id, s.request_id`,
    [collectionId, outcome.result_id, outcome.error, outcome.at, outcome.event_type, onlyRequestId],
  );

/** Requests settled with one of these results and not charged: nobody has read them. */
export const unreadRequests = (db: Db, resultIds: readonly string[]): Promise<string[]> =>
  column(
    db,
    `select request_id from requests
     where status = 'complete' and credits = 0 and result_id = any($1::uuid[])`,
    [resultIds],
  );

/** Requests older than `before`, oldest first, at most `limit`: cleanup ends and removes them. */
export const oldRequests = (db: Db, before: Date, limit: number): Promise<string[]> =>
  column(db, `select request_id from requests where request_id < $1 order by request_id limit $2`, [
    firstUuidAt(before.getTime()),
    limit,
  ]);

/** Records that jobs before a time are removed: call it before the first of them is. */
export const noteJobCleanup = (db: Db, before: Date, at: Date): Promise<unknown> =>
  db.rows(
    `insert into job_cleanup as j (current, deleted_before, noted_at) values (true, $1, $2)
     on conflict (current) do update set
       deleted_before = greatest(j.deleted_before, excluded.deleted_before), noted_at = excluded.noted_at`,
    [before, at],
  );

/** Removes requests, locked in id order. */
export async function deleteRequests(db: Db, requestIds: readonly string[]): Promise<void> {
  await db.rows(
    `delete from requests where request_id in (
       select request_id from requests where request_id = any($1::uuid[]) order by request_id for update
     )`,
    [requestIds],
  );
}
