import { isApiKey, shortDigestOfApiKey } from '#domain/api-key.js';
import { type RateWindow, rateWindow } from '#domain/rate.js';
import { refuse } from '#domain/refusal.js';
import type { AdmittedKey } from '#store/keys.js';
import type { House } from './house.js';

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/**
 * Who calls: the living key of an `Authorization: Bearer` header and its account. Throws 401
 * invalid_api_key; a key with a wrong checksum is refused without a lookup (interface-v1,
 * "Authentication").
 */
export function findCaller(
  house: House,
  authorization: string | undefined,
): AdmittedKey | Promise<AdmittedKey> {
  const key = BEARER.exec(authorization ?? '')?.[1];
  if (key === undefined || !isApiKey(key)) throw refuse('invalid_api_key');
  const found = house.memory.access.find(shortDigestOfApiKey(key));
  return found instanceof Promise ? found.then(required) : required(found);
}

const BEARER_START = 'Bearer ';

/**
 * The same when key and account are in memory and may be believed; undefined when they have to be
 * looked up, or refused. A key whose digest is known needs no other check.
 */
export function knownCaller(
  house: House,
  authorization: string | undefined,
): AdmittedKey | undefined {
  if (authorization?.startsWith(BEARER_START) !== true) return undefined;
  return house.memory.access.known(shortDigestOfApiKey(authorization.slice(BEARER_START.length)));
}

function required(caller: AdmittedKey | undefined): AdmittedKey {
  if (caller === undefined) throw refuse('invalid_api_key');
  return caller;
}

/** Throws 403 account_suspended for every key of a suspended account. */
export function refuseSuspended(caller: AdmittedKey): void {
  if (caller.status === 'suspended') throw refuse('account_suspended');
}

/** A caller admitted before, asked again after a wait: throws when its key or account has ended since. */
export function readmit(house: House, authorization: string | undefined): void | Promise<void> {
  const found = findCaller(house, authorization);
  return found instanceof Promise ? found.then(refuseSuspended) : refuseSuspended(found);
}

/** Counts this call in the account's minute; every authenticated call counts, refused ones too. */
export async function countInWindow(
  house: House,
  caller: AdmittedKey,
): Promise<RateWindow & { over: boolean }> {
  const { calls, atMs } = await house.memory.desk.calls.add(caller.account_id);
  const limit = caller.rate_limit_per_minute;
  return { ...rateWindow(limit, calls, atMs), over: calls > limit };
}
