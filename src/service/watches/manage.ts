/** Creates, changes and deletes watches. */
import type { NewWatch, WatchBody, WatchChanges } from '#contract/operations/watches.js';
import { apiError } from '#domain/api-error.js';
import { hashOf } from '#domain/hash.js';
import { endAllStates } from '#store/home-states.js';
import { addRunKey, cancelRuns, findRunByKey, findRunning, hurryRun } from '#store/watch-runs.js';
import {
  countWatches,
  deleteWatch,
  findWatchByKey,
  insertWatch,
  updateWatch,
  type Watch,
} from '#store/watches.js';
import { type App, now, type Parts } from '../app.js';
import { type Made, storeOnce } from '../store-once.js';
import { newLease } from '../work/under-lease.js';
import { beginRun } from './begin-run.js';
import { estimate } from './estimate.js';
import {
  readChanges,
  readNewWatch,
  routeOf,
  type WatchSettings,
  watchedRoute,
} from './read-body.js';
import { nextRunMs } from './schedule.js';
import { requireWatch, runBody, type WatchCaller, watchBody } from './show.js';

/**
 * Creates a watch; its first run is due at once. With `estimate` it only returns the price. An
 * Idempotency-Key creates one watch, even when the call is repeated.
 */
export async function createWatch(
  app: App,
  caller: WatchCaller,
  body: NewWatch,
  idempotencyKey: string | null,
): Promise<Made> {
  const route = watchedRoute(app, body.route);
  const settings = readNewWatch(app, caller, route, body);
  if (body.estimate === true) {
    const price = await estimate(app, caller.feeds, route, settings);
    return { body: { estimate: price }, status: 200, replayed: false };
  }
  const at = now(app);
  const watch: Watch = {
    ...settings,
    watch_id: app.ids.uuid(),
    account_id: caller.account_id,
    key_id: caller.key_id,
    route: route.id,
    state: 'active',
    pause_reason: null,
    created_at: at,
    next_run_at: at,
    snapshot_run_id: null,
    snapshot_of: null,
    last_complete_at: null,
    last_read_at: null,
    failures: 0,
    idempotency_key: idempotencyKey,
    body_hash: hashOf(body),
  };
  const { stored, replayed } = await storeOnce(app, watch, {
    find: findWatchByKey,
    count: countWatches,
    insert: async (tx) => {
      await insertWatch(tx, watch);
      return watch;
    },
    max: app.limits.WATCHES_MAX,
    tooMany: 'too_many_watches',
  });
  const answer: WatchBody = await watchBody(app, caller, stored);
  return { body: answer, status: replayed ? 200 : 201, replayed };
}

/**
 * Changes a watch. Another query ends the current run and starts a new snapshot; a paused watch
 * that is set to active runs at once.
 */
export async function changeWatch(
  app: App,
  caller: WatchCaller,
  watchId: string,
  body: WatchChanges,
): Promise<WatchBody> {
  const changed = await app.db.transaction(async (tx) => {
    const watch = await requireWatch(tx, caller, watchId, 'for update');
    const settings = readChanges(app, caller, watch, body);
    const isOther = hashOf(settings.query) !== hashOf(watch.query);
    if (isOther) {
      await cancelRuns(tx, watchId, 'The search was changed.', now(app));
      const { snapshot_run_id: given } = watch;
      if (given !== null) await endAllStates(tx, watchId, given);
    }
    const next: Watch = {
      ...watch,
      ...settings,
      ...nextState(app, watch, settings, body.state, isOther),
      // The key that reactivates a watch becomes its key: the previous one may have ended.
      ...(watch.state === 'paused' && body.state === 'active' && { key_id: caller.key_id }),
      ...(isOther && { snapshot_run_id: null, snapshot_of: null, last_complete_at: null }),
    };
    await updateWatch(tx, next);
    return next;
  });
  return watchBody(app, caller, changed);
}

/** Whether a changed watch runs, and when. */
function nextState(
  app: Parts<'clock'>,
  watch: Watch,
  settings: WatchSettings,
  asked: WatchChanges['state'],
  isOther: boolean,
): Pick<Watch, 'state' | 'pause_reason' | 'next_run_at'> {
  const state = asked ?? watch.state;
  if (state === 'paused') {
    const reason = asked === 'paused' ? 'by_caller' : watch.pause_reason;
    return { state, pause_reason: reason, next_run_at: null };
  }
  const isDue = watch.state === 'paused' || isOther;
  const isRescheduled = hashOf(settings.schedule) !== hashOf(watch.schedule);
  const at = isDue
    ? app.clock.nowMs()
    : isRescheduled
      ? nextRunMs(settings.schedule, watch.watch_id, app.clock.nowMs())
      : (watch.next_run_at?.getTime() ?? app.clock.nowMs());
  return { state, pause_reason: null, next_run_at: new Date(at) };
}

/** Deletes a watch; its events stay. Throws 404 watch_not_found. */
export async function removeWatch(
  app: Parts<'db'>,
  caller: WatchCaller,
  watchId: string,
): Promise<void> {
  if (!(await deleteWatch(app.db, caller.account_id, watchId))) throw apiError('watch_not_found');
}

/**
 * Runs a watch now, paused or not; returns any current run instead. A repeated Idempotency-Key
 * returns the run it got before, even after its end. Throws 404 watch_not_found.
 */
export async function runNow(
  app: Parts<'client' | 'clock' | 'db' | 'geo' | 'ids'>,
  caller: WatchCaller,
  watchId: string,
  idempotencyKey: string | null,
): Promise<Made> {
  return app.db.transaction(async (tx): Promise<Made> => {
    const watch = await requireWatch(tx, caller, watchId, 'for update');
    routeOf(watch);
    const known =
      idempotencyKey === null ? undefined : await findRunByKey(tx, watchId, idempotencyKey);
    if (known !== undefined) return { body: runBody(known), status: 200, replayed: true };
    const running = await findRunning(tx, watchId);
    // It waits for its source no longer.
    if (running !== undefined) await hurryRun(tx, running.run_id);
    // Its lease ends at once: the next process that checks takes the run.
    const run = running ?? (await beginRun(app, tx, watch, newLease(app, 0)));
    if (idempotencyKey !== null) await addRunKey(tx, run.run_id, idempotencyKey);
    return { body: runBody(run), status: 202, replayed: false };
  });
}
