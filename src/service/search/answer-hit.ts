/** The hottest call: a search with its page in memory. A batch charges it, storing no request. */
import type { Route } from '#contract/routes.js';
import { creditsFor } from '#domain/credits.js';
import { type RateWindow, rateWindow } from '#domain/rate.js';
import type { AdmittedKey } from '#store/keys.js';
import { knownFeeds } from '../accounts/feeds.js';
import { isUnlimited } from '../accounts/require-scope.js';
import type { App } from '../app.js';
import { ageOf, completePrefix } from './answer.js';
import type { CachedPage } from './page-cache.js';
import { wordsOf } from './query-cache.js';
import { readAhead } from './read-ahead.js';

export interface HitCall {
  readonly requestId: string;
  readonly caller: AdmittedKey;
  readonly route: Route;
  /** The raw query string, without the question mark. */
  readonly queryText: string;
}

/** What a cache hit returns. */
export interface HitDelivery {
  /** The credits charged. */
  readonly credits: number;
  /** The envelope up to where the body follows. */
  readonly prefix: string;
  readonly page: CachedPage;
  /** Age of the page, in whole seconds. */
  readonly age: number;
}

export interface HitAnswer {
  readonly window: RateWindow & { readonly over: boolean };
  /** Null when the rate limit is reached, or when this call needs its own credit check. */
  readonly delivery: HitDelivery | null;
}

/**
 * Counts, charges and answers a call whose page is fresh in memory, through one of the two
 * callbacks; false when it is not, and then nothing was counted. A caller who disconnects before
 * the batch begins (`isCancelled`) is neither counted nor answered. Only known queries are looked
 * up, so it rejects none.
 */
export function answerHit(
  app: App,
  call: HitCall,
  done: (answer: HitAnswer) => void,
  failed: (fault: unknown) => void,
  isCancelled: () => boolean,
): boolean {
  const nowMs = app.clock.nowMs();
  const { requestId, caller, route, queryText } = call;
  if (!isUnlimited(caller)) return false;
  const feeds = knownFeeds(app, route.source, caller.feeds);
  if (feeds === undefined) return false;
  const search = app.caches.queryCache.get(wordsOf(route, queryText, feeds));
  if (search === undefined) return false;
  const page = app.caches.pageCache.fresh(search.page_hash, nowMs, 0);
  if (page === undefined) return false;
  const credits = creditsFor(page, route);
  if (credits === 0) return false;
  const { key_id, account_id, rate_limit_per_minute } = caller;
  app.caches.batchers.hits.enqueue(
    {
      request_id: requestId,
      account_id,
      key_id,
      rate_limit_per_minute,
      key: null,
      credits,
      page: app.caches.pages(search, route.id, page.result_id),
    },
    ({ calls, outcome, atMs }) => {
      const { limit, remaining, reset_s } = rateWindow(rate_limit_per_minute, calls, atMs);
      const window = { limit, remaining, reset_s, over: outcome === 'limited' };
      if (outcome !== 'charged') {
        done({ window, delivery: null });
        return;
      }
      app.metrics.captured(credits);
      readAhead(app, page);
      const prefix = completePrefix(route.source, requestId, credits, true, search.normalizedQuery);
      const age = ageOf(page.collectedAtMs, nowMs);
      done({ window, delivery: { credits, prefix, page, age } });
    },
    failed,
    isCancelled,
  );
  return true;
}
