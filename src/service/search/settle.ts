import { assert } from '#base/assert.js';
import type { CollectedPage } from '#collect/pages/page.js';
import { CALLER_ERRORS } from '#contract/errors.js';
import { LOOKUP_ROUTES, routeById } from '#contract/routes.js';
import { type HeldCollection, settleCollection } from '#store/collections.js';
import { noteHomePlaces } from '#store/home-places.js';
import { settleRequests } from '#store/requests.js';
import { endReservations } from '#store/reservations.js';
import { insertResult } from '#store/results.js';
import { keptS } from '../accounts/feeds.js';
import { type App, now, type Parts, secondsFromNow } from '../app.js';
import { bestEffort } from '../best-effort.js';
import { nextTask, type Outcome } from './collect-task.js';
import { type JobEnd, jobEventType, logJobs } from './job-events.js';

/**
 * Settles a collection while its lease is still held, in one transaction: the result is written
 * once, every waiting request is settled, and credits that will not be charged are released. All
 * waiters are woken afterwards. A lost lease changes nothing: another collector settles it. Returns
 * the traces of the requesting calls; none where the lease was lost.
 */
export async function settle(
  app: App,
  collection: HeldCollection,
  outcome: Outcome,
): Promise<readonly string[]> {
  const at = now(app);
  const resultId = 'page' in outcome ? app.ids.uuid() : null;
  const error = 'error' in outcome ? outcome.error : null;
  const end = endOf(outcome);
  const settled = await app.db.transaction(async (tx) => {
    const askedBy = await settleCollection(tx, collection, {
      result_id: resultId,
      error,
      fails_until: failsUntil(app, outcome),
      at,
    });
    if (askedBy === null) return null;
    if ('page' in outcome && resultId !== null) {
      await insertResult(tx, storedPage(app, collection, resultId, outcome));
    }
    const waiting = await settleRequests(tx, collection.collection_id, {
      result_id: resultId,
      error,
      at,
      event_type: jobEventType(end),
    });
    if ('error' in outcome || isPastEnd(outcome)) {
      const ids = waiting.map(({ request_id }) => request_id);
      await endReservations(tx, ids, error === null ? 'past_end' : 'failed', at);
    }
    // Last, so that writers of an account's events block each other only briefly.
    const announced = await logJobs(app, tx, collection.route, waiting, end, at);
    return { jobs: waiting.length, announced, askedBy };
  });
  if (settled === null) return [];
  if ('page' in outcome) await notePlaces(app, collection, outcome.page);
  if (resultId !== null) app.notifications.send('stored', collection.page_hash);
  app.notifications.send('settled', collection.collection_id);
  for (const accountId of settled.announced) app.notifications.send('logged', accountId);
  app.metrics.settled(collection.route, labelOf(outcome), settled.jobs);
  return settled.askedBy;
}

/** How a collection ended: an error that its caller can correct is no failure of ours. */
export function labelOf(outcome: Outcome): string {
  if ('page' in outcome) return outcome.page.completeness;
  return CALLER_ERRORS.some((code) => code === outcome.error.code) ? 'rejected' : 'failed';
}

/** The line of a collection in the log: how it ended, and why where it failed. */
export function logEnd(
  { log }: Parts<'log'>,
  { collection_id, route }: HeldCollection,
  outcome: Outcome,
  tookS?: number,
): void {
  const ran = tookS === undefined ? {} : { took_ms: Math.round(tookS * 1000) };
  if ('page' in outcome) {
    const { rows, completeness } = outcome.page;
    return log.info({ collection_id, route, rows: rows.length, completeness, ...ran }, 'collected');
  }
  const { code, message } = outcome.error;
  const line = { collection_id, route, code, ...ran };
  // What a caller can correct may be an address, which is not logged.
  if (labelOf(outcome) === 'rejected') log.info(line, 'collection rejected');
  else log.warn({ ...line, why: message }, 'collection failed');
}

/** The same search would get the same answer again; other searches are not affected. */
const failsUntil = (app: Parts<'clock' | 'limits'>, outcome: Outcome): Date | null =>
  'error' in outcome && outcome.overContent === true
    ? secondsFromNow(app, app.limits.CIRCUIT_OPEN_S)
    : null;

const endOf = (outcome: Outcome): JobEnd =>
  'error' in outcome
    ? { error: outcome.error }
    : { completeness: outcome.page.completeness, count: outcome.page.rows.length };

/** Stores where homes were seen, for lookups by id; a failure is only logged. */
export async function notePlaces(
  app: Parts<'client' | 'clock' | 'db' | 'log'>,
  { route }: Pick<HeldCollection, 'route'>,
  { rows }: CollectedPage,
): Promise<void> {
  const lookup = LOOKUP_ROUTES.find(({ source }) => source === routeById(route)?.source);
  if (lookup === undefined || rows.length === 0) return;
  const places = rows.map(({ source_id, address, location }) => ({
    source_id,
    zip: address.zip,
    lat: location?.lat ?? null,
    lng: location?.lng ?? null,
  }));
  const origin = app.client.origin(lookup.source);
  const noted = noteHomePlaces(app.db, origin, places, now(app));
  await bestEffort(app, 'the locations of homes could not be recorded', noted);
}

type Collected = Extract<Outcome, { readonly page: unknown }>;

/** An empty page that a cursor requested is free (docs/lifecycle.md#credits-exactly-once). */
const isPastEnd = ({ page, task }: Collected): boolean => task.continued && page.rows.length === 0;

/** A collected page as it is stored. */
export function storedPage(
  app: Parts<'clock' | 'limits' | 'client'>,
  collection: Pick<HeldCollection, 'route' | 'page_hash'>,
  resultId: string,
  collected: Collected,
) {
  const { page, body, task } = collected;
  const route = routeById(collection.route);
  assert(route !== undefined, 'a collection names a route of the table');
  const kept = keptS(app, route);
  const after = (s: number) => new Date(page.collectedAtMs + s * 1000);
  const fresh = after(Math.min(app.limits[route.cache], kept ?? Infinity));
  // From now on: a page made of older answers of the source would be stale as it is stored.
  const freshIfPartial = secondsFromNow(app, app.limits.CACHE_PARTIAL_S);
  const isShort = page.completeness === 'partial' && freshIfPartial < fresh;
  return {
    result_id: resultId,
    page_hash: collection.page_hash,
    route: collection.route,
    collected_at: new Date(page.collectedAtMs),
    fresh_until: isShort ? freshIfPartial : fresh,
    kept_until: kept === null ? null : after(kept),
    completeness: page.completeness,
    row_count: page.rows.length,
    past_end: isPastEnd(collected),
    body_gzip: body,
    next_task: nextTask(task, page),
    feeds: app.client.isSandbox(route.source) ? null : (task.feeds ?? null),
  };
}
