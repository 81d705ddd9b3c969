import { assert } from '#base/assert.js';
import { apiError } from '#domain/api-error.js';
import { apiKeyHash, isApiKey } from '#domain/api-key.js';
import { type RateWindow, rateWindow } from '#domain/rate.js';
import { type Account, findAccount, lockAccount } from '#store/accounts.js';
import type { Db } from '#store/db.js';
import { type AdmittedKey, findKeyById, type KeyRow } from '#store/keys.js';
import type { Parts } from '../app.js';
import { isExpired } from './access.js';

/** Spaces may be several (RFC 9110, 11.4). */
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/** The key or token of an `Authorization: Bearer` header, valid or not. */
export const bearerKey = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1];

/**
 * The caller: the active key of an `Authorization: Bearer` header and its account. Throws 401
 * invalid_api_key; a key with a wrong checksum is rejected without a lookup.
 */
export function findCaller(
  app: Parts<'caches'>,
  authorization: string | undefined,
): AdmittedKey | Promise<AdmittedKey> {
  const key = bearerKey(authorization);
  if (key === undefined || !isApiKey(key)) throw apiError('invalid_api_key');
  const found = app.caches.access.find(apiKeyHash(key));
  return found instanceof Promise ? found.then(required) : required(found);
}

const BEARER_START = 'Bearer ';

/**
 * The same when key and account are cached and valid; undefined when they have to be looked up or
 * rejected. A key whose hash is cached needs no other check.
 */
export function knownCaller(
  app: Parts<'caches'>,
  authorization: string | undefined,
): AdmittedKey | undefined {
  if (authorization?.startsWith(BEARER_START) !== true) return undefined;
  return app.caches.access.known(apiKeyHash(authorization.slice(BEARER_START.length)));
}

function required(caller: AdmittedKey | undefined): AdmittedKey {
  if (caller === undefined) throw apiError('invalid_api_key');
  return caller;
}

const MOVING =
  'This account is being moved to another server. Try again shortly, with the same Idempotency-Key if you sent one; nothing was charged.';

/** Throws 403 account_suspended for every key of a suspended account, and 503 for a moved one. */
export function requireActiveAccount(caller: Pick<AdmittedKey, 'status'>): void {
  if (caller.status === 'moved') throw apiError('storage_unavailable', { message: MOVING });
  if (caller.status === 'suspended') throw apiError('account_suspended');
}

/**
 * Locks the account of an admitted caller until the transaction ends. Throws as
 * requireActiveAccount does: it may have been suspended, erased or frozen since.
 */
export async function lockActiveAccount(tx: Db, accountId: string): Promise<Account> {
  const account = await lockAccount(tx, accountId);
  assert(account !== undefined, 'an admitted caller has an account');
  requireActiveAccount(account);
  return account;
}

/**
 * Checks an admitted caller again after a wait. Returns the feeds it may read now; throws when its
 * key or account has ended since.
 */
export function readmit(
  app: Parts<'caches'>,
  authorization: string | undefined,
): readonly string[] | Promise<readonly string[]> {
  const found = findCaller(app, authorization);
  return found instanceof Promise ? found.then(feedsOfActive) : feedsOfActive(found);
}

function feedsOfActive(caller: AdmittedKey): readonly string[] {
  requireActiveAccount(caller);
  return caller.feeds;
}

/** Who work outside a call is done for: a key and its account. */
export interface Owner {
  readonly account_id: string;
  readonly key_id: string;
}

/**
 * The same for work outside a call, from the store: throws 401 invalid_api_key when the key that
 * requested it has ended, and 403 account_suspended.
 */
export async function admitOwner(
  app: Parts<'clock' | 'db'>,
  { account_id, key_id }: Owner,
): Promise<AdmittedKey & Pick<KeyRow, 'credits_used'>> {
  const key = await findKeyById(app.db, key_id);
  const isLive =
    key?.account_id === account_id && key.revoked_at === null && !isExpired(key, app.clock.nowMs());
  if (!isLive) {
    const how = key?.revoked_at === null ? 'has expired' : 'was revoked';
    throw apiError('invalid_api_key', { message: `The key of this request ${how}.` });
  }
  requireActiveAccount(key);
  return key;
}

/** Feeds an account may read now, without a key; undefined when it is suspended or missing. */
export async function feedsOfAccount(
  app: Parts<'db'>,
  accountId: string,
): Promise<readonly string[] | undefined> {
  const account = await findAccount(app.db, accountId);
  return account?.status === 'active' ? account.feeds : undefined;
}

/** Counts this call in the account's minute; every authenticated call counts, rejected ones too. */
export async function countInWindow(
  app: Parts<'caches'>,
  caller: AdmittedKey,
): Promise<RateWindow & { over: boolean }> {
  const { calls, atMs } = await app.caches.batchers.calls.add(caller.account_id);
  const limit = caller.rate_limit_per_minute;
  return { ...rateWindow(limit, calls, atMs), over: calls > limit };
}

/** The window of an account now, for a call that was counted before it waited. */
export async function windowNow(
  app: Parts<'caches'>,
  caller: Pick<AdmittedKey, 'account_id' | 'rate_limit_per_minute'>,
): Promise<RateWindow> {
  const { calls, atMs } = await app.caches.batchers.windows.add(caller.account_id);
  return rateWindow(caller.rate_limit_per_minute, calls, atMs);
}
