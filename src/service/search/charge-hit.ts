/** Charges and answers a search whose page is available, in a batch or by itself. */

import type { Route } from '#contract/routes.js';
import { type ApiError, apiError } from '#domain/api-error.js';
import { creditsFor } from '#domain/credits.js';
import type { Account } from '#store/accounts.js';
import type { Db } from '#store/db.js';
import { chargeHits, type Hit, type HitOutcome, insertCachedPages } from '#store/hits.js';
import type { CallKey } from '#store/idempotency-keys.js';
import { spendOfKey } from '#store/keys.js';
import { grantPlan } from '#store/ledger.js';
import { insertRequest, type RequestRow } from '#store/requests.js';
import { now, type Parts } from '../app.js';
import { CallerGone } from '../caller-gone.js';
import { type Answer, ageOf, completeAnswer } from './answer.js';
import type { CachedPage } from './page-cache.js';
import type { Search } from './query-cache.js';

export interface SearchCall {
  readonly requestId: string;
  readonly accountId: string;
  readonly keyId: string;
  /** The key's credit limit; null where it has none. */
  readonly creditsMax: number | null;
  /** The licensed feeds that the account may read. */
  readonly feeds: readonly string[];
  readonly route: Route;
  /** The raw query string, without the question mark. */
  readonly queryText: string;
  /** The Idempotency-Key; null for a call without one. */
  readonly key: CallKey | null;
  /** Oldest acceptable result, in seconds; null: any that is still fresh. */
  readonly maxAgeS: number | null;
  /** The installations that the call has come through; none for a caller's own. */
  readonly hops?: readonly string[];
  /** The feeds after a wait; throws when the caller may no longer call. */
  readonly readmit: () => readonly string[] | Promise<readonly string[]>;
  /** Whether the caller can still be answered. */
  readonly isThere: () => boolean;
}

/**
 * Charges a hit in the current batch. Undefined when the batch did not charge it: its key is held,
 * the month's plan credits were not granted yet, no bucket has enough for all of the account's
 * hits, or the page is free. Such a call is then decided by itself (decide).
 */
export async function chargeInBatch(
  app: Parts<'clock' | 'caches'>,
  call: SearchCall,
  search: Search,
  page: CachedPage,
): Promise<Answer | undefined> {
  const credits = creditsFor(page, call.route);
  // A key's credit limit is checked under the account's lock.
  if (credits === 0 || call.creditsMax !== null) return undefined;
  const hit = {
    ...hitOf(app, call, search, page, credits),
    key: call.key,
  };
  const { outcome } = await new Promise<HitOutcome>((done, failed) => {
    app.caches.batchers.hits.enqueue(hit, done, failed, () => {
      if (call.isThere()) return false;
      failed(new CallerGone());
      return true;
    });
  });
  if (outcome !== 'charged') return undefined;
  return hitAnswer(call, search, page, credits, now(app));
}

/**
 * Charges a hit by itself, after the month's plan credits were granted, under the account's lock.
 * Undefined when no bucket can pay. A page past the end is free, and has a request row.
 */
export async function chargeAlone(
  app: Parts<'clock' | 'caches'>,
  tx: Db,
  call: SearchCall,
  search: Search,
  account: Account,
  page: CachedPage,
): Promise<Answer | undefined> {
  const at = now(app);
  const credits = creditsFor(page, call.route);
  if (credits === 0) {
    await insertRequest(tx, completeRow(call, search, page, credits, at));
    return hitAnswer(call, search, page, credits, at);
  }
  await grantPlan(tx, account, at);
  const hit = hitOf(app, call, search, page, credits);
  await insertCachedPages(tx, [hit.page]);
  const [charged] = await chargeHits(tx, [hit], at);
  if (charged?.outcome !== 'charged') return undefined;
  await requireRoom(tx, call, credits);
  return hitAnswer(call, search, page, credits, at);
}

/** Counts credits against a key's limit; throws 429 quota_exceeded when they exceed it. */
export async function requireRoom(
  tx: Db,
  { keyId, creditsMax }: SearchCall,
  credits: number,
): Promise<void> {
  if (creditsMax === null || (await spendOfKey(tx, keyId, credits))) return;
  throw keyIsSpent(creditsMax);
}

/** 429 quota_exceeded of a key at its credit limit, whatever its account has left. */
export const keyIsSpent = (creditsMax: number): ApiError =>
  apiError('quota_exceeded', {
    message: `This key has spent or reserved all credits of its limit (${creditsMax}). Ask the operator for another key.`,
  });

/** The rate limit step has already counted the call. */
const hitOf = (
  { caches }: Parts<'caches'>,
  { requestId, accountId, keyId, route }: SearchCall,
  search: Search,
  page: CachedPage,
  credits: number,
): Hit => ({
  request_id: requestId,
  account_id: accountId,
  key_id: keyId,
  rate_limit_per_minute: null,
  credits,
  page: caches.pages(search, route.id, page.result_id),
});

function hitAnswer(
  call: SearchCall,
  search: Search,
  page: CachedPage,
  credits: number,
  at: Date,
): Answer {
  const answer = completeAnswer(completeRow(call, search, page, credits, at), credits, page);
  const age_s = ageOf(page.collectedAtMs, at.getTime());
  return { ...answer, version: null, cache: { use: 'hit', age_s } };
}

const completeRow = (
  call: SearchCall,
  search: Search,
  page: CachedPage,
  credits: number,
  at: Date,
): RequestRow => ({
  ...newRequest(call, search, at),
  status: 'complete',
  cached: true,
  credits,
  result_id: page.result_id,
  settled_at: at,
});

/** The row of an accepted search, while its collection runs. */
export function newRequest(call: SearchCall, search: Search, at: Date): RequestRow {
  return {
    request_id: call.requestId,
    account_id: call.accountId,
    key_id: call.keyId,
    route: call.route.id,
    page_hash: search.page_hash,
    query: search.normalizedQuery,
    status: 'pending',
    cached: false,
    credits: 0,
    collection_id: null,
    result_id: null,
    error: null,
    created_at: at,
    settled_at: null,
  };
}
