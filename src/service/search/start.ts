/** Steps 11 to 17 of the request pipeline: from a query to rows at once (200) or a job (202) (decisions §1). */

import { assert } from '#base/assert.js';
import type { Balance } from '#contract/answers.js';
import { isLookup, type Route } from '#contract/routes.js';
import { type ApiError, apiError } from '#domain/api-error.js';
import { creditsFor, secondsToNextPeriod } from '#domain/credits.js';
import { type Account, lockAccount } from '#store/accounts.js';
import { joinOrCreate } from '#store/collections.js';
import type { Db } from '#store/db.js';
import { chargeCredits, readBalance, reserveCredits } from '#store/ledger.js';
import {
  countPending,
  findByIdempotencyKey,
  insertRequest,
  type RequestRow,
} from '#store/requests.js';
import { findFreshResult } from '#store/results.js';
import { type App, now } from '../app.js';
import { CallerGone } from '../caller-gone.js';
import { type Answer, ageOf, completeAnswer, pendingAnswer } from './answer.js';
import { deliver } from './deliver.js';
import type { CachedPage } from './page-cache.js';
import { readLookup } from './parse-lookup.js';
import { readSearch } from './parse-search.js';
import type { Search } from './query-cache.js';
import { readAhead } from './read-ahead.js';
import { requireOpenCircuit } from './source-circuit.js';

export interface SearchCall {
  readonly requestId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly route: Route;
  /** The raw query string, without the question mark. */
  readonly queryText: string;
  readonly idempotencyKey: string | null;
  /** The oldest result that will do, in seconds; null: any that is still fresh. */
  readonly maxAgeS: number | null;
  /** Whether the caller can still be answered. */
  readonly isThere: () => boolean;
}

/** Priority of a collection that a caller waits for; reading ahead comes after it. */
const ASKED = 0;

/**
 * Answers a search: from the cache with a charge, or as a job with a reservation. Throws the API error
 * of the first step that refuses; then nothing is stored and nothing charged.
 */
export async function startSearch(app: App, call: SearchCall): Promise<Answer> {
  const freshSinceMs = call.maxAgeS === null ? 0 : app.clock.nowMs() - call.maxAgeS * 1000;
  const search = isLookup(call.route)
    ? await readLookup(app, call.route, call.queryText, freshSinceMs)
    : readSearch(app, call.route, call.queryText, freshSinceMs);
  const outcome = await app.db.transaction((tx) => decide(app, tx, call, search));
  if (outcome.created !== null) app.notifications.send('queued', outcome.created);
  if (outcome.answer !== null && outcome.answer.credits > 0)
    app.metrics.captured(outcome.answer.credits);
  if (outcome.hit !== undefined) readAhead(app, outcome.hit);
  if (outcome.answer !== null) return outcome.answer;
  // A request that was cleaned up before it could be delivered has freed its key: this is a new search.
  return (await replay(app, outcome.replayed, call.isThere)) ?? startSearch(app, call);
}

type Decided =
  | { readonly answer: Answer; readonly created: string | null; readonly hit?: CachedPage }
  | {
      readonly answer: null;
      readonly created: null;
      readonly hit?: never;
      readonly replayed: RequestRow;
    };

/** The steps that read and change what is stored, under the account's lock. */
async function decide(app: App, tx: Db, call: SearchCall, search: Search): Promise<Decided> {
  const account = await lockAccount(tx, call.accountId);
  assert(account !== undefined, 'an admitted caller has an account');
  // The lock may have been waited for.
  if (!call.isThere()) throw new CallerGone();
  const known = await knownRequest(tx, call, search);
  if (known !== undefined) return { answer: null, created: null, replayed: known };
  await requireCredits(app, tx, account, call.route.price);
  const cached = await findFreshResult(
    tx,
    search.page_hash,
    now(app),
    new Date(search.task.freshSinceMs),
  );
  if (cached !== undefined) {
    const page = app.caches.pageCache.putNewest(cached);
    const answer = await answerFromCache(app, tx, call, search, account, page);
    return { answer, created: null, hit: page };
  }
  if ((await countPending(tx, account.account_id)) >= account.max_pending)
    throw apiError('too_many_pending');
  await requireOpenCircuit(app, tx, call.route.source);
  return startCollection(app, tx, call, search, account);
}

/** interface-v1, "Further rules" 5: the same key with another search is a conflict. */
async function knownRequest(
  tx: Db,
  call: SearchCall,
  search: Search,
): Promise<RequestRow | undefined> {
  if (call.idempotencyKey === null) return undefined;
  const known = await findByIdempotencyKey(tx, call.accountId, call.idempotencyKey);
  if (known !== undefined && known.page_hash !== search.page_hash) {
    throw apiError('idempotency_conflict');
  }
  return known;
}

async function replay(
  app: App,
  row: RequestRow,
  isThere: () => boolean,
): Promise<Answer | undefined> {
  const answer = row.status === 'pending' ? pendingAnswer(row) : await deliver(app, row, isThere);
  if (answer === undefined) return undefined;
  return { ...answer, replayed: true };
}

async function requireCredits(app: App, tx: Db, account: Account, price: number): Promise<void> {
  const balance = await readBalance(tx, account, now(app));
  if (balance.available < price) throw outOfCredit(app, balance);
}

/** A job takes a minute at most, and most take seconds. */
const HELD_RETRY_AFTER_S = 30;

/** Credits that jobs hold come back, or are spent, when the jobs are read: no reason to wait for a month. */
function outOfCredit(app: App, { reserved }: Balance): ApiError {
  if (reserved === 0) {
    return apiError('quota_exceeded', { retryAfterS: secondsToNextPeriod(app.clock.nowMs()) });
  }
  return apiError('quota_exceeded', {
    message: `The last credits of this account are held by jobs (${reserved}). Poll them to their end: a job that fails, or is past the end, gives its credit back. Or ask the operator for extra credits.`,
    retryAfterS: HELD_RETRY_AFTER_S,
  });
}

async function outOfCreditNow(app: App, tx: Db, account: Account): Promise<ApiError> {
  return outOfCredit(app, await readBalance(tx, account, now(app)));
}

async function answerFromCache(
  app: App,
  tx: Db,
  call: SearchCall,
  search: Search,
  account: Account,
  page: CachedPage,
): Promise<Answer> {
  const at = now(app);
  const credits = creditsFor(page, call.route);
  const row: RequestRow = {
    ...newRequest(call, search, at),
    status: 'complete',
    cached: true,
    credits,
    result_id: page.result_id,
    settled_at: at,
  };
  await insertRequest(tx, row);
  if (credits > 0 && !(await chargeCredits(tx, account, chargedFor(call), at)))
    throw await outOfCreditNow(app, tx, account);
  const answer = completeAnswer(row, credits, page);
  const age_s = ageOf(page.collectedAtMs, at.getTime());
  return { ...answer, version: null, cache: { use: 'hit', age_s } };
}

async function startCollection(
  app: App,
  tx: Db,
  call: SearchCall,
  search: Search,
  account: Account,
): Promise<Decided> {
  const at = now(app);
  const fresh = {
    collection_id: app.ids.uuid(),
    page_hash: search.page_hash,
    max_age_s: call.maxAgeS,
    route: call.route.id,
    task: search.task,
    priority: ASKED,
    at,
  };
  const joined = await joinOrCreate(tx, fresh, app.limits.QUEUE_MAX);
  if ('queue_full' in joined) throw apiError('queue_full');
  const row = { ...newRequest(call, search, at), collection_id: joined.collection_id };
  await insertRequest(tx, row);
  if (!(await reserveCredits(tx, account, chargedFor(call), at)))
    throw await outOfCreditNow(app, tx, account);
  const answer = pendingAnswer(row);
  return {
    answer: { ...answer, cache: { use: joined.joined ? 'collapsed' : 'miss' } },
    created: joined.collection_id,
  };
}

const chargedFor = ({ requestId, route }: SearchCall) => ({
  request_id: requestId,
  route: route.id,
  credits: route.price,
});

function newRequest(call: SearchCall, search: Search, at: Date): RequestRow {
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
    idempotency_key: call.idempotencyKey,
    collection_id: null,
    result_id: null,
    error: null,
    created_at: at,
    settled_at: null,
  };
}
