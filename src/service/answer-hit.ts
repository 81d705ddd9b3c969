/** The hottest call: a search whose page is in memory. No row is made, and one batch charges it. */
import type { Route } from '#contract/routes.js';
import { creditsFor } from '#domain/credits.js';
import { type RateWindow, rateWindow } from '#domain/rate.js';
import type { AdmittedKey } from '#store/keys.js';
import { ageOf, completeHead } from './answer.js';
import type { House } from './house.js';
import { readAhead } from './read-ahead.js';
import type { Tail } from './tails.js';

export interface HitCall {
  readonly requestId: string;
  readonly caller: AdmittedKey;
  readonly route: Route;
  /** The raw query string, without the question mark. */
  readonly queryText: string;
}

/** What a hit delivers, for one credit. */
export interface Delivery {
  /** The envelope up to where the tail follows. */
  readonly head: string;
  readonly tail: Tail;
  /** Age of what it tells, in whole seconds. */
  readonly age: number;
}

export interface HitAnswer {
  readonly window: RateWindow & { readonly over: boolean };
  /** Null when the window is over, or when credits must be looked for one by one. */
  readonly delivery: Delivery | null;
}

/**
 * Counts, charges and answers a call whose page lies fresh in memory, through one of the two callbacks;
 * false when it does not, and then nothing was counted. A caller who is gone before the batch begins (`wanted`)
 * is neither counted nor told. Only queries that were read before are looked
 * for, so it refuses none.
 */
export function answerHit(
  house: House,
  call: HitCall,
  done: (answer: HitAnswer) => void,
  failed: (fault: unknown) => void,
  wanted: () => boolean,
): boolean {
  const nowMs = house.clock.nowMs();
  const { requestId, caller, route, queryText } = call;
  const search = house.memory.searches.get(`${route.id}?${queryText}`);
  if (search === undefined) return false;
  const tail = house.memory.tails.fresh(search.digest, nowMs, 0);
  if (tail === undefined || creditsFor(tail) === 0) return false;
  const { key_id, account_id, rate_limit_per_minute } = caller;
  house.memory.desk.hits.put(
    {
      request_id: requestId,
      account_id,
      key_id,
      rate_limit_per_minute,
      page: house.memory.pages(search, route.id, tail.result_id),
    },
    ({ calls, outcome, atMs }) => {
      const { limit, remaining, reset_s } = rateWindow(rate_limit_per_minute, calls, atMs);
      const window = { limit, remaining, reset_s, over: outcome === 'limited' };
      if (outcome !== 'charged') {
        done({ window, delivery: null });
        return;
      }
      house.metrics.captured();
      readAhead(house, tail);
      const head = completeHead(route.source, requestId, 1, true, search.echo);
      const age = ageOf(tail.collectedAtMs, nowMs);
      done({ window, delivery: { head, tail, age } });
    },
    failed,
    wanted,
  );
  return true;
}
