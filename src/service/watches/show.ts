/** Watches as the API returns them. */
import { assert } from '#base/assert.js';
import { BASE_PATH } from '#contract/envelope.js';
import type {
  WatchBody,
  WatchEstimate,
  WatchesBody,
  WatchRowsBody,
  WatchRunBody,
  WatchRunsBody,
} from '#contract/operations/watches.js';
import { RUNS_SHOWN } from '#contract/watches.js';
import { apiError } from '#domain/api-error.js';
import type { Db } from '#store/db.js';
import { listKnown } from '#store/watch-rows.js';
import { findRuns, listRuns, newestRuns, type WatchRun } from '#store/watch-runs.js';
import { findWatch, listWatches, type Watch } from '#store/watches.js';
import { requireWatchable } from '../accounts/feeds.js';
import type { App, Parts } from '../app.js';
import { estimate } from './estimate.js';
import { routeOf } from './read-body.js';

/** Whose watches to show. */
export interface WatchCaller {
  readonly account_id: string;
  readonly key_id: string;
  readonly feeds: readonly string[];
}

/** All watches of an account, oldest first. */
export async function showWatches(app: App, caller: WatchCaller): Promise<WatchesBody> {
  const watches = await listWatches(app.db, caller.account_id);
  return { watches: await watchBodies(app, caller, watches) };
}

/** One watch. Throws 404 watch_not_found. */
export async function showWatch(
  app: App,
  caller: WatchCaller,
  watchId: string,
): Promise<WatchBody> {
  return watchBody(app, caller, await requireWatch(app.db, caller, watchId));
}

/** The newest runs of a watch, newest first. Throws 404 watch_not_found. */
export async function showRuns(
  app: Parts<'db'>,
  caller: WatchCaller,
  watchId: string,
): Promise<WatchRunsBody> {
  await requireWatch(app.db, caller, watchId);
  return { runs: (await listRuns(app.db, watchId, RUNS_SHOWN)).map(runBody) };
}

/** Homes of the last snapshot, by id. Throws 404 watch_not_found, and for licensed rows. */
export async function showKnown(
  app: Parts<'limits' | 'db' | 'client'>,
  caller: WatchCaller,
  watchId: string,
  after: string,
): Promise<WatchRowsBody> {
  const watch = await requireWatch(app.db, caller, watchId);
  requireWatchable(app, routeOf(watch).source, caller.feeds);
  const { snapshot_run_id } = watch;
  if (snapshot_run_id === null) return { rows: [], next_after: null };
  const limit = app.limits.PAGE_ROWS;
  const found = await listKnown(app.db, snapshot_run_id, after, limit + 1);
  const page = found.slice(0, limit);
  return {
    rows: page.map(({ row }) => row),
    next_after: found.length > limit ? (page.at(-1)?.source_id ?? null) : null,
  };
}

/** A watch of the caller's account; another account's is not found. */
export async function requireWatch(
  db: Db,
  { account_id }: Pick<WatchCaller, 'account_id'>,
  watchId: string,
  lock: 'for update' | '' = '',
): Promise<Watch> {
  const watch = await findWatch(db, account_id, watchId, lock);
  if (watch === undefined) throw apiError('watch_not_found');
  return watch;
}

type Shown = Pick<WatchCaller, 'feeds'>;

/** A watch as the API returns it. */
export async function watchBody(app: App, caller: Shown, watch: Watch): Promise<WatchBody> {
  const [body] = await watchBodies(app, caller, [watch]);
  assert(body !== undefined, 'a watch has a body');
  return body;
}

/** Watches as the API returns them, with their newest runs; snapshots determine the price. */
async function watchBodies(
  app: App,
  { feeds }: Shown,
  watches: readonly Watch[],
): Promise<WatchBody[]> {
  const newest = await newestRuns(
    app.db,
    watches.map(({ watch_id }) => watch_id),
  );
  const runs = new Map(newest.map((run) => [run.watch_id, run]));
  const ids = watches.flatMap(({ snapshot_run_id: id }) => id ?? []);
  const snapshots = new Map((await findRuns(app.db, ids)).map((run) => [run.watch_id, run]));
  const bodies: WatchBody[] = [];
  for (const watch of watches) {
    const counted = countOf(snapshots.get(watch.watch_id));
    const price = await estimate(app, feeds, routeOf(watch), watch, counted);
    bodies.push(bodyOf(watch, runs.get(watch.watch_id), price));
  }
  return bodies;
}

const bodyOf = (watch: Watch, run: WatchRun | undefined, price: WatchEstimate): WatchBody => ({
  watch_id: watch.watch_id,
  name: watch.name,
  route: watch.route,
  path: `${BASE_PATH}${routeOf(watch).path}`,
  query: watch.query,
  schedule: watch.schedule,
  events: watch.events,
  fields: watch.fields,
  min_price_change: watch.min_price_change,
  max_credits_per_run: watch.max_credits_per_run,
  runs_until_removed: watch.runs_until_removed,
  state: watch.state,
  pause_reason: watch.pause_reason,
  key_id: watch.key_id,
  created_at: watch.created_at.toISOString(),
  next_run_at: watch.next_run_at?.toISOString() ?? null,
  last_complete_at: watch.last_complete_at?.toISOString() ?? null,
  last_run: run === undefined ? null : runBody(run),
  estimate: price,
});

/** The number of homes in a snapshot, and when it was read. */
const countOf = (snapshot: WatchRun | undefined) =>
  snapshot === undefined || snapshot.ended_at === null
    ? undefined
    : { homes: snapshot.row_count, countedAt: snapshot.ended_at };

/** A run as the API returns it. */
export const runBody = (run: WatchRun): WatchRunBody => ({
  run_id: run.run_id,
  state: run.state,
  reason: run.reason,
  started_at: run.started_at.toISOString(),
  ended_at: run.ended_at?.toISOString() ?? null,
  pages: run.pages,
  credits: run.credits,
  homes: run.row_count,
  added: run.added,
  changed: run.changed,
  removed: run.removed,
  relisted: run.relisted,
});
