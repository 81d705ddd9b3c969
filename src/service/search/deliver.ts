import { findRequests, type RequestRow } from '#store/requests.js';
import { findResult } from '#store/results.js';
import { isKept, requireFeeds } from '../accounts/feeds.js';
import type { App, Parts } from '../app.js';
import { CallerGone } from '../caller-gone.js';
import { type Answer, completeAnswer, failedAnswer } from './answer.js';
import type { CachedPage } from './page-cache.js';
import { readAhead } from './read-ahead.js';

/** Who receives a result. */
export interface Receiver {
  /** The licensed feeds that the account may read now. */
  readonly feeds: readonly string[];
  /** Whether the caller can still be answered. */
  readonly isThere: () => boolean;
}

/**
 * The answer of a settled request; undefined when its retention ended while it was read. The first
 * delivery of a result captures its reserved credit. The ledger allows one end per request, so
 * concurrent polls charge it once (docs/lifecycle.md#credits-exactly-once). A disconnected caller
 * is not charged. Throws 403 feed_not_granted where a grant was revoked since.
 */
export async function deliver(
  app: App,
  row: RequestRow,
  { feeds, isThere }: Receiver,
): Promise<Answer | undefined> {
  if (row.error !== null) return failedAnswer(row, row.error);
  const page = await cachedPageOf(app, row.result_id);
  if (page === undefined) return undefined;
  requireFeeds(app, page, feeds);
  const isPaid = page.past_end || row.credits > 0;
  if (!isPaid && !isThere()) throw new CallerGone();
  const credits = isPaid ? row.credits : await capture(app, row);
  if (credits === undefined) return undefined;
  // Its first delivery alone: a job is read again for free, and for as long as it is retained.
  if (!isPaid) readAhead(app, page);
  return completeAnswer(row, credits, page);
}

/**
 * What the request was charged; undefined when a cleanup has returned the credits, with the request
 * or with the licensed result: nothing is delivered.
 */
async function capture(
  app: Parts<'metrics' | 'db' | 'caches'>,
  { request_id, account_id }: RequestRow,
): Promise<number | undefined> {
  const credits = await app.caches.batchers.captures.add({ request_id, account_id });
  if (credits !== undefined) {
    app.metrics.captured(credits);
    return credits;
  }
  // Already ended, by another delivery or by the cleanup.
  const [row] = await findRequests(app.db, [request_id]);
  return row !== undefined && row.credits > 0 ? row.credits : undefined;
}

/**
 * The page of a stored result, from memory or from the store. A result is retained while a request
 * names it: undefined means that the request was cleaned up meanwhile, or that the result is of a
 * licensed feed and past its retention.
 */
export async function cachedPageOf(
  app: Parts<'caches' | 'clock' | 'db' | 'limits'>,
  resultId: string | null,
): Promise<CachedPage | undefined> {
  if (resultId === null) return undefined;
  const known = app.caches.pageCache.ofResult(resultId);
  if (known !== undefined) return isKept(app, known) ? known : undefined;
  const result = await findResult(app.db, resultId);
  const page = result && app.caches.pageCache.put(result);
  return page !== undefined && isKept(app, page) ? page : undefined;
}
