/** The erasure of accounts; account-data.ts says what it does to each table. */
import { ACCOUNT_TABLES } from './account-data.js';
import type { Db } from './db.js';
import { column, first } from './first-row.js';
import { deleteRequests } from './requests.js';
import { endReservations } from './reservations.js';
import { quoted, type TransferTable } from './transfer/tables.js';

export interface Erasure {
  readonly account_id: string;
  readonly begun_at: Date;
  /** When nothing was left; null while it is in progress. */
  readonly erased_at: Date | null;
}

/** Replaces a name. */
export const ERASED_NAME = '[erased]';

/** The erasure of an account, or undefined. */
export const findErasure = (db: Db, accountId: string): Promise<Erasure | undefined> =>
  first(db, 'select * from erasures where account_id = $1', [accountId]);

/** Accounts whose erasure is in progress, at most `limit`. */
export const openErasures = (db: Db, limit: number): Promise<string[]> =>
  column(db, 'select account_id from erasures where erased_at is null order by begun_at limit $1', [
    limit,
  ]);

/**
 * Removes name, labels and keys of an account; call it in one transaction with its account locked.
 * `keyIds` are keys of the account elsewhere, which audit entries may name.
 */
export async function beginErasure(
  tx: Db,
  accountId: string,
  keyIds: readonly string[],
  at: Date,
): Promise<void> {
  await tx.rows(
    'insert into erasures (account_id, begun_at) values ($1, $2) on conflict do nothing',
    [accountId, at],
  );
  await tx.rows(
    `update accounts set name = $2, status = 'suspended', feeds = '{}', erase_at = null
     where account_id = $1`,
    [accountId, ERASED_NAME],
  );
  // No key has this digest: keys' digests are of texts with another prefix.
  await tx.rows(
    `update api_keys
     set revoked_at = coalesce(revoked_at, $2), label = null, key_start = '', last_used_at = null,
       digest = sha256(convert_to('erased ' || key_id, 'UTF8'))
     where account_id = $1`,
    [accountId, at],
  );
  await tx.rows(
    `update audit_log set before = redact_audit_values(before), after = redact_audit_values(after)
     where account_id = $1 or subject = any($2)
       or subject in (select key_id::text from api_keys where account_id = $1)`,
    [accountId, keyIds],
  );
}

/** Records that nothing is left. */
export const endErasure = (db: Db, accountId: string, at: Date): Promise<unknown> =>
  db.rows('update erasures set erased_at = coalesce(erased_at, $2) where account_id = $1', [
    accountId,
    at,
  ]);

/** Pending requests of an account, at most `limit`. */
export const pendingOf = (db: Db, accountId: string, limit: number): Promise<string[]> =>
  column(
    db,
    `select request_id from requests where account_id = $1 and status = 'pending' limit $2`,
    [accountId, limit],
  );

/** Deletes at most `limit` rows of an account from each `removed` table. Returns how many. */
export async function removeOwn(
  db: Db,
  tables: readonly TransferTable[],
  accountId: string,
  limit: number,
): Promise<number> {
  let gone = 0;
  for (const [name, { of, erasure }] of Object.entries(ACCOUNT_TABLES)) {
    const key = tables
      .find((table) => table.name === name)
      ?.key.map(quoted)
      .join(', ');
    if (erasure !== 'removed' || key === undefined) continue;
    const rows = await db.rows(
      `delete from ${quoted(name)} where (${key}) in (
         select ${key} from ${quoted(name)} t where ${of} limit $2
       ) returning 1`,
      [accountId, limit],
    );
    gone += rows.length;
  }
  return gone;
}

/**
 * Removes at most `limit` settled requests of an account, with the collections that nobody else
 * requested; credits reserved for unread ones are released. Their results are marked for erasure at
 * `dueAt`, or later when they are stale.
 */
export const removeRequests = (
  db: Db,
  accountId: string,
  { at, dueAt }: { readonly at: Date; readonly dueAt: Date },
  limit: number,
): Promise<number> =>
  db.transaction(async (tx) => {
    const found = await tx.rows<{
      request_id: string;
      result_id: string | null;
      collection_id: string | null;
    }>(
      `select request_id, result_id, collection_id from requests
       where account_id = $1 and status <> 'pending' order by request_id limit $2`,
      [accountId, limit],
    );
    if (found.length === 0) return 0;
    await noteResults(
      tx,
      found.flatMap(({ result_id }) => result_id ?? []),
      dueAt,
    );
    const ids = found.map(({ request_id }) => request_id);
    await deleteRequests(tx, ids);
    await endReservations(tx, ids, 'unread', at);
    await tx.rows(
      `delete from collections c where c.collection_id = any($1) and c.state in ('done', 'failed')
         and not exists (select from requests q where q.collection_id = c.collection_id)`,
      [found.flatMap(({ collection_id }) => collection_id ?? [])],
    );
    return found.length;
  });

/** Marks the results that an account's cache hits returned. */
export async function noteHitResults(db: Db, accountId: string, dueAt: Date): Promise<void> {
  const resultIds = await column<string>(
    db,
    `select distinct c.result_id from cached_pages c
     where c.page_id in (select page_id from hits where account_id = $1)`,
    [accountId],
  );
  await noteResults(db, resultIds, dueAt);
}

const noteResults = (db: Db, resultIds: readonly string[], dueAt: Date): Promise<unknown> =>
  db.rows(
    `update results set erase_at = greatest(fresh_until, $2)
     where result_id = any($1) and erase_at is null`,
    [resultIds, dueAt],
  );

/**
 * Removes marked results that are due and nobody else has, with the cached pages made of them; at
 * most `limit`. Collections and results that were read ahead for nobody go with them. Returns how
 * many were due.
 */
export const removeResults = (db: Db, at: Date, limit: number): Promise<number> =>
  db.transaction(async (tx) => {
    const due = await tx.rows<{ result_id: string }>(
      `update results set erase_at = null where result_id in (
         select result_id from results where erase_at <= $1 order by erase_at limit $2
         for update skip locked
       ) returning result_id`,
      [at, limit],
    );
    if (due.length === 0) return 0;
    await tx.rows(
      `delete from cached_pages p where p.result_id = any($1) and not exists (
         select from hits h where h.page_id = p.page_id and h.account_id not in (select account_id from erasures)
       )`,
      [due.map(({ result_id }) => result_id)],
    );
    await tx.rows(
      `delete from results r where r.fresh_until <= $1
         and not exists (select from requests q where q.result_id = r.result_id)
         and not exists (select from cached_pages p where p.result_id = r.result_id)
         and (r.result_id = any($2) or r.next_task is not null)`,
      [at, due.map(({ result_id }) => result_id)],
    );
    await tx.rows(
      `delete from collections c where c.state in ('done', 'failed') and c.settled_at <= $1
         and not exists (select from requests q where q.collection_id = c.collection_id)`,
      [at],
    );
    return due.length;
  });
