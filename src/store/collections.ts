import type { ErrorBody } from '#contract/envelope.js';
import type { Lease } from './claims.js';
import type { Db } from './db.js';
import { column, first } from './first-row.js';

/** A collector's task as stored: enough to repeat it from scratch. */
export interface Collection<Task> {
  readonly collection_id: string;
  readonly page_hash: string;
  readonly route: string;
  readonly task: Task;
  readonly attempts: number;
  readonly created_at: Date;
  readonly started_at: Date;
  /** The traces of the calls that have requested it so far. */
  readonly asked_by: readonly string[];
  /** Who requested it; null where several accounts did, or nobody waits. */
  readonly account_id: string | null;
  readonly lease_id: string;
}

/** What settling needs of a collection. */
export type HeldCollection = Pick<
  Collection<never>,
  'collection_id' | 'page_hash' | 'route' | 'lease_id'
>;

export interface NewCollection {
  readonly collection_id: string;
  readonly page_hash: string;
  /** The oldest acceptable result, in seconds; null accepts any that is still fresh. */
  readonly max_age_s: number | null;
  readonly route: string;
  readonly task: unknown;
  readonly priority: number;
  /** Who requests it; null where nobody waits. */
  readonly account_id: string | null;
  /** The trace of the requesting call; null where none is collected, or nobody waits. */
  readonly asked_by: string | null;
  readonly at: Date;
}

/** One place in QUEUE_PER_SPARE is for accounts with under one place in QUEUE_PER_SMALL. */
const QUEUE_PER_SPARE = 5;
const QUEUE_PER_SMALL = 20;
/** Traces stored per collection; further calls are not linked. */
const ASKED_BY_MAX = 32;

export type Joined =
  | { readonly collection_id: string; readonly joined: boolean }
  | { readonly queue_full: true };

/**
 * The turn of a new collection of account $10: after the account's own ones, and not before those
 * claimed now. So collections of several accounts alternate, however many one of them has queued.
 */
const TURN = `greatest(
    1 + (select turn from collections
         where account_id = $10::uuid and state in ('queued', 'running') order by turn desc limit 1),
    coalesce(
      (select turn from collections where state = 'queued' and priority = $5 order by turn limit 1),
      (select max(turn) from collections where state = 'running'),
      0))`;

/**
 * Room for one more: part of the queue is for accounts with few collections in it, so that no
 * account can fill it alone. Collections that nobody waits for come with their own bound.
 */
const HAS_ROOM = `(
    select count(*) < $7::int and (
      count(*) < $7::int - $7::int / ${QUEUE_PER_SPARE}
      or count(*) filter (where account_id = $10::uuid) < greatest(1, $7::int / ${QUEUE_PER_SMALL}))
    from collections where state in ('queued', 'running'))`;

/**
 * Joins the collection in flight of this page with the same `max_age_s`, or queues a new one while
 * the queue of `queueMax` has room. The unique index on pages in flight decides between two that
 * come together.
 */
export async function joinOrCreate(
  db: Db,
  fresh: NewCollection,
  queueMax: number,
): Promise<Joined> {
  const made = await db.rows<{ collection_id: string }>(
    `insert into collections
       (collection_id, page_hash, max_age_s, route, task, state, priority, attempts, created_at,
        account_id, turn)
     select $1, $2, $8, $3,
       $4::jsonb || case when $9::text is null then '{}' else jsonb_build_object('asked_by', jsonb_build_array($9::text)) end,
       'queued', $5, 0, $6, $10::uuid, ${TURN}
     where ${HAS_ROOM}
        or exists (
          select 1 from collections
          where page_hash = $2 and max_age_s is not distinct from $8 and state in ('queued', 'running')
        )
     on conflict (page_hash, max_age_s) where state in ('queued', 'running')
     do update set priority = least(collections.priority, excluded.priority),
       turn = case sign(excluded.priority - collections.priority)
         when -1 then excluded.turn when 1 then collections.turn else least(collections.turn, excluded.turn) end,
       account_id = case sign(excluded.priority - collections.priority)
         when -1 then excluded.account_id when 1 then collections.account_id
         else nullif(collections.account_id, nullif(collections.account_id, excluded.account_id)) end,
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
      fresh.account_id,
    ],
    'join_or_create',
  );
  const row = made[0];
  if (row === undefined) return { queue_full: true };
  return { collection_id: row.collection_id, joined: row.collection_id !== fresh.collection_id };
}

const CLAIMABLE = `(state = 'queued' or (state = 'running' and lease_until < $2))`;
const IN_TURN = 'priority, turn, created_at';
/** How many collections are searched for one of another account: each account has one per turn. */
const LOOKED_AT_MAX = 1_000;

/** Only collections that callers wait for, and none of accounts that hold enough places. */
const FOR_OTHERS = `and collection_id in (
    select collection_id from (
      select collection_id, account_id from collections
      where ${CLAIMABLE} and priority = 0 order by ${IN_TURN} limit ${LOOKED_AT_MAX}
    ) first
    where account_id is null or account_id <> all($4::uuid[])
  )`;

/**
 * Claims the next collection: queued ones by priority, turn and age, and running ones whose lease
 * ended. With accounts in `full`, it claims only what callers wait for, and nothing that only one
 * of those accounts waits for. Skips locked rows, so that collectors never wait for each other.
 */
export const claimCollection = <Task>(
  db: Db,
  lease: Lease,
  full: readonly string[] = [],
): Promise<Collection<Task> | undefined> =>
  first(
    db,
    `update collections
     set state = 'running', lease_id = $1, lease_until = $3, attempts = attempts + 1,
         started_at = coalesce(started_at, $2)
     where collection_id = (
       select collection_id from collections
       where ${CLAIMABLE} ${full.length === 0 ? '' : FOR_OTHERS}
       order by ${IN_TURN}
       limit 1
       for update skip locked
     )
     returning collection_id, page_hash, route, task - 'asked_by' as task, attempts, created_at, started_at,
       coalesce(task -> 'asked_by', '[]') as asked_by, account_id, lease_id`,
    [lease.lease_id, lease.now, lease.until, ...(full.length === 0 ? [] : [full])],
    full.length === 0 ? 'claim_collection' : undefined,
  );

/**
 * Returns a claimed collection to the queue, so that another collector takes it at once. The claim
 * is not counted: restarts node by node must not use up a job's claims.
 */
export async function releaseCollection(
  db: Db,
  { collection_id, lease_id }: Pick<HeldCollection, 'collection_id' | 'lease_id'>,
): Promise<void> {
  await db.rows(
    `update collections
     set state = 'queued', lease_id = null, lease_until = null, attempts = greatest(attempts - 1, 0)
     where collection_id = $1 and lease_id = $2 and state = 'running'`,
    [collection_id, lease_id],
  );
}

/**
 * Settles a collection that its lease still holds, and returns the traces of the calls that
 * requested it; null when the lease was lost, and nothing changed.
 */
export async function settleCollection(
  db: Db,
  { collection_id, lease_id }: Pick<HeldCollection, 'collection_id' | 'lease_id'>,
  outcome: {
    readonly result_id: string | null;
    readonly error: ErrorBody | null;
    /** Until when the same search fails at once; null where it may be tried again. */
    readonly fails_until: Date | null;
    readonly at: Date;
  },
): Promise<readonly string[] | null> {
  const rows = await db.rows<{ asked_by: readonly string[] }>(
    `update collections
     set state = case when $3::uuid is null then 'failed' else 'done' end,
         result_id = $3, error = $4, settled_at = $5, fails_until = $6, lease_id = null, lease_until = null
     where collection_id = $1 and lease_id = $2 and state = 'running'
     returning coalesce(task -> 'asked_by', '[]') as asked_by`,
    [collection_id, lease_id, outcome.result_id, outcome.error, outcome.at, outcome.fails_until],
    'settle_collection',
  );
  return rows[0]?.asked_by ?? null;
}

/** The error with which a page's search fails at once for now, and until when; else undefined. */
export const findFailing = (
  db: Db,
  pageHash: string,
  at: Date,
): Promise<{ readonly error: ErrorBody; readonly fails_until: Date } | undefined> =>
  first<{ error: ErrorBody; fails_until: Date }>(
    db,
    `select error, fails_until from collections
     where page_hash = $1 and fails_until > $2 and state = 'failed'
     order by fails_until desc
     limit 1`,
    [pageHash, at],
    'find_failing',
  );

/** Since when a collection is waited for: its first pending job, which may have joined it late. */
const QUEUED_SINCE = `coalesce(
    (select min(q.created_at) from requests q
     where q.collection_id = collections.collection_id and q.status = 'pending'),
    created_at)`;

/**
 * Takes over collections past a deadline under a lease of the cleanup's own, so that it can settle
 * them as failed: started before `startedBefore`, or not started and waited for since
 * `queuedBefore`.
 */
export const claimOverdue = (
  db: Db,
  lease: Pick<Lease, 'lease_id' | 'until'>,
  startedBefore: Date,
  queuedBefore: Date,
  limit: number,
): Promise<HeldCollection[]> =>
  db.rows<HeldCollection>(
    `update collections set state = 'running', lease_id = $1, lease_until = $2
     where collection_id in (
       select collection_id from collections
       where state in ('queued', 'running')
         and (started_at < $3 or (started_at is null and created_at < $4 and ${QUEUED_SINCE} < $4))
       limit $5
       for update skip locked
     )
     returning collection_id, page_hash, route, lease_id`,
    [lease.lease_id, lease.until, startedBefore, queuedBefore, limit],
  );

/** Which of these collections have settled, or are gone. */
export const findSettled = (db: Db, ids: readonly string[]): Promise<string[]> =>
  column(
    db,
    `select asked.id as collection_id from unnest($1::uuid[]) as asked (id)
     where not exists (
       select 1 from collections c where c.collection_id = asked.id and c.state in ('queued', 'running')
     )`,
    [ids],
  );
