/** Rungs 11 to 17 of the ladder: from a query to rows at once (200) or a job (202) (decisions §1). */

import { assert } from '#base/assert.js';
import type { Balance } from '#contract/answers.js';
import { POLL_RETRY_AFTER_S } from '#contract/limits.js';
import { isLookup, type Route } from '#contract/routes.js';
import { creditsFor, secondsToNextPeriod } from '#domain/credits.js';
import { type Refusal, refuse } from '#domain/refusal.js';
import { type Account, lockAccount } from '#store/accounts.js';
import { joinOrCreate } from '#store/collections.js';
import type { Db } from '#store/db.js';
import { chargeCredit, readBalance, reserveCredit } from '#store/ledger.js';
import {
  countPending,
  findByIdempotencyKey,
  insertRequest,
  type RequestRow,
} from '#store/requests.js';
import { findFreshResult } from '#store/results.js';
import { type Answer, ageOf, completeAnswer, hitHeaders, pendingAnswer } from './answer.js';
import type { Search } from './caches.js';
import { CallerGone } from './caller-gone.js';
import { deliver } from './deliver.js';
import { type House, now } from './house.js';
import { readAhead } from './read-ahead.js';
import { readLookup } from './read-lookup.js';
import { readSearch } from './read-search.js';
import { refuseClosedSource } from './source-health.js';
import type { Tail } from './tails.js';
import { collectionDigest } from './task.js';

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
 * Answers a search: from the cache with a charge, or as a job with a reservation. Throws the refusal
 * of the first rung that refuses; then nothing is stored and nothing charged.
 */
export async function startSearch(house: House, call: SearchCall): Promise<Answer> {
  const freshSinceMs = call.maxAgeS === null ? 0 : house.clock.nowMs() - call.maxAgeS * 1000;
  const search = isLookup(call.route)
    ? await readLookup(house, call.route, call.queryText, freshSinceMs)
    : readSearch(house, call.route, call.queryText, freshSinceMs);
  const outcome = await house.db.transaction((tx) => decide(house, tx, call, search));
  if (outcome.created !== null) house.wake.send('queued', outcome.created);
  if (outcome.answer?.credits === 1) house.metrics.captured();
  if (outcome.hit !== undefined) readAhead(house, outcome.hit);
  if (outcome.answer !== null) return outcome.answer;
  // A request that was swept before it could be delivered has freed its key: this is a new search.
  return (await replay(house, outcome.replayed, call.isThere)) ?? startSearch(house, call);
}

type Decided =
  | { readonly answer: Answer; readonly created: string | null; readonly hit?: Tail }
  | {
      readonly answer: null;
      readonly created: null;
      readonly hit?: never;
      readonly replayed: RequestRow;
    };

/** The rungs that read and change what is stored, under the account's lock. */
async function decide(house: House, tx: Db, call: SearchCall, search: Search): Promise<Decided> {
  const account = await lockAccount(tx, call.accountId);
  assert(account !== undefined, 'an admitted caller has an account');
  // The lock may have been waited for.
  if (!call.isThere()) throw new CallerGone();
  const known = await knownRequest(tx, call, search);
  if (known !== undefined) return { answer: null, created: null, replayed: known };
  await refuseWithoutCredit(house, tx, account);
  const cached = await findFreshResult(
    tx,
    search.digest,
    now(house),
    new Date(search.task.freshSinceMs),
  );
  if (cached !== undefined) {
    const tail = house.memory.tails.putNewest(cached);
    const answer = await answerFromCache(house, tx, call, search, account, tail);
    return { answer, created: null, hit: tail };
  }
  if ((await countPending(tx, account.account_id)) >= account.max_pending)
    throw refuse('too_many_pending');
  await refuseClosedSource(house, tx, call.route.source);
  return startCollection(house, tx, call, search, account);
}

/** interface-v1, "Further rules" 5: the same key with another search is a conflict. */
async function knownRequest(
  tx: Db,
  call: SearchCall,
  search: Search,
): Promise<RequestRow | undefined> {
  if (call.idempotencyKey === null) return undefined;
  const known = await findByIdempotencyKey(tx, call.accountId, call.idempotencyKey);
  if (known !== undefined && known.digest !== search.digest) {
    throw refuse('idempotency_conflict');
  }
  return known;
}

async function replay(
  house: House,
  row: RequestRow,
  isThere: () => boolean,
): Promise<Answer | undefined> {
  const answer =
    row.status === 'pending'
      ? pendingAnswer(row, POLL_RETRY_AFTER_S)
      : await deliver(house, row, isThere);
  if (answer === undefined) return undefined;
  return { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } };
}

async function refuseWithoutCredit(house: House, tx: Db, account: Account): Promise<void> {
  const balance = await readBalance(tx, account, now(house));
  if (balance.available < 1) throw outOfCredit(house, balance);
}

/** A job takes a minute at most, and most take seconds. */
const HELD_RETRY_AFTER_S = 30;

/** Credits that jobs hold come back, or are spent, when the jobs are read: no reason to wait for a month. */
function outOfCredit(house: House, { reserved }: Balance): Refusal {
  if (reserved === 0) {
    return refuse('quota_exceeded', { retryAfterS: secondsToNextPeriod(house.clock.nowMs()) });
  }
  return refuse('quota_exceeded', {
    message: `The last credits of this account are held by jobs (${reserved}). Poll them to their end: a job that fails, or is past the end, gives its credit back. Or ask the operator for extra credits.`,
    retryAfterS: HELD_RETRY_AFTER_S,
  });
}

async function outOfCreditNow(house: House, tx: Db, account: Account): Promise<Refusal> {
  return outOfCredit(house, await readBalance(tx, account, now(house)));
}

async function answerFromCache(
  house: House,
  tx: Db,
  call: SearchCall,
  search: Search,
  account: Account,
  tail: Tail,
): Promise<Answer> {
  const at = now(house);
  const credits = creditsFor(tail);
  const row: RequestRow = {
    ...newRequest(call, search, at),
    status: 'complete',
    cached: true,
    credits,
    result_id: tail.result_id,
    settled_at: at,
  };
  await insertRequest(tx, row);
  if (credits > 0 && !(await chargeCredit(tx, account, chargedFor(call), at)))
    throw await outOfCreditNow(house, tx, account);
  const answer = completeAnswer(row, credits, tail);
  return { ...answer, etag: null, headers: hitHeaders(ageOf(tail.collectedAtMs, at.getTime())) };
}

async function startCollection(
  house: House,
  tx: Db,
  call: SearchCall,
  search: Search,
  account: Account,
): Promise<Decided> {
  const at = now(house);
  const fresh = {
    collection_id: house.ids.uuid(),
    digest: collectionDigest(search.digest, call.maxAgeS),
    route: call.route.id,
    task: search.task,
    priority: ASKED,
    at,
  };
  const joined = await joinOrCreate(tx, fresh, house.limits.QUEUE_MAX);
  if ('queue_full' in joined) throw refuse('queue_full');
  const row = { ...newRequest(call, search, at), collection_id: joined.collection_id };
  await insertRequest(tx, row);
  if (!(await reserveCredit(tx, account, chargedFor(call), at)))
    throw await outOfCreditNow(house, tx, account);
  const answer = pendingAnswer(row, POLL_RETRY_AFTER_S);
  const status = joined.joined ? 'rowhouse; fwd=miss; collapsed' : 'rowhouse; fwd=miss';
  return {
    answer: { ...answer, headers: { ...answer.headers, 'cache-status': status } },
    created: joined.collection_id,
  };
}

const chargedFor = (call: SearchCall) => ({ request_id: call.requestId, route: call.route.id });

function newRequest(call: SearchCall, search: Search, at: Date): RequestRow {
  return {
    request_id: call.requestId,
    account_id: call.accountId,
    key_id: call.keyId,
    route: call.route.id,
    digest: search.digest,
    query: search.echo,
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
