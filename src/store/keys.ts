import type { Account } from './accounts.js';
import { holdersOf, valuesIn } from './columns.js';
import type { Db } from './db.js';
import { first, hasRow } from './first-row.js';

export interface KeyRow {
  readonly key_id: string;
  readonly account_id: string;
  readonly key_start: string;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
  /** An operator's label. */
  readonly label: string | null;
  /** It is rejected from then on; null for never. */
  readonly expires_at: Date | null;
  /** To about a minute. */
  readonly last_used_at: Date | null;
  /** Its permissions; null for all. */
  readonly scopes: readonly string[] | null;
  /** Credits that it may spend in total; null for no ceiling. */
  readonly credits_max: number | null;
  /** Credits that it has spent or reserved; counted for keys with a ceiling. */
  readonly credits_used: number;
}

const COLUMNS =
  'key_id, account_id, key_start, created_at, revoked_at, label, expires_at, last_used_at, scopes, credits_max, credits_used';

/** A key found by its hash, with what admission needs of its account. */
export type AdmittedKey = Pick<KeyRow, 'key_id' | 'account_id' | 'scopes' | 'credits_max'> &
  Pick<Account, 'status' | 'rate_limit_per_minute' | 'max_pending' | 'feeds'>;

/** An admitted key, and until when it is valid. */
export type FoundKey = AdmittedKey & Pick<KeyRow, 'expires_at'>;

const MADE_WITH = `key_id, account_id, digest, key_start, created_at, label, expires_at, scopes,
  credits_max`;

/** Stores a new key: its hash, never the key. */
export async function insertKey(
  db: Db,
  key: Omit<KeyRow, 'revoked_at' | 'last_used_at' | 'credits_used'> & { readonly digest: Buffer },
): Promise<void> {
  await db.rows(
    `insert into api_keys (${MADE_WITH}) values (${holdersOf(MADE_WITH)})`,
    valuesIn(MADE_WITH, key),
  );
}

/** The key with this hash and its account, unless it is revoked; else undefined. */
export const findKeyByHash = (db: Db, digest: Buffer): Promise<FoundKey | undefined> =>
  first(
    db,
    `select k.key_id, a.account_id, a.status, a.rate_limit_per_minute, a.max_pending,
       a.feeds, k.expires_at, k.scopes, k.credits_max
     from api_keys k
     join accounts a on a.account_id = k.account_id
     where k.digest = $1 and k.revoked_at is null`,
    [digest],
    'find_key',
  );

/** The key with this id and its account, even if revoked; undefined when it does not exist. */
export const findKeyById = (
  db: Db,
  keyId: string,
): Promise<(FoundKey & Pick<KeyRow, 'revoked_at' | 'credits_used'>) | undefined> =>
  first<FoundKey & Pick<KeyRow, 'revoked_at' | 'credits_used'>>(
    db,
    `select k.key_id, a.account_id, a.status, a.rate_limit_per_minute, a.max_pending,
       a.feeds, k.expires_at, k.revoked_at, k.scopes, k.credits_max, k.credits_used
     from api_keys k
     join accounts a on a.account_id = k.account_id
     where k.key_id = $1`,
    [keyId],
    'find_key_by_id',
  );

/** Keys of an account, or of all accounts; oldest first. */
export const listKeys = (db: Db, accountId: string | null): Promise<KeyRow[]> =>
  db.rows<KeyRow>(
    `select ${COLUMNS} from api_keys
     where $1::uuid is null or account_id = $1
     order by created_at, key_id`,
    [accountId],
  );

/** Revokes a key; a second call keeps the first time. Undefined when the key does not exist. */
export const revokeKey = (
  db: Db,
  keyId: string,
  at: Date,
): Promise<{ account_id: string; revoked_at: Date } | undefined> =>
  first(
    db,
    `update api_keys set revoked_at = coalesce(revoked_at, $2)
     where key_id = $1
     returning account_id, revoked_at`,
    [keyId, at],
  );

/**
 * Counts credits against a key's ceiling, in the transaction that reserves or spends them; false
 * when too few are left. Locks the key, after its account's wallet.
 */
export const spendOfKey = (tx: Db, keyId: string, credits: number): Promise<boolean> =>
  hasRow(
    tx,
    `update api_keys set credits_used = credits_used + $2
     where key_id = $1 and credits_used + $2 <= credits_max and revoked_at is null
     returning 1`,
    [keyId, credits],
    'spend_of_key',
  );

/** The key, its row locked until the transaction ends; undefined when it does not exist. */
export const lockKey = (db: Db, keyId: string): Promise<KeyRow | undefined> =>
  first(db, `select ${COLUMNS} from api_keys where key_id = $1 for no key update`, [keyId]);

/** Stores the label and the expiry of a locked key. */
export async function updateKey(
  db: Db,
  { key_id, label, expires_at }: Pick<KeyRow, 'key_id' | 'label' | 'expires_at'>,
): Promise<void> {
  await db.rows('update api_keys set label = $2, expires_at = $3 where key_id = $1', [
    key_id,
    label,
    expires_at,
  ]);
}

/** Records when keys were last used, unless a later time is stored. Locks keys in id order. */
export async function noteKeyUses(
  db: Db,
  uses: readonly { readonly key_id: string; readonly at: Date }[],
): Promise<void> {
  await db.rows(
    `with used as (
       select key_id, max(at) as at
       from unnest($1::uuid[], $2::timestamptz[]) as used (key_id, at)
       group by key_id
     ), locked as materialized (
       select k.key_id, used.at from api_keys k join used on used.key_id = k.key_id
       where k.last_used_at is null or k.last_used_at < used.at
       order by k.key_id
       for no key update of k
     )
     update api_keys k set last_used_at = locked.at from locked where k.key_id = locked.key_id`,
    [uses.map(({ key_id }) => key_id), uses.map(({ at }) => at)],
  );
}
