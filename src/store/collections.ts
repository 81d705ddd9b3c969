import type { ErrorBody } from '#contract/envelope.js';
import type { Db } from './db.js';

/** What a collector has to do, as stored: enough to do it again from nothing. */
export interface Collection<Task> {
  readonly collection_id: string;
  readonly page_hash: string;
  readonly route: string;
  readonly task: Task;
  readonly attempts: number;
  readonly created_at: Date;
  readonly started_at: Date;
  /** The traces of the calls that have asked for it so far. */
  readonly asked_by: readonly string[];
}

export interface NewCollection {
  readonly collection_id: string;
  readonly page_hash: string;
  /** The oldest result that will do, in seconds; null: any that is still fresh. */
  readonly max_age_s: number | null;
  readonly route: string;
  readonly task: unknown;
  readonly priority: number;
  /** The trace of the call that asks for it; null where none is collected, or nobody waits. */
  readonly asked_by: string | null;
  readonly at: Date;
}

/** Traces that one collection keeps; calls beyond it are not linked. */
const ASKED_BY_MAX = 32;

export type Joined =
  | { readonly collection_id: string; readonly joined: boolean }
  | { readonly queue_full: true };

/**
 * Joins the collection of this page in flight that takes nothing older, or queues a new one while fewer
 * than `queueMax` are. The unique index on pages in flight decides between two that come together.
 */
export async function joinOrCreate(
  db: Db,
  fresh: NewCollection,
  queueMax: number,
): Promise<Joined> {
  const made = await db.rows<{ collection_id: string }>(
    `insert into collections
       (collection_id, page_hash, max_age_s, route, task, state, priority, attempts, created_at)
     select $1, $2, $8, $3,
       $4::jsonb || case when $9::text is null then '{}' else jsonb_build_object('asked_by', jsonb_build_array($9::text)) end,
       'queued', $5, 0, $6
     where (select count(*) from collections where state in ('queued', 'running')) < $7
        or exists (
          select 1 from collections
          where page_hash = $2 and max_age_s is not distinct from $8 and state in ('queued', 'running')
        )
     on conflict (page_hash, max_age_s) where state in ('queued', 'running')
     do update set priority = least(collections.priority, excluded.priority),
       task = case
         when $9::text is null or jsonb_array_length(coalesce(collections.task -> 'asked_by', '[]')) >= ${ASKED_BY_MAX}
         then collections.task
         else jsonb_set(collections.task, '{asked_by}', coalesce(collections.task -> 'asked_by', '[]') || to_jsonb($9::text))
       end
     returning collection_id`,
    [
      fresh.collection_id,
      fresh.page_hash,
      fresh.route,
      fresh.task,
      fresh.priority,
      fresh.at,
      queueMax,
      fresh.max_age_s,
      fresh.asked_by,
    ],
  );
  const row = made[0];
  if (row === undefined) return { queue_full: true };
  return { collection_id: row.collection_id, joined: row.collection_id !== fresh.collection_id };
}

/**
 * Claims the next collection: queued ones by priority and age, and running ones whose lease ended.
 * Locked rows are skipped, so collectors never wait for each other.
 */
export async function claimCollection<Task>(
  db: Db,
  lease: { readonly lease_id: string; readonly now: Date; readonly until: Date },
): Promise<Collection<Task> | undefined> {
  const rows = await db.rows<Collection<Task>>(
    `update collections
     set state = 'running', lease_id = $1, lease_until = $3, attempts = attempts + 1,
         started_at = coalesce(started_at, $2)
     where collection_id = (
       select collection_id from collections
       where state = 'queued' or (state = 'running' and lease_until < $2)
       order by priority, created_at
       limit 1
       for update skip locked
     )
     returning collection_id, page_hash, route, task - 'asked_by' as task, attempts, created_at, started_at,
       coalesce(task -> 'asked_by', '[]') as asked_by`,
    [lease.lease_id, lease.now, lease.until],
  );
  return rows[0];
}

/** Prolongs a lease; false when it was lost, and the holder must stop. */
export async function renewLease(
  db: Db,
  collectionId: string,
  leaseId: string,
  until: Date,
): Promise<boolean> {
  const rows = await db.rows(
    `update collections set lease_until = $3
     where collection_id = $1 and lease_id = $2 and state = 'running'
     returning collection_id`,
    [collectionId, leaseId, until],
  );
  return rows.length === 1;
}

/**
 * Gives a claimed collection back, so that another collector takes it at once. A claim that a node gave
 * back because it stops is not counted: restarts node by node must not use up a job's claims.
 */
export async function releaseLease(db: Db, collectionId: string, leaseId: string): Promise<void> {
  await db.rows(
    `update collections
     set state = 'queued', lease_id = null, lease_until = null, attempts = greatest(attempts - 1, 0)
     where collection_id = $1 and lease_id = $2 and state = 'running'`,
    [collectionId, leaseId],
  );
}

/**
 * Settles a collection that `leaseId` still holds, and gives the traces of the calls that asked for it; null when it
 * does not hold it, and nothing changed.
 */
export async function settleCollection(
  db: Db,
  collectionId: string,
  leaseId: string,
  outcome: {
    readonly result_id: string | null;
    readonly error: ErrorBody | null;
    readonly at: Date;
  },
): Promise<readonly string[] | null> {
  const rows = await db.rows<{ asked_by: readonly string[] }>(
    `update collections
     set state = case when $3::uuid is null then 'failed' else 'done' end,
         result_id = $3, error = $4, settled_at = $5, lease_id = null, lease_until = null
     where collection_id = $1 and lease_id = $2 and state = 'running'
     returning coalesce(task -> 'asked_by', '[]') as asked_by`,
    [collectionId, leaseId, outcome.result_id, outcome.error, outcome.at],
  );
  return rows[0]?.asked_by ?? null;
}

/**
 * Takes over collections past a deadline under a lease of the cleanup's own, so that it can settle
 * them as failed: started before `startedBefore`, or queued before `queuedBefore` and not started.
 */
export const claimOverdue = (
  db: Db,
  lease: { readonly lease_id: string; readonly until: Date },
  startedBefore: Date,
  queuedBefore: Date,
  limit: number,
): Promise<{ collection_id: string }[]> =>
  db.rows(
    `update collections set state = 'running', lease_id = $1, lease_until = $2
     where collection_id in (
       select collection_id from collections
       where state in ('queued', 'running')
         and (started_at < $3 or (started_at is null and created_at < $4))
       limit $5
       for update skip locked
     )
     returning collection_id`,
    [lease.lease_id, lease.until, startedBefore, queuedBefore, limit],
  );

/** Which of these collections have settled, or are gone. */
export async function findSettled(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ collection_id: string }>(
    `select asked.id as collection_id from unnest($1::uuid[]) as asked (id)
     where not exists (
       select 1 from collections c where c.collection_id = asked.id and c.state in ('queued', 'running')
     )`,
    [ids],
  );
  return rows.map(({ collection_id }) => collection_id);
}

/** Removes settled collections older than `before`; at most `limit`. Returns how many. */
export async function deleteOldCollections(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db.rows(
    `delete from collections
     where collection_id in (
       select collection_id from collections
       where state in ('done', 'failed') and settled_at < $1
       limit $2
     )
     returning collection_id`,
    [before, limit],
  );
  return rows.length;
}

/** What settling needs of a collection, or undefined. */
export async function findCollectionForSettle(
  db: Db,
  collectionId: string,
): Promise<{ collection_id: string; page_hash: string; route: string } | undefined> {
  const rows = await db.rows<{ collection_id: string; page_hash: string; route: string }>(
    `select collection_id, page_hash, route from collections where collection_id = $1`,
    [collectionId],
  );
  return rows[0];
}
