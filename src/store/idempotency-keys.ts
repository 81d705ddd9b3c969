/**
 * Idempotency keys of jobs and of cache hits: one row per key, whose primary key decides between
 * simultaneous calls. Keys are claimed before any wallet is locked, several in key order.
 */
import { firstUuidAt } from '#domain/uuid-time.js';
import { arraysIn, holdersOf, valuesIn } from './columns.js';
import type { Db } from './db.js';
import { rowCount } from './first-row.js';

/** A key and its purpose: callers may send any text, so our own keys have another purpose. */
export interface CallKey {
  readonly purpose: 'call' | 'watch_run' | 'repeat' | 'lookup';
  readonly idempotency_key: string;
}

/** The search that a key of an account identifies. */
export interface KeyClaim extends CallKey {
  readonly account_id: string;
  readonly request_id: string;
  readonly page_hash: string;
}

const COLUMNS = 'account_id, purpose, idempotency_key, request_id, page_hash';

/** Claims keys; returns the requests that got theirs. A key that is already held stays as it is. */
export async function claimKeys(db: Db, claims: readonly KeyClaim[]): Promise<Set<string>> {
  const rows = await db.rows<{ request_id: string }>(
    `insert into idempotency_keys (${COLUMNS})
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[])
       as claim (${COLUMNS})
     order by account_id, purpose, idempotency_key
     on conflict do nothing
     returning request_id`,
    arraysIn(COLUMNS, claims),
  );
  return new Set(rows.map(({ request_id }) => request_id));
}

/**
 * Claims a key or finds who holds it. The row stays locked until the transaction ends: a failing
 * job that holds the key frees it only then.
 */
export async function claimOrFindKey(db: Db, claim: KeyClaim): Promise<KeyClaim> {
  const rows = await db.rows<KeyClaim>(
    `insert into idempotency_keys as k (${COLUMNS}) values (${holdersOf(COLUMNS)})
     on conflict (account_id, purpose, idempotency_key) do update set request_id = k.request_id
     returning ${COLUMNS}`,
    valuesIn(COLUMNS, claim),
  );
  return rows[0] ?? claim;
}

/** The newest request made at `since` or later that holds one of these keys of repeated calls. */
export async function findKeyHolder(
  db: Db,
  accountId: string,
  keys: readonly string[],
  since: Date,
): Promise<string | undefined> {
  const rows = await db.rows<{ request_id: string }>(
    `select request_id from idempotency_keys
     where account_id = $1 and purpose = 'repeat' and idempotency_key = any($2::text[]) and request_id >= $3
     order by request_id desc limit 1`,
    [accountId, keys, firstUuidAt(since.getTime())],
  );
  return rows[0]?.request_id;
}

/** The requests that hold these keys of a purpose, by key. */
export async function findHeldKeys(
  db: Db,
  accountId: string,
  purpose: CallKey['purpose'],
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ idempotency_key: string; request_id: string }>(
    `select idempotency_key, request_id from idempotency_keys
     where account_id = $1 and purpose = $2 and idempotency_key = any($3::text[])`,
    [accountId, purpose, keys],
  );
  return new Map(rows.map(({ idempotency_key, request_id }) => [idempotency_key, request_id]));
}

/** Moves a key to another request: its previous holder is past its retention. */
export async function takeOverKey(db: Db, claim: KeyClaim): Promise<void> {
  await db.rows(
    `update idempotency_keys set request_id = $4, page_hash = $5
     where account_id = $1 and purpose = $2 and idempotency_key = $3`,
    valuesIn(COLUMNS, claim),
  );
}

/** Frees the keys of failed jobs and of unpaid hits. */
export async function freeKeys(db: Db, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length === 0) return;
  await db.rows('delete from idempotency_keys where request_id = any($1::uuid[])', [requestIds]);
}

/** Deletes keys of requests older than `before`, at most `limit`; returns how many. */
export const deleteOldKeys = (db: Db, before: Date, limit: number): Promise<number> =>
  rowCount(
    db,
    `delete from idempotency_keys where request_id in (
       select request_id from idempotency_keys where request_id < $1
       order by request_id limit $2 for update skip locked
     ) and request_id < $1
     returning request_id`,
    [firstUuidAt(before.getTime()), limit],
  );
