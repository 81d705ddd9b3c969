/** Jobs and collections as operators see them. */
import type { ErrorBody } from '#contract/envelope.js';
import type { JobStatus } from '#contract/values.js';
import type { Lease } from './claims.js';
import type { HeldCollection } from './collections.js';
import type { NamesIn } from './columns.js';
import type { Db } from './db.js';
import { first } from './first-row.js';
import type { RequestRow } from './requests.js';

const COLUMNS = `request_id, account_id, key_id, route, query, status, credits, collection_id, error,
  created_at, settled_at`;

export type JobRow = Pick<RequestRow, NamesIn<typeof COLUMNS>>;

export interface JobFilter {
  readonly account_id: string | null;
  readonly status: JobStatus | null;
  /** Only jobs created before this one. */
  readonly older_than: string | null;
}

/** Jobs, newest first, at most `limit`. */
export const listJobs = (
  db: Db,
  { account_id, status, older_than }: JobFilter,
  limit: number,
): Promise<JobRow[]> =>
  db.rows<JobRow>(
    `select ${COLUMNS} from requests
     where ($1::uuid is null or account_id = $1)
       and ($2::text is null or status = $2)
       and ($3::uuid is null or request_id < $3)
     order by request_id desc
     limit $4`,
    [account_id, status, older_than, limit],
  );

/** The job, its row locked until the transaction ends; undefined when it does not exist. */
export const lockJob = (tx: Db, requestId: string): Promise<JobRow | undefined> =>
  first(tx, `select ${COLUMNS} from requests where request_id = $1 for update`, [requestId]);

/** The job, or undefined. */
export const findJob = (db: Db, requestId: string): Promise<JobRow | undefined> =>
  first(db, `select ${COLUMNS} from requests where request_id = $1`, [requestId]);

export interface CollectionRow {
  readonly collection_id: string;
  readonly route: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly attempts: number;
  /** Pending jobs that wait for it; 0 when it is read ahead. */
  readonly jobs: number;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly lease_until: Date | null;
  readonly settled_at: Date | null;
}

const OF_COLLECTION = `collection_id, route, state, attempts,
  (select count(*) from requests q where q.collection_id = c.collection_id and q.status = 'pending') as jobs,
  created_at, started_at, lease_until, settled_at`;

/** Collections in flight: running ones first, then as they are claimed; at most `limit`. */
export const listCollections = (db: Db, limit: number): Promise<CollectionRow[]> =>
  db.rows<CollectionRow>(
    `select ${OF_COLLECTION} from collections c
     where state in ('queued', 'running')
     order by state desc, priority, turn, created_at
     limit $1`,
    [limit],
  );

export interface FailedCollection {
  readonly collection_id: string;
  readonly route: string;
  readonly attempts: number;
  readonly error: ErrorBody | null;
  readonly created_at: Date;
  readonly settled_at: Date;
}

/** Collections that failed, except with some codes, newest first, at most `limit`. */
export const listFailedCollections = (
  db: Db,
  limit: number,
  except: readonly string[],
): Promise<FailedCollection[]> =>
  db.rows<FailedCollection>(
    `select collection_id, route, attempts, error, created_at, settled_at from collections
     where state = 'failed' and coalesce(error->>'code' <> all($2), true)
     order by settled_at desc
     limit $1`,
    [limit, except],
  );

/** How many collections failed with each of some codes, by route, the last one first. */
export const countFailedCollections = (db: Db, codes: readonly string[]) =>
  db.rows<{
    readonly route: string;
    readonly code: string;
    readonly collections: number;
    readonly last_at: Date;
  }>(
    `select route, error->>'code' as code, count(*) as collections, max(settled_at) as last_at
     from collections
     where state = 'failed' and error->>'code' = any($1)
     group by route, code
     order by last_at desc`,
    [codes],
  );

/** The collection, or undefined. */
export const findCollection = (db: Db, id: string): Promise<CollectionRow | undefined> =>
  first(db, `select ${OF_COLLECTION} from collections c where collection_id = $1`, [id]);

/** Ledger entries of a request. */
export const entriesOf = (db: Db, requestId: string) =>
  db.rows<{
    readonly kind: string;
    readonly bucket: string;
    readonly period: string;
    readonly available_delta: number;
    readonly reserved_delta: number;
    readonly reason: string | null;
    readonly created_at: Date;
  }>(
    `select kind, bucket, period, available_delta, reserved_delta, reason, created_at
     from ledger_entries where request_id = $1 order by entry_id`,
    [requestId],
  );

/**
 * Takes over a collection in flight that no pending job waits for, under the caller's own lease;
 * undefined when one waits, or it has ended. The row is locked first, so that a job that joins
 * meanwhile is seen.
 */
export async function claimUnwanted(
  tx: Db,
  collectionId: string,
  lease: Lease,
): Promise<HeldCollection | undefined> {
  await tx.rows('select from collections where collection_id = $1 for update', [collectionId]);
  return first(
    tx,
    `update collections set state = 'running', lease_id = $2, lease_until = $3
     where collection_id = $1 and state in ('queued', 'running')
       and not exists (select from requests where collection_id = $1 and status = 'pending')
     returning collection_id, page_hash, route, lease_id`,
    [collectionId, lease.lease_id, lease.until],
  );
}
