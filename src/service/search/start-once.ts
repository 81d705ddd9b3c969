/** A search that is charged once, even when repeated within some minutes. */
import { hashOf } from '#domain/hash.js';
import { findKeyHolder } from '#store/idempotency-keys.js';
import { type App, type Parts, secondsFromNow } from '../app.js';
import type { Answer } from './answer.js';
import type { SearchCall } from './charge-hit.js';
import { readJob } from './poll.js';
import { startSearch } from './start.js';

/** For how long a repeated search gets the same job. */
const REPEAT_S = 600;

export type OnceCall = Omit<SearchCall, 'key' | 'maxAgeS'>;

/**
 * The answer of the job that the same query of this account made up to REPEAT_S ago, else of a new
 * one. Queries are compared as sent, in any parameter order; a failed job does not count. Throws
 * the API error of the first step that rejects it.
 */
export async function startOnce(app: App, call: OnceCall): Promise<Answer> {
  const [held, key] = await findHeld(app, call);
  if (held === undefined) {
    const own = { purpose: 'repeat', idempotency_key: key } as const;
    return startSearch(app, { ...call, key: own, maxAgeS: null });
  }
  const { accountId, feeds, readmit, isThere } = call;
  const known = await readJob(app, {
    requestId: held,
    accountId,
    feeds,
    isThere,
    waitS: 0,
    readmit,
    silent: app.stopping,
  });
  return { ...known, replayed: true };
}

/** The job with the key of this time slot or the one before, and the key for a new job. */
async function findHeld(
  app: Parts<'clock' | 'limits' | 'db'>,
  { accountId, route, queryText }: OnceCall,
): Promise<readonly [string | undefined, string]> {
  const query = [...new URLSearchParams(queryText)].sort(([a], [b]) => (a < b ? -1 : 1));
  const name = hashOf({ route: route.id, query });
  const time = Math.floor(app.clock.nowMs() / (REPEAT_S * 1000));
  const key = `${name}-${time}`;
  // A job past its retention cannot be shown again.
  const since = secondsFromNow(app, -Math.min(REPEAT_S, app.limits.JOB_RETENTION_S));
  return [await findKeyHolder(app.db, accountId, [key, `${name}-${time - 1}`], since), key];
}
