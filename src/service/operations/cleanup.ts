import { CLOCK_STEP_MS, isProven, isSteady } from '#base/steady-clock.js';
import { CLOCKS_APART_S } from '#contract/limits.js';
import { apiError } from '#domain/api-error.js';
import { planPeriod } from '#domain/credits.js';
import { claimOverdue } from '#store/collections.js';
import { deleteOld } from '#store/delete-some.js';
import { deleteOldEvents } from '#store/events.js';
import { deleteOldFeedMembers } from '#store/homes.js';
import { deleteOldKeys } from '#store/idempotency-keys.js';
import { dropEndedImports } from '#store/imports.js';
import { expirePlans } from '#store/ledger.js';
import { readServerMs } from '#store/maintenance.js';
import { addMonths } from '#store/months.js';
import { endUnused } from '#store/replicas.js';
import { deleteRequests, noteJobCleanup, oldRequests } from '#store/requests.js';
import { endReservations } from '#store/reservations.js';
import { deleteOldResults } from '#store/results.js';
import { returnPlans, returnTimes } from '#store/return-times.js';
import { deleteOldDays } from '#store/route-days.js';
import { deleteOldReaders, deleteOldTurns, returnPace } from '#store/source-pace.js';
import { deleteOldUpstreamPages } from '#store/upstream-pages.js';
import { deleteOldUsageDays, restartSums, sumUsage } from '#store/usage-days.js';
import { deleteOldWatchRows } from '#store/watch-rows.js';
import { deleteOldRuns } from '#store/watch-runs.js';
import { emptyOldResults } from '../accounts/feeds.js';
import { USAGE_DAYS } from '../accounts/show.js';
import { type App, now, type Parts, secondsFromNow } from '../app.js';
import { STALE_IMPORT_S } from '../datasets/load-import.js';
import { MAIL_COUNTS_KEPT_S } from '../mail/mail-bounds.js';
import { replicatedFeeds } from '../replicas/feeds.js';
import { logEnd, settle } from '../search/settle.js';
import { runEvery } from '../work/run-every.js';
import { newLease } from '../work/under-lease.js';
import { continueErasures } from './erase-account.js';

/** How often overdue collections are failed: no job stays pending forever. */
const OVERDUE_EVERY_MS = 2_000;
/** Steps of one kind in one round. */
const STEPS_MAX = 100;
/** A node that has not checked for this long reloads everything. */
const ACCESS_CHANGES_KEPT_S = 3_600;

/** Usage sums are retained twice as long as usage is shown, so that the ledger check has them. */
const USAGE_DAYS_KEPT = 2 * USAGE_DAYS;

/** A collection that began before a dataset was replaced still reads the old rows. */
const ENDED_IMPORT_KEPT_S = 600;

/** Cleans up until the signal aborts; a failure is logged and the next round continues. */
export async function runCleanup(app: App, signal: AbortSignal): Promise<void> {
  const logFailure = (error: unknown) =>
    app.log.warn({ err: error }, 'a cleanup failed; the next one continues');
  await prepareMonths(app).catch(logFailure);
  let cleanedUpMs = app.clock.nowMs();
  let newestMs = cleanedUpMs;
  const look = async (): Promise<boolean> => {
    if (app.clock.nowMs() < newestMs - CLOCK_STEP_MS) {
      await goBack(app).then(() => {
        newestMs = app.clock.nowMs();
        cleanedUpMs = newestMs;
      }, logFailure);
    }
    newestMs = Math.max(newestMs, app.clock.nowMs());
    await failOverdue(app).catch(logFailure);
    await confirmStep(app).catch(logFailure);
    if (app.clock.nowMs() - cleanedUpMs >= app.limits.CLEANUP_S * 1000) {
      cleanedUpMs = app.clock.nowMs();
      if (isProven(app.clock)) await cleanUpOnce(app).catch(logFailure);
    }
    return false;
  };
  await runEvery(app, { name: 'a cleanup', everyMs: OVERDUE_EVERY_MS, look }, signal);
}

/** The clock has gone back after running ahead: times set by it would delay work for too long. */
async function goBack(app: Parts<'clock' | 'log' | 'db'>): Promise<void> {
  const at = now(app);
  app.log.warn({ at }, 'the time has gone back: times set by the earlier clock are corrected');
  await returnTimes(app.db, at);
  await returnPlans(app.db, planPeriod(at.getTime()), at);
  await restartSums(app.db, at);
}

/** Asks the database server whether a step of the host's clock was correct. */
async function confirmStep({ clock, db }: Parts<'clock' | 'db'>): Promise<void> {
  if (!isSteady(clock) || clock.stepMs() === 0) return;
  clock.confirm(await readServerMs(db));
}

/** Fails collections past their deadline: too long in the queue, or too long since they started. */
export async function failOverdue(app: App): Promise<number> {
  const { LEASE_S, JOB_DEADLINE_S, QUEUE_DEADLINE_S, CLEANUP_ROWS } = app.limits;
  const overdue = await claimOverdue(
    app.db,
    newLease(app, LEASE_S),
    secondsFromNow(app, -(JOB_DEADLINE_S + LEASE_S)),
    secondsFromNow(app, -QUEUE_DEADLINE_S),
    CLEANUP_ROWS,
  );
  const error = apiError('collection_unavailable', {
    message:
      'The collection did not end before its deadline. Nothing was charged; try again later.',
  }).body();
  for (const held of overdue) {
    logEnd(app, held, { error });
    await settle(app, held, { error });
  }
  return overdue.length;
}

/** One round of cleanup in small steps; adds coming months. Returns how many rows were removed. */
export async function cleanUpOnce(app: App): Promise<number> {
  const rows = app.limits.CLEANUP_ROWS;
  await noteJobCleanup(app.db, secondsFromNow(app, -app.limits.JOB_RETENTION_S), now(app));
  let gone = 0;
  for (const remove of [...oldJobs(app), ...oldReadings(app), ...oldWatches(app)]) {
    gone += await repeated(() => remove(rows), rows);
  }
  await sumUsageHours(app);
  await prepareMonths(app);
  return gone;
}

/** Removes at most this many rows of a kind; returns how many. */
type Removal = (rows: number) => Promise<number>;

/** Expired data of jobs and accounts. */
function oldJobs(app: App): Removal[] {
  const { db, limits } = app;
  const before = secondsFromNow(app, -limits.JOB_RETENTION_S);
  // Requests that name a result were made while it was fresh, or at most UPSTREAM_CACHE_S later if
  // it came from cached upstream pages: they are past their retention by then.
  const stale = secondsFromNow(
    app,
    -(limits.JOB_RETENTION_S + limits.UPSTREAM_CACHE_S + CLOCKS_APART_S),
  );
  return [
    () => deleteOldRequests(app, before),
    (rows) => deleteOldKeys(db, before, rows),
    (rows) => deleteOld(db, 'collections', before, rows),
    (rows) => deleteOldResults(db, stale, rows),
    (rows) => emptyOldResults(app, rows),
    // An emptied wallet forgets its month: a node still in that month would grant it again.
    (rows) => expirePlans(db, secondsFromNow(app, -CLOCKS_APART_S), rows),
    (rows) => deleteOld(db, 'access_changes', secondsFromNow(app, -ACCESS_CHANGES_KEPT_S), rows),
    (rows) => continueErasures(app, rows),
    (rows) => deleteOldUsageDays(db, USAGE_DAYS_KEPT, rows),
    (rows) => deleteOld(db, 'lookup_batches', secondsFromNow(app, -limits.JOB_RETENTION_S), rows),
    (rows) => deleteOld(db, 'snapshots', secondsFromNow(app, -limits.SNAPSHOT_RETENTION_S), rows),
  ];
}

/** Expired data of sources, and their replicated rows. */
function oldReadings(app: Parts<'client' | 'clock' | 'db' | 'limits'>): Removal[] {
  const { db, limits } = app;
  const extents = secondsFromNow(app, -limits.PLACE_EXTENTS_S);
  const pages = secondsFromNow(app, -limits.UPSTREAM_CACHE_S);
  const ended = secondsFromNow(app, -ENDED_IMPORT_KEPT_S);
  return [
    (rows) => deleteOld(db, 'home_places', secondsFromNow(app, -limits.HOME_PLACES_S), rows),
    (rows) => deleteOld(db, 'home_members', secondsFromNow(app, -limits.HOME_HISTORY_S), rows),
    (rows) => deleteOldFeedMembers(db, secondsFromNow(app, -limits.FEED_RETENTION_S), rows),
    (rows) => deleteOld(db, 'home_observations', secondsFromNow(app, -limits.HOME_HISTORY_S), rows),
    (rows) => deleteOld(db, 'home_reports', secondsFromNow(app, -limits.HOME_HISTORY_S), rows),
    (rows) => deleteOld(db, 'place_extents', extents, rows),
    (rows) => deleteOld(db, 'source_places', extents, rows),
    () => returnPace(db),
    (rows) => deleteOldReaders(db, rows),
    (rows) => deleteOldTurns(db, rows),
    (rows) => deleteOldDays(db, secondsFromNow(app, -limits.FILL_HISTORY_S), rows),
    (rows) => deleteOldUpstreamPages(db, pages, limits.UPSTREAM_SHARED_BYTES, rows),
    () => endUnusedReplicas(app),
    (rows) => dropEndedImports(db, ended, secondsFromNow(app, -STALE_IMPORT_S), rows),
  ];
}

/** Sums up the usage of past hours; a store without sums catches up over several rounds. */
async function sumUsageHours(app: Parts<'clock' | 'db'>): Promise<void> {
  for (let taken = 0; taken < STEPS_MAX; taken += 1) {
    if (!(await sumUsage(app.db, now(app), USAGE_DAYS))) return;
  }
}

/** Expired data of watches, their log and its deliveries. */
function oldWatches(app: Parts<'clock' | 'limits' | 'db'>): Removal[] {
  const { db, limits } = app;
  const events = secondsFromNow(app, -limits.EVENTS_S);
  const history = secondsFromNow(app, -limits.HISTORY_S);
  return [
    (rows) => deleteOldWatchRows(db, rows),
    (rows) => deleteOldRuns(db, events, rows),
    (rows) => deleteOld(db, 'deliveries', events, rows),
    (rows) => deleteOldEvents(db, events, rows),
    (rows) => deleteOld(db, 'mail_counts', secondsFromNow(app, -MAIL_COUNTS_KEPT_S), rows),
    (rows) => deleteOld(db, 'home_states', history, rows),
    (rows) => deleteOld(db, 'watch_gaps', history, rows),
  ];
}

/** Rows of a feed that is no longer replicated end with the licence to show them. */
function endUnusedReplicas(app: Parts<'client' | 'clock' | 'db' | 'limits'>): Promise<number> {
  const inUse = replicatedFeeds(app).map(({ feed }) => feed);
  return endUnused(app.db, inUse, secondsFromNow(app, -app.limits.FEED_RETENTION_S), now(app));
}

/**
 * Such a month stays in the default partitions: no charge is delayed, but it cannot be archived.
 */
const MANY_ROWS =
  'too many rows to move: run "select add_month(month)" while all nodes are stopped';

async function prepareMonths(app: Parts<'clock' | 'log' | 'db'>): Promise<void> {
  const months = await addMonths(app.db, now(app));
  if (months.length > 0) app.log.warn({ months }, MANY_ROWS);
}

/** Repeats a step that removed its maximum, so that a round keeps up with the calls. */
async function repeated(step: () => Promise<number>, rows: number): Promise<number> {
  let gone = 0;
  for (let taken = 0; taken < STEPS_MAX; taken += 1) {
    const found = await step();
    gone += found;
    if (found < rows) break;
  }
  return gone;
}

/**
 * A job that expires unread returns its reserved credit (docs/lifecycle.md#credits-exactly-once).
 * The requests are deleted first: a settlement that has just reached one is waited for, and its
 * release is then visible.
 */
async function deleteOldRequests(
  app: Parts<'clock' | 'limits' | 'db'>,
  before: Date,
): Promise<number> {
  const old = await oldRequests(app.db, before, app.limits.CLEANUP_ROWS);
  if (old.length === 0) return 0;
  await app.db.transaction(async (tx) => {
    await deleteRequests(tx, old);
    await endReservations(tx, old, 'unread', now(app));
  });
  return old.length;
}
