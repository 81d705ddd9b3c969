/** The hottest call: a search whose page is in memory. No row is made, and one batch charges it. */
import type { Route } from '#contract/routes.js';
import { creditsFor } from '#domain/credits.js';
import { type RateWindow, rateWindow } from '#domain/rate.js';
import type { HitOutcome } from '#store/hits.js';
import type { AdmittedKey } from '#store/keys.js';
import { type Answer, completeHead, hitHeaders } from './answer.js';
import type { House } from './house.js';
import { readAhead } from './read-ahead.js';

export interface HitCall {
  readonly requestId: string;
  readonly caller: AdmittedKey;
  readonly route: Route;
  /** The raw query string, without the question mark. */
  readonly queryText: string;
}

export interface HitAnswer {
  readonly window: RateWindow & { readonly over: boolean };
  /** Null when the window is over, or when credits must be looked for one by one. */
  readonly answer: Answer | null;
}

/**
 * Counts, charges and answers a call whose page lies fresh in memory; null when it does not, and then
 * nothing was counted. Only queries that were read before are looked for, so it refuses none.
 */
export function answerHit(house: House, call: HitCall): Promise<HitAnswer> | null {
  const nowMs = house.clock.nowMs();
  const search = house.memory.searches.get(`${call.route.id}?${call.queryText}`);
  if (search === undefined) return null;
  const tail = house.memory.tails.fresh(search.digest, nowMs, 0);
  if (tail === undefined || creditsFor(tail) === 0) return null;
  const { key_id, account_id, rate_limit_per_minute } = call.caller;
  return house.memory.desk.hits
    .add({
      request_id: call.requestId,
      account_id,
      key_id,
      route: call.route.id,
      digest: search.digest,
      query: search.echo,
      result_id: tail.result_id,
      rate_limit_per_minute,
    })
    .then((charged) => {
      const window = windowOf(call.caller, charged, nowMs);
      if (charged.outcome !== 'charged') return { window, answer: null };
      house.metrics.captured();
      readAhead(house, tail);
      const head = completeHead(call.route.source, call.requestId, 1, true, search.echo);
      const headers = hitHeaders(tail.collectedAtMs, nowMs);
      return {
        window,
        answer: {
          http: 200,
          request_id: call.requestId,
          credits: 1,
          head,
          tail,
          etag: null,
          headers,
        },
      };
    });
}

function windowOf(caller: AdmittedKey, { calls, outcome }: HitOutcome, nowMs: number) {
  const window = rateWindow(caller.rate_limit_per_minute, calls, nowMs);
  return { ...window, over: outcome === 'limited' };
}
