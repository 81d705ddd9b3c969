/** Claims collections under a lease, settles each once (docs/lifecycle.md#leases-and-deadlines). */

import { assert } from '#base/assert.js';
import { ownTurn } from '#base/own-turn.js';
import { SourceError } from '#collect/sources.js';
import { AskedFeeds } from '#collect/tables/over-feeds.js';
import { routeById } from '#contract/routes.js';
import { ApiError, apiError } from '#domain/api-error.js';
import { renewLease } from '#store/claims.js';
import { type Collection, claimCollection, releaseCollection } from '#store/collections.js';
import type { App } from '../app.js';
import { noteSeen } from '../homes/note-seen.js';
import { runOne, type WorkKind } from '../work/run-work.js';
import { auditSometimes } from './audit-places.js';
import { bodyOf, type Outcome, runTask } from './collect-task.js';
import { flushLearned } from './learned-places.js';
import { lateOrOurs, noteFailureOf, noteHealth, noteSuccessOf } from './note-health.js';
import { labelOf, logEnd, settle } from './settle.js';
import { feedsRead, requireUnpaused } from './source-circuit.js';
import type { Task } from './task.js';

/** Collections as units of work. Each ends settled, or is left to others when its process stops. */
export const collections = (app: App): WorkKind<Claimed, 'settled' | 'left'> => ({
  name: 'a collection',
  places: app.limits.COLLECT_CONCURRENCY,
  leaseS: app.limits.LEASE_S,
  retryS: app.limits.LEASE_S,
  wokenBy: 'queued',
  claim: (lease, { full }) => claimCollection<Task>(app.db, lease, full),
  idOf: ({ collection_id }) => collection_id,
  endsMs: ({ started_at }) => started_at.getTime() + app.limits.JOB_DEADLINE_S * 1000,
  renew: ({ collection_id, lease_id }, until) =>
    renewLease(app.db, 'collections', collection_id, lease_id, until),
  run: (claimed, signal, stop) => collect(app, claimed, signal, stop),
  isHeld: (end) => end === 'left',
  release: async (claimed) => {
    await releaseCollection(app.db, claimed);
    app.notifications.send('queued', claimed.collection_id);
  },
});

/** Claims and settles one collection; false when none was available. */
export const collectNext = async (app: App, stop: AbortSignal): Promise<boolean> =>
  (await runOne(app, collections(app), stop)) !== undefined;

type Claimed = Collection<Task>;

async function collect(
  app: App,
  claimed: Claimed,
  signal: AbortSignal,
  stop: AbortSignal,
): Promise<'settled' | 'left'> {
  if (claimed.attempts > app.limits.COLLECT_ATTEMPTS_MAX) {
    const error = apiError('collection_unavailable', {
      message: 'Collection was interrupted too often. Nothing was charged; send the search again.',
    });
    const outcome = { error: error.body() };
    logEnd(app, claimed, outcome);
    await settle(app, claimed, outcome);
    return 'settled';
  }
  return app.traces.collect(claimed, async (note) => {
    const beganMs = app.clock.nowMs();
    const outcome = await attempt(app, claimed, signal, stop);
    // Before the result is stored: a home that a caller has read about is then known.
    if ('page' in outcome) await noteSeen(app, claimed.route, outcome);
    const tookS = (app.clock.nowMs() - beganMs) / 1000;
    if (stop.aborted && 'error' in outcome) {
      note({ outcome: 'released' });
      return 'left';
    }
    app.metrics.collected(claimed.route, labelOf(outcome), tookS);
    logEnd(app, claimed, outcome, tookS);
    const askedBy = await settle(app, claimed, outcome);
    const rows = 'page' in outcome ? { rows: outcome.page.rows.length } : {};
    note({ outcome: labelOf(outcome), ...rows, asked_by: askedBy });
    await flushLearned(app);
    if ('page' in outcome) await auditSometimes(app, claimed, stop);
    await flushLearned(app);
    return 'settled';
  });
}

/** Collects the page; every failure becomes an error of the contract. */
async function attempt(
  app: App,
  claimed: Collection<Task>,
  signal: AbortSignal,
  stop: AbortSignal,
): Promise<Outcome> {
  const route = routeById(claimed.route);
  assert(route !== undefined, 'a collection names a route of the table');
  const startedMs = app.clock.nowMs();
  const asked = new AskedFeeds(app.client);
  try {
    await requireUnpaused(app, [route.source, ...feedsRead(app, route, claimed.task.feeds)]);
    const own = { ...app, client: asked.client };
    const page = await runTask(own, route, claimed.collection_id, claimed.task, signal);
    await ownTurn();
    const body = bodyOf(app, claimed.task, page);
    const tookMs = app.clock.nowMs() - startedMs;
    await noteHealth(app, () => noteSuccessOf(app, route, asked, page, tookMs));
    return { page, body, task: claimed.task };
  } catch (error) {
    if (error instanceof ApiError) return { error: error.body() };
    const source = error instanceof SourceError ? error : lateOrOurs(route.source, signal);
    const { collection_id } = claimed;
    if (source === null)
      app.log.error(
        { collection_id, route: route.id, err: error },
        'collection failed with an internal error',
      );
    else if (!stop.aborted)
      await noteHealth(app, () => noteFailureOf(app, route, asked, claimed.task, source, signal));
    const message =
      source?.message ??
      'Collection failed because of an internal error. Nothing was charged; try again later.';
    return {
      error: apiError('collection_unavailable', { message }).body(),
      ...(source?.kind === 'changed' && { overContent: true }),
    };
  }
}
