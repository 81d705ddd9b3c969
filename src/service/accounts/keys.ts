/** Account keys, as operators manage them. A key is shown once, when it is created. */
import { OperatorError } from '#base/operator-error.js';
import { DAY_MS } from '#contract/durations.js';
import { KEY_SCOPES, type KeyScope } from '#contract/keys.js';
import { NO_ACCOUNT } from '#contract/operator.js';
import { hashApiKey, KEY_RANDOM_BYTES, makeApiKey, startOfApiKey } from '#domain/api-key.js';
import { noteAccessChange } from '#store/access.js';
import { type Account, findAccount, lockAccount } from '#store/accounts.js';
import type { Db } from '#store/db.js';
import { findErasure } from '#store/erasures.js';
import { insertKey, listKeys, lockKey, revokeKey, updateKey } from '#store/keys.js';
import { now, type Parts } from '../app.js';
import { type Change, differences, noteChange, type Operator, THE_SERVICE } from './audit-log.js';
import { scopesOfKey } from './require-scope.js';

export interface IssuedKey {
  readonly key_id: string;
  readonly api_key: string;
  readonly label?: string;
  readonly expires_at?: Date;
  readonly scopes?: readonly string[];
  readonly credits_max?: number;
  /** Why it does not work yet. */
  readonly warning?: string;
}

/** Settings of a key; an omitted member keeps its value. */
export interface KeySettings {
  readonly label?: string | undefined;
  /** The last day (UTC) on which it is valid, or "never". */
  readonly expires?: string | undefined;
}

/** Settings of a new key; its scopes and its ceiling cannot be changed later. */
export interface NewKeySettings extends KeySettings {
  /** Comma-separated words of KEY_SCOPES; `read` is always included. */
  readonly scopes?: string | undefined;
  readonly credits_max?: number | undefined;
  /** When it ends, in place of `expires`. */
  readonly expires_at?: Date | undefined;
}

export const NO_KEY = 'No key has this id. "rowhouse keys list" shows all keys.';

/** A new random key. */
export const newApiKey = (app: Parts<'ids'>): string => makeApiKey(app.ids.bytes(KEY_RANDOM_BYTES));

/** Creates another key for an account, before or after a freeze or an erasure, never during one. */
export async function createKey(
  app: Parts<'clock' | 'db' | 'ids'>,
  accountId: string,
  settings: NewKeySettings = {},
  by: Operator = THE_SERVICE,
): Promise<IssuedKey> {
  return app.db.transaction(async (tx) => {
    const account = await lockForKey(tx, accountId);
    const issued = await issueKey(app, tx, accountId, newApiKey(app), settings);
    await noteChange(app, tx, by, createdKey('key.create', accountId, issued));
    return { ...issued, ...warningOf(account) };
  });
}

/** A key of a suspended account does not work before the account is resumed. */
export const warningOf = ({ account_id, status }: Account): { warning?: string } =>
  status !== 'suspended'
    ? {}
    : {
        warning: `The account is suspended: the key works after "rowhouse accounts resume ${account_id}".`,
      };

/** Locks an account that may get a key; throws OperatorError where it is unknown or frozen. */
export async function lockForKey(tx: Db, accountId: string): Promise<Account> {
  const account = await lockAccount(tx, accountId);
  if (account === undefined) throw new OperatorError(NO_ACCOUNT);
  await refuseFrozen(tx, accountId);
  return account;
}

/** The entry of a created key in the audit log, without its secret. */
export const createdKey = (
  action: 'key.create' | 'key.create_test',
  account_id: string,
  { key_id, api_key: _secret, ...after }: IssuedKey,
): Change => ({ action, account_id, subject: key_id, after });

/** Records a change of a key in the transaction that makes it, or in the log of another store. */
export type Note = (tx: Db, change: Change) => Promise<void>;

/** The note in the log of the key's own store. */
export const noteBy =
  (app: Parts<'clock'>, by: Operator): Note =>
  (tx, change) =>
    noteChange(app, tx, by, change);

/** Changes a key's label and expiry on every node within a second; undefined for an unknown key. */
export async function changeKeyOf(
  app: Parts<'caches' | 'clock' | 'db'>,
  keyId: string,
  settings: KeySettings,
  note: Note = noteBy(app, THE_SERVICE),
) {
  const changed = await app.db.transaction(async (tx) => {
    const before = await lockKey(tx, keyId);
    if (before === undefined) return undefined;
    await refuseFrozen(tx, before.account_id);
    const label = settings.label ?? before.label;
    const expires_at =
      settings.expires === undefined ? before.expires_at : endOf(app, settings.expires);
    await updateKey(tx, { key_id: keyId, label, expires_at });
    await noteAccessChange(tx, before.account_id, now(app));
    await note(tx, {
      action: 'key.update',
      account_id: before.account_id,
      subject: keyId,
      ...differences({ label: before.label, expires_at: before.expires_at }, { label, expires_at }),
    });
    return { ...before, scopes: scopesOfKey(before), label, expires_at };
  });
  if (changed !== undefined) app.caches.access.forget(changed.account_id);
  return changed;
}

/** A time of RFC 3339 has four digits of the year. */
const YEAR_MAX = 9_999;

/**
 * End of a key's last valid day; null for never. Throws OperatorError for a day in the past, and
 * for one whose end cannot be written.
 */
function endOf(app: Parts<'clock'>, lastDay: string): Date | null {
  if (lastDay === 'never') return null;
  const end = new Date(Date.parse(lastDay) + DAY_MS);
  if (end.getTime() <= app.clock.nowMs())
    throw new OperatorError(`--expires ${lastDay} is in the past. Revoke a key to end it now.`);
  if (end.getUTCFullYear() > YEAR_MAX)
    throw new OperatorError(
      `--expires ${lastDay} is too late. Use never for a key without an end.`,
    );
  return end;
}

/** Revokes a key; every node rejects it within a second. */
export async function endKey(app: Parts<'caches' | 'clock' | 'db'>, keyId: string) {
  const ended = await endKeyOf(app, keyId);
  if (ended === undefined) throw new OperatorError(NO_KEY);
  return ended;
}

/** The same; undefined for an unknown key. */
export async function endKeyOf(
  app: Parts<'caches' | 'clock' | 'db'>,
  keyId: string,
  note: Note = noteBy(app, THE_SERVICE),
) {
  const ended = await app.db.transaction(async (tx) => {
    const revoked = await revokeKey(tx, keyId, now(app));
    if (revoked === undefined) return undefined;
    await refuseFrozen(tx, revoked.account_id);
    await noteAccessChange(tx, revoked.account_id, now(app));
    await note(tx, {
      action: 'key.revoke',
      account_id: revoked.account_id,
      subject: keyId,
      after: { revoked_at: revoked.revoked_at },
    });
    return revoked;
  });
  if (ended === undefined) return undefined;
  app.caches.access.forget(ended.account_id);
  return { key_id: keyId, revoked_at: ended.revoked_at.toISOString() };
}

/** Keys of an account, or of all; only the first characters of a key are shown. */
export async function showKeys(app: Parts<'db'>, accountId: string | null) {
  const keys = await listKeys(app.db, accountId);
  return { keys: keys.map((key) => ({ ...key, scopes: scopesOfKey(key) })) };
}

/** The scopes that an operator names, sorted. Throws OperatorError. */
function readScopes(words: string): KeyScope[] {
  const named = words.split(',').map((word) => word.trim());
  const unknown = named.find((word) => !KEY_SCOPES.some((scope) => scope === word));
  if (unknown !== undefined) {
    throw new OperatorError(`--scopes must be a comma-separated list of ${KEY_SCOPES.join(', ')}.`);
  }
  return KEY_SCOPES.filter((scope) => scope === 'read' || named.includes(scope));
}

/** An account by its id. Throws OperatorError. */
export async function requireAccount(db: Db, accountId: string): Promise<Account> {
  const account = await findAccount(db, accountId);
  if (account === undefined) throw new OperatorError(NO_ACCOUNT);
  return account;
}

/** Throws OperatorError for an erased account: it can no longer be changed. */
export async function refuseErased(db: Db, accountId: string): Promise<void> {
  if ((await findErasure(db, accountId)) === undefined) return;
  throw new OperatorError('This account is erased. Create another one.');
}

/** The same for one that is frozen: what is changed after its export would not be moved. */
export async function refuseFrozen(db: Db, accountId: string): Promise<void> {
  await refuseErased(db, accountId);
  if ((await findAccount(db, accountId))?.status !== 'moved') return;
  throw new OperatorError(
    'This account is frozen by "accounts move", and a change here would not be moved with it. Change it there, once it is resumed.',
  );
}

/** Stores a key of an account. Settings that were not requested are not in the result. */
export async function issueKey(
  app: Parts<'clock' | 'ids'>,
  db: Db,
  accountId: string,
  api_key: string,
  { label, expires, scopes: words, credits_max, expires_at: endsAt }: NewKeySettings = {},
): Promise<IssuedKey> {
  const scopes = words === undefined ? null : readScopes(words);
  const key_id = app.ids.uuid();
  const expires_at = endsAt ?? (expires === undefined ? null : endOf(app, expires));
  await insertKey(db, {
    key_id,
    account_id: accountId,
    digest: hashApiKey(api_key),
    key_start: startOfApiKey(api_key),
    created_at: now(app),
    label: label ?? null,
    expires_at,
    scopes,
    credits_max: credits_max ?? null,
  });
  return {
    key_id,
    api_key,
    ...(scopes !== null && { scopes }),
    ...(credits_max !== undefined && { credits_max }),
    ...(label !== undefined && { label }),
    ...(expires_at && { expires_at }),
  };
}
