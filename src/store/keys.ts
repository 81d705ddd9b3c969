import type { Db } from './db.js';

export interface KeyRow {
  readonly key_id: string;
  readonly account_id: string;
  readonly key_start: string;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

/** A key that was found by its hash, with what admission needs of its account. */
export interface AdmittedKey {
  readonly key_id: string;
  readonly account_id: string;
  readonly status: 'active' | 'suspended';
  readonly rate_limit_per_minute: number;
  readonly max_pending: number;
  /** The licensed feeds that the account may read, by name. */
  readonly feeds: readonly string[];
}

/** Stores a new key: its hash, never the key. */
export async function insertKey(
  db: Db,
  key: Omit<KeyRow, 'revoked_at'> & { readonly digest: Buffer },
): Promise<void> {
  await db.rows(
    `insert into api_keys (key_id, account_id, digest, key_start, created_at)
     values ($1, $2, $3, $4, $5)`,
    [key.key_id, key.account_id, key.digest, key.key_start, key.created_at],
  );
}

/** The active key with this hash and its account, or undefined. */
export async function findKeyByHash(db: Db, digest: Buffer): Promise<AdmittedKey | undefined> {
  const rows = await db.rows<AdmittedKey>(
    `select k.key_id, a.account_id, a.status, a.rate_limit_per_minute, a.max_pending,
       a.feeds
     from api_keys k
     join accounts a on a.account_id = k.account_id
     where k.digest = $1 and k.revoked_at is null`,
    [digest],
    'find_key',
  );
  return rows[0];
}

/** Keys of an account, or of all accounts; oldest first. */
export const listKeys = (db: Db, accountId: string | null): Promise<KeyRow[]> =>
  db.rows<KeyRow>(
    `select key_id, account_id, key_start, created_at, revoked_at
     from api_keys
     where $1::uuid is null or account_id = $1
     order by created_at, key_id`,
    [accountId],
  );

/** Revokes a key; revoking it again keeps the first moment. Undefined when there is no such key. */
export async function revokeKey(
  db: Db,
  keyId: string,
  at: Date,
): Promise<{ account_id: string; revoked_at: Date } | undefined> {
  const rows = await db.rows<{ account_id: string; revoked_at: Date }>(
    `update api_keys set revoked_at = coalesce(revoked_at, $2)
     where key_id = $1
     returning account_id, revoked_at`,
    [keyId, at],
  );
  return rows[0];
}
