import { apiError } from '#domain/api-error.js';
import { apiKeyHash, isApiKey } from '#domain/api-key.js';
import { type RateWindow, rateWindow } from '#domain/rate.js';
import type { AdmittedKey } from '#store/keys.js';
import type { App } from '../app.js';

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/** The key of an `Authorization: Bearer` header, whatever it is worth. */
export const bearerKey = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1];

/**
 * The caller: the active key of an `Authorization: Bearer` header and its account. Throws 401
 * invalid_api_key; a key with a wrong checksum is rejected without a lookup (interface-v1,
 * "Authentication").
 */
export function findCaller(
  app: App,
  authorization: string | undefined,
): AdmittedKey | Promise<AdmittedKey> {
  const key = bearerKey(authorization);
  if (key === undefined || !isApiKey(key)) throw apiError('invalid_api_key');
  const found = app.caches.access.find(apiKeyHash(key));
  return found instanceof Promise ? found.then(required) : required(found);
}

const BEARER_START = 'Bearer ';

/**
 * The same when key and account are cached and valid; undefined when they have to be
 * looked up or rejected. A key whose hash is cached needs no other check.
 */
export function knownCaller(app: App, authorization: string | undefined): AdmittedKey | undefined {
  if (authorization?.startsWith(BEARER_START) !== true) return undefined;
  return app.caches.access.known(apiKeyHash(authorization.slice(BEARER_START.length)));
}

function required(caller: AdmittedKey | undefined): AdmittedKey {
  if (caller === undefined) throw apiError('invalid_api_key');
  return caller;
}

/** Throws 403 account_suspended for every key of a suspended account. */
export function requireActiveAccount(caller: AdmittedKey): void {
  if (caller.status === 'suspended') throw apiError('account_suspended');
}

/**
 * Checks an admitted caller again after a wait, and returns the feeds that it may read now: throws when its
 * key or account has ended since.
 */
export function readmit(
  app: App,
  authorization: string | undefined,
): readonly string[] | Promise<readonly string[]> {
  const found = findCaller(app, authorization);
  return found instanceof Promise ? found.then(feedsOfActive) : feedsOfActive(found);
}

function feedsOfActive(caller: AdmittedKey): readonly string[] {
  requireActiveAccount(caller);
  return caller.feeds;
}

/** Counts this call in the account's minute; every authenticated call counts, rejected ones too. */
export async function countInWindow(
  app: App,
  caller: AdmittedKey,
): Promise<RateWindow & { over: boolean }> {
  const { calls, atMs } = await app.caches.batchers.calls.add(caller.account_id);
  const limit = caller.rate_limit_per_minute;
  return { ...rateWindow(limit, calls, atMs), over: calls > limit };
}
