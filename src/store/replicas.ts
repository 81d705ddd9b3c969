/** Replicated feeds: the position of each pull, its lease, and its last error. */

import type { Kind } from '#contract/values.js';
import type { ChangeMark } from '#domain/table.js';
import type { Lease } from './claims.js';
import type { Db } from './db.js';
import { first } from './first-row.js';
import { createReplicaTables, type Held } from './replica-rows.js';

export interface StoredReplicaRow {
  readonly feed: string;
  readonly source: string;
  /** Null until its first pull starts. */
  readonly origin_hash: string | null;
  readonly mark: ChangeMark | null;
  readonly read_at: Date | null;
  /** Null until the first pull has ended. */
  readonly pulled_at: Date | null;
  readonly compared_at: Date | null;
  readonly due_at: Date;
  readonly compare_due_at: Date | null;
  readonly row_count: number;
  readonly last_error: string | null;
  readonly last_error_at: Date | null;
  /** Its tables by kind. */
  readonly tables: Readonly<Partial<Record<Kind, number>>>;
}

const COLUMNS = `feed, source, origin_hash, mark, read_at, pulled_at, compared_at, due_at, compare_due_at, row_count,
  last_error, last_error_at,
  (select coalesce(json_object_agg(t.kind, t.import_id), '{}') from imports t
   where t.feed = r.feed and t.state = 'current') as tables`;

/** All replicated feeds. */
export const listReplicas = (db: Db): Promise<StoredReplicaRow[]> =>
  db.rows<StoredReplicaRow>(
    `select ${COLUMNS} from replicas r order by feed collate "C"`,
    [],
    'replicas',
  );

/** Adds a feed to replicate; a known one stays as it is. */
export async function addReplica(
  db: Db,
  { feed, source, at }: { readonly feed: string; readonly source: string; readonly at: Date },
): Promise<void> {
  await db.rows(
    'insert into replicas (feed, source, due_at) values ($1, $2, $3) on conflict do nothing',
    [feed, source, at],
  );
}

/**
 * Claims a feed that is due, or of another origin, for as long as the lease lasts. Undefined when
 * there is nothing to do, or another process holds it.
 */
export const claimReplica = (
  db: Db,
  feed: string,
  origin: string,
  { lease_id, now, until }: Lease,
): Promise<StoredReplicaRow | undefined> =>
  first(
    db,
    `update replicas r set lease_id = $2, lease_until = $3
     where feed = $1 and (lease_until is null or lease_until <= $4)
       and (due_at <= $4 or compare_due_at <= $4 or origin_hash is distinct from $5)
     returning ${COLUMNS}`,
    [feed, lease_id, until, now, origin],
  );

/**
 * Restarts a feed from scratch in its own tables; those of another origin end. Undefined when the
 * lease was lost.
 */
export function restartReplica(
  db: Db,
  { feed, lease_id }: Held,
  {
    origin,
    kinds,
    at,
  }: { readonly origin: string; readonly kinds: readonly Kind[]; readonly at: Date },
): Promise<StoredReplicaRow | undefined> {
  return db.transaction(async (tx) => {
    const mine = await tx.rows(
      `update replicas
       set origin_hash = $3, mark = null, read_at = null, pulled_at = null, compared_at = null,
         compare_due_at = null, due_at = $4, row_count = 0, last_line = 0
       where feed = $1 and lease_id = $2 returning feed`,
      [feed, lease_id, origin, at],
    );
    if (mine.length === 0) return undefined;
    await endTables(tx, feed, at);
    await createReplicaTables(tx, feed, kinds, at);
    return first(tx, `select ${COLUMNS} from replicas r where feed = $1`, [feed]);
  });
}

const endTables = (db: Db, feed: string, at: Date) =>
  db.rows(
    `update imports set state = 'ended', settled_at = $2 where feed = $1 and state = 'current'`,
    [feed, at],
  );

/** Records a pull's end: the feed as of `pulledAt` is stored. Keys are compared after the first. */
export async function noteEnd(
  db: Db,
  { feed, lease_id }: Held,
  {
    pulledAt,
    dueAt,
    compareDueAt,
  }: { readonly pulledAt: Date; readonly dueAt: Date; readonly compareDueAt: Date | null },
): Promise<void> {
  await db.rows(
    `update replicas
     set pulled_at = $3, due_at = $4, last_error = null, last_error_at = null,
       compare_due_at = case when $5::timestamptz is not null then coalesce(compare_due_at, $5) end
     where feed = $1 and lease_id = $2`,
    [feed, lease_id, pulledAt, dueAt, compareDueAt],
  );
}

/** Records an error, and when to retry. */
export async function noteTrouble(
  db: Db,
  { feed, lease_id }: Held,
  { error, at, dueAt, compareDueAt }: Trouble,
): Promise<void> {
  await db.rows(
    `update replicas
     set last_error = $3, last_error_at = $4, due_at = greatest(due_at, $5),
       compare_due_at = greatest(compare_due_at, $6)
     where feed = $1 and lease_id = $2`,
    [feed, lease_id, error, at, dueAt, compareDueAt],
  );
}

export interface Trouble {
  readonly error: string;
  readonly at: Date;
  readonly dueAt: Date;
  /** Null where keys were not compared. */
  readonly compareDueAt: Date | null;
}

/** Ends feeds that were due before `before` and are not in use. Returns how many. */
export async function endUnused(
  db: Db,
  inUse: readonly string[],
  before: Date,
  at: Date,
): Promise<number> {
  const unused = await db.rows<{ feed: string }>(
    `select feed from replicas r
     where feed <> all($1::text[]) and due_at < $2 and (lease_until is null or lease_until < $3)
       and exists (select from imports t where t.feed = r.feed and t.state = 'current')`,
    [inUse, before, at],
  );
  for (const { feed } of unused) {
    await db.transaction(async (tx) => {
      await tx.rows(`update replicas set origin_hash = null, pulled_at = null where feed = $1`, [
        feed,
      ]);
      await endTables(tx, feed, at);
    });
  }
  return unused.length;
}
