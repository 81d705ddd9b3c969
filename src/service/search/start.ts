/** Last pipeline steps, from a query to rows or a job (docs/lifecycle.md#the-request-pipeline). */

import { isTable } from '#collect/sources.js';
import type { Balance } from '#contract/operations/service.js';
import { isLookup } from '#contract/routes.js';
import { type ApiError, apiError } from '#domain/api-error.js';
import { secondsToNextPeriod } from '#domain/credits.js';
import type { Query } from '#domain/search.js';
import { searchText } from '#domain/search-text.js';
import type { Account } from '#store/accounts.js';
import { joinOrCreate } from '#store/collections.js';
import type { Db } from '#store/db.js';
import { claimOrFindKey, takeOverKey } from '#store/idempotency-keys.js';
import { readBalance, reserveCredits } from '#store/ledger.js';
import { countPending, insertRequest, type RequestRow } from '#store/requests.js';
import { findFreshResult } from '#store/results.js';
import { lockActiveAccount } from '../accounts/admit-caller.js';
import { feedsFor } from '../accounts/feeds.js';
import { type App, now, type Parts, secondsFromNow } from '../app.js';
import { CallerGone } from '../caller-gone.js';
import { type Answer, pendingAnswer } from './answer.js';
import { findAny } from './batchers.js';
import {
  chargeAlone,
  chargeInBatch,
  newRequest,
  requireRoom,
  type SearchCall,
} from './charge-hit.js';
import { deliver, type Receiver } from './deliver.js';
import type { CachedPage } from './page-cache.js';
import { readLookup } from './parse-lookup.js';
import { readSearch } from './parse-search.js';
import { readJob } from './poll.js';
import type { Search } from './query-cache.js';
import { readAhead } from './read-ahead.js';
import { feedsRead, requireNotFailing, requireOpenCircuit } from './source-circuit.js';
import type { Task } from './task.js';

/** Priority of a collection that a caller waits for; reading ahead comes after it. */
const ASKED = 0;

/**
 * Answers a search: from the cache with a charge (200), or as a job with a reservation (202).
 * Throws the API error of the first step that rejects; then nothing is stored or charged.
 */
export async function startSearch(
  app: App,
  call: SearchCall,
  goneRequestId?: string,
): Promise<Answer> {
  const feeds = feedsFor(app, call.route.source, call.feeds);
  const freshSinceMs = call.maxAgeS === null ? 0 : app.clock.nowMs() - call.maxAgeS * 1000;
  const search = isLookup(call.route)
    ? await readLookup(app, call.route, call.queryText, freshSinceMs)
    : readSearch(app, call.route, call.queryText, freshSinceMs, feeds);
  const page = await freshPage(app, search);
  const hit = page && (await chargeInBatch(app, call, search, page));
  if (hit !== undefined) return delivered(app, hit);
  const decided = await app.db.transaction((tx) => decide(app, tx, call, search, goneRequestId));
  if ('replayed' in decided) {
    const { request_id } = decided.replayed;
    // A cleaned-up request, or one whose licensed result has ended, frees its key: a new search.
    return (await replay(app, decided.replayed, call)) ?? startSearch(app, call, request_id);
  }
  if (decided.created !== null) app.notifications.send('queued', decided.created);
  return inTable(app, call, feeds)
    ? atOnce(app, call, decided.answer)
    : delivered(app, decided.answer);
}

/** Our own tables are read in milliseconds; a busy collector may take longer. */
const TABLE_WAIT_S = 5;

const inTable = (
  app: Parts<'client'>,
  { route }: SearchCall,
  feeds: readonly string[] | null,
): boolean => !isLookup(route) && isTable(app.client, route.source, route.kind, feeds ?? []);

/** The answer of a job expected to finish at once; pending when it does not finish soon. */
async function atOnce(app: App, call: SearchCall, answer: Answer): Promise<Answer> {
  if (answer.status !== 'pending') return delivered(app, answer);
  const settled = await readJob(app, {
    requestId: call.requestId,
    accountId: call.accountId,
    waitS: TABLE_WAIT_S,
    feeds: call.feeds,
    readmit: call.readmit,
    isThere: call.isThere,
    silent: app.stopping,
  });
  return { ...settled, cache: answer.cache };
}

/** The fresh page of a search, from memory or from the store; undefined without one. */
export async function freshPage(
  app: Parts<'clock' | 'db' | 'caches'>,
  { page_hash, task }: Search,
): Promise<CachedPage | undefined> {
  const { pageCache } = app.caches;
  const known = pageCache.fresh(page_hash, app.clock.nowMs(), task.freshSinceMs);
  if (known !== undefined) return known;
  const stored = await findFreshResult(app.db, page_hash, now(app), new Date(task.freshSinceMs));
  return stored && pageCache.putNewest(stored);
}

function delivered(app: App, answer: Answer): Answer {
  if (answer.credits > 0) app.metrics.captured(answer.credits);
  if (answer.page !== null) readAhead(app, answer.page);
  return answer;
}

type Decided =
  | { readonly answer: Answer; readonly created: string | null }
  | { readonly replayed: RequestRow };

/**
 * The steps that read and change the store, under the account's lock. Locks are taken in the order
 * account, key, wallet.
 */
async function decide(
  app: App,
  tx: Db,
  call: SearchCall,
  search: Search,
  goneRequestId: string | undefined,
): Promise<Decided> {
  const account = await lockActiveAccount(tx, call.accountId);
  // Time may have passed while waiting for the lock.
  if (!call.isThere()) throw new CallerGone();
  requireAccess(app, account, call, search);
  const known = await knownRequest(app, tx, call, search, goneRequestId);
  if (known !== undefined) return { replayed: known };
  await requireCredits(app, tx, account, call.route.price);
  const cached = await findFreshResult(
    tx,
    search.page_hash,
    now(app),
    new Date(search.task.freshSinceMs),
  );
  if (cached !== undefined) {
    const page = app.caches.pageCache.putNewest(cached);
    const answer = await chargeAlone(app, tx, call, search, account, page);
    if (answer === undefined) throw await outOfCreditNow(app, tx, account);
    return { answer, created: null };
  }
  if ((await countPending(tx, account.account_id)) >= account.max_pending)
    throw apiError('too_many_pending');
  await requireOpenCircuit(app, tx, call.route, feedsRead(app, call.route, search.task.feeds));
  await requireNotFailing(app, tx, search.page_hash);
  return startCollection(app, tx, call, search, account);
}

/** Throws if, after admission, the account lost a grant. */
function requireAccess(
  app: Parts<'client'>,
  account: Account,
  { route }: SearchCall,
  { task }: Search,
): void {
  const granted = feedsFor(app, route.source, account.feeds);
  if (task.feeds?.some((feed) => granted?.includes(feed) !== true))
    throw apiError('feed_not_granted');
}

/**
 * The request under the call's Idempotency-Key; undefined if the call gets the key. The same key
 * with another search is a conflict (docs/lifecycle.md#the-search-of-an-idempotency-key).
 */
async function knownRequest(
  app: Parts<'clock' | 'limits'>,
  tx: Db,
  call: SearchCall,
  search: Search,
  goneRequestId: string | undefined,
): Promise<RequestRow | undefined> {
  if (call.key === null) return undefined;
  const claim = {
    ...call.key,
    account_id: call.accountId,
    request_id: call.requestId,
    page_hash: search.page_hash,
  };
  const holder = await claimOrFindKey(tx, claim);
  if (holder.request_id === call.requestId) return undefined;
  const since = secondsFromNow(app, -app.limits.JOB_RETENTION_S);
  const [known] = await findAny(tx, [holder], since);
  if (known === undefined || known.request_id === goneRequestId) {
    await takeOverKey(tx, claim);
    return undefined;
  }
  if (!isSameSearch(known, call.route.id, search)) throw apiError('idempotency_conflict');
  return known;
}

/**
 * Whether a request was made for this search. The query's text decides, since a page's hash changes
 * with the version, the geography and the rows of imported files; the hash only adds that all names
 * of one place are one search. Cursors of one position share a hash, but each belongs to a page of
 * its own.
 */
function isSameSearch(known: RequestRow, route: string, search: Search): boolean {
  const before = JSON.parse(known.query) as Query;
  const sent = JSON.parse(search.normalizedQuery) as Query;
  return (
    (known.page_hash === search.page_hash && before.cursor === sent.cursor) ||
    searchText(known.route, before) === searchText(route, sent)
  );
}

async function replay(app: App, row: RequestRow, receiver: Receiver): Promise<Answer | undefined> {
  const answer = row.status === 'pending' ? pendingAnswer(row) : await deliver(app, row, receiver);
  if (answer === undefined) return undefined;
  return { ...answer, replayed: true };
}

/** Throws 429 quota_exceeded when an account has fewer credits. */
export async function requireCredits(
  app: Parts<'clock'>,
  db: Db,
  account: Account,
  price: number,
): Promise<void> {
  const balance = await readBalance(db, account, now(app));
  if (balance.available < price) throw outOfCredit(app, account, balance);
}

/** A job takes a minute at most, and most take seconds. */
const HELD_RETRY_AFTER_S = 30;
const NO_PLAN =
  'The credits of this account are used up, and it has no monthly plan that brings more. Ask the operator for extra credits.';

/** Credits reserved by jobs are released or spent once the jobs are read: a month is too long. */
function outOfCredit(
  app: Parts<'clock'>,
  { plan_credits }: Account,
  { reserved }: Balance,
): ApiError {
  if (reserved === 0 && plan_credits === 0) {
    return apiError('quota_exceeded', { message: NO_PLAN });
  }
  if (reserved === 0) {
    return apiError('quota_exceeded', { retryAfterS: secondsToNextPeriod(app.clock.nowMs()) });
  }
  return apiError('quota_exceeded', {
    message: `The last credits of this account are reserved by jobs (${reserved}). Poll them to completion: a job that fails, or is past the end, releases its credit. Or ask the operator for extra credits.`,
    retryAfterS: HELD_RETRY_AFTER_S,
  });
}

async function outOfCreditNow(app: Parts<'clock'>, tx: Db, account: Account): Promise<ApiError> {
  return outOfCredit(app, account, await readBalance(tx, account, now(app)));
}

async function startCollection(
  app: Parts<'clock' | 'ids' | 'limits' | 'traces'>,
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
    task: taskOf(search, call, account),
    priority: ASKED,
    account_id: account.account_id,
    asked_by: app.traces.current(),
    at,
  };
  const joined = await joinOrCreate(tx, fresh, app.limits.QUEUE_MAX);
  if ('queue_full' in joined) throw apiError('queue_full');
  const row = { ...newRequest(call, search, at), collection_id: joined.collection_id };
  await insertRequest(tx, row);
  if (!(await reserveCredits(tx, account, reservedFor(call), at)))
    throw await outOfCreditNow(app, tx, account);
  await requireRoom(tx, call, call.route.price);
  const answer = pendingAnswer(row);
  return {
    answer: { ...answer, cache: { use: joined.joined ? 'collapsed' : 'miss' } },
    created: joined.collection_id,
  };
}

/** The stored task of a call's search. */
function taskOf({ task }: Search, { hops = [] }: SearchCall, { account_id: asker }: Account): Task {
  const { relay } = task;
  return { ...task, asker, ...(relay && { relay: { ...relay, hops } }) };
}

const reservedFor = ({ requestId, route, keyId }: SearchCall) => ({
  request_id: requestId,
  route: route.id,
  credits: route.price,
  key_id: keyId,
});
