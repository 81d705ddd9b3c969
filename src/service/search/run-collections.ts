/** Collections are claimed under a lease, read, and settled once (docs/lifecycle.md#leases-and-deadlines). */

import { assert } from '#base/assert.js';
import { ownTurn } from '#base/own-turn.js';
import type { EndedCollection } from '#base/traces.js';
import type { CollectedPage } from '#collect/pages/page.js';
import { SourceError } from '#collect/sources.js';
import { AskedFeeds } from '#collect/upstream/asked-feeds.js';
import { type Route, routeById } from '#contract/routes.js';
import { ApiError, apiError } from '#domain/api-error.js';
import { type Collection, claimCollection, releaseLease, renewLease } from '#store/collections.js';
import { noteBadReading, noteGoodReading } from '#store/route-health.js';
import { noteContentFailure, noteFailure, noteSuccess } from '#store/source-states.js';
import { type App, healthName, now, secondsFromNow } from '../app.js';
import { noteSeen } from '../homes/note-seen.js';
import { runTurns } from '../run-turns.js';
import { auditSometimes } from './audit-places.js';
import { bodyOf, type Outcome, runTask } from './collect-task.js';
import { flushLearned } from './learned-places.js';
import { settle } from './settle.js';
import { concernsAll, requireUnpaused } from './source-circuit.js';
import type { Task } from './task.js';

/** A lease is renewed this many times before it would end. */
const RENEWALS_PER_LEASE = 3;

/** Runs collectors until the signal aborts; resolves when the last collection in hand has ended. */
export function runCollectors(app: App, signal: AbortSignal): Promise<void> {
  const queue = {
    name: 'a collection',
    places: app.limits.COLLECT_CONCURRENCY,
    wokenBy: 'queued',
    claim: (full: readonly string[]) => claim(app, full),
    accountOf: ({ account_id }: Claimed) => account_id,
    work: (claimed: Claimed) => collect(app, claimed, signal),
  } as const;
  return runTurns(app, queue, signal);
}

/** Claims and settles one collection; false when there was none to claim. */
export async function collectNext(app: App, signal: AbortSignal): Promise<boolean> {
  const claimed = await claim(app);
  if (claimed !== undefined) await collect(app, claimed, signal);
  return claimed !== undefined;
}

type Claimed = Collection<Task> & { readonly lease_id: string };

async function claim(app: App, full: readonly string[] = []): Promise<Claimed | undefined> {
  const lease_id = app.ids.uuid();
  const lease = { lease_id, now: now(app), until: secondsFromNow(app, app.limits.LEASE_S) };
  const claimed = await claimCollection<Task>(app.db, lease, full);
  return claimed && { ...claimed, lease_id };
}

async function collect(app: App, claimed: Claimed, signal: AbortSignal): Promise<void> {
  const leaseId = claimed.lease_id;
  if (claimed.attempts > app.limits.COLLECT_ATTEMPTS_MAX) {
    const error = apiError('collection_unavailable', {
      message: 'Collection was interrupted too often. Nothing was charged; send the search again.',
    });
    await settle(app, claimed, leaseId, { error: error.body() });
    return;
  }
  await app.traces.collect(claimed, (note) =>
    collectUnderLease(app, claimed, leaseId, signal, note),
  );
}

async function collectUnderLease(
  app: App,
  claimed: Collection<Task>,
  leaseId: string,
  stop: AbortSignal,
  note: (ended: EndedCollection) => void,
): Promise<void> {
  const deadlineMs = claimed.started_at.getTime() + app.limits.JOB_DEADLINE_S * 1000;
  const ended = new AbortController();
  const lost = new AbortController();
  const deadline = new AbortController();
  const all = AbortSignal.any([stop, lost.signal, deadline.signal]);
  const watch = Promise.all([
    app.clock.sleep(deadlineMs - app.clock.nowMs(), ended.signal).then(() => deadline.abort()),
    keepLease(app, claimed.collection_id, leaseId, ended.signal).then(() => lost.abort()),
  ]);
  const beganMs = app.clock.nowMs();
  const outcome = await attempt(app, claimed, all, stop);
  // Before the result is there: a home that a caller has read of is known.
  if ('page' in outcome) await noteSeen(app, claimed.route, outcome);
  const tookS = (app.clock.nowMs() - beganMs) / 1000;
  ended.abort();
  await watch;
  if (stop.aborted && 'error' in outcome) {
    await releaseLease(app.db, claimed.collection_id, leaseId);
    app.notifications.send('queued', claimed.collection_id);
    note({ outcome: 'released' });
    return;
  }
  app.metrics.collected(claimed.route, outcomeOf(outcome), tookS);
  const askedBy = await settle(app, claimed, leaseId, outcome);
  const rows = 'page' in outcome ? { rows: outcome.page.rows.length } : {};
  note({ outcome: outcomeOf(outcome), ...rows, asked_by: askedBy });
  await flushLearned(app);
  if ('page' in outcome) await auditSometimes(app, claimed, stop);
  await flushLearned(app);
}

const outcomeOf = (outcome: Outcome): string =>
  'page' in outcome ? outcome.page.completeness : 'failed';

/** Renews the lease until the signal aborts; resolves early when the lease was lost. */
async function keepLease(app: App, id: string, leaseId: string, ended: AbortSignal): Promise<void> {
  const everyMs = (app.limits.LEASE_S * 1000) / RENEWALS_PER_LEASE;
  while (!ended.aborted) {
    await app.clock.sleep(everyMs, ended);
    if (ended.aborted) return;
    const until = secondsFromNow(app, app.limits.LEASE_S);
    const kept = await renewLease(app.db, id, leaseId, until).catch(() => true);
    if (!kept) return;
  }
}

/** Reads the page; every failure becomes an error of the contract, and the cause is logged. */
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
    await requireUnpaused(app, [route.source, ...(claimed.task.feeds ?? [])]);
    const page = await runTask({ ...app, client: asked.client }, route, claimed.task, signal);
    await ownTurn();
    const body = bodyOf(app, claimed.task, page);
    const tookMs = app.clock.nowMs() - startedMs;
    await noteHealth(app, () => noteSuccessOf(app, route, asked, page, tookMs));
    const { completeness } = page;
    const rows = page.rows.length;
    const { collection_id } = claimed;
    app.log.info(
      { collection_id, route: route.id, rows, completeness, took_ms: tookMs },
      'collected',
    );
    return { page, body, task: claimed.task };
  } catch (error) {
    if (error instanceof ApiError) return { error: error.body() };
    const source = error instanceof SourceError ? error : lateOrOurs(route.source, signal);
    if (source === null)
      app.log.error({ route: route.id, err: error }, 'collection failed with an internal error');
    else if (!stop.aborted)
      await noteHealth(app, () => noteFailureOf(app, route, asked, claimed.task, source));
    const message =
      source?.message ??
      'Collection failed because of an internal error. Nothing was charged; try again later.';
    return {
      error: apiError('collection_unavailable', { message }).body(),
      ...(source?.kind === 'changed' && { overContent: true }),
    };
  }
}

/** A collection that hit its deadline is a source error; null for an internal error. */
function lateOrOurs(source: string, signal: AbortSignal): SourceError | null {
  if (!signal.aborted) return null;
  const message = `${source} did not answer before the deadline. Nothing was charged; try again later.`;
  return new SourceError('down', message);
}

/** Recording a source's health is best effort: a failed write fails no collection. */
async function noteHealth(app: App, note: () => Promise<void>): Promise<void> {
  await note().catch((error: unknown) =>
    app.log.warn({ err: error }, 'the health of a source could not be recorded'),
  );
}

async function noteSuccessOf(
  app: App,
  route: Route,
  { answered }: AskedFeeds,
  page: CollectedPage,
  tookMs: number,
): Promise<void> {
  const at = now(app);
  for (const feed of answered) await noteSuccess(app.db, feed, at);
  await noteGoodReading(app.db, healthName(app, route), {
    at,
    tookMs,
    rows: page.rows.length,
    filled: page.filled,
    lost: page.lost,
    timesMax: app.limits.HEALTH_TIMES_MAX,
  });
}

async function noteFailureOf(
  app: App,
  route: Route,
  { last }: AskedFeeds,
  { location, asker = '' }: Task,
  { kind, message: error }: SourceError,
): Promise<void> {
  const at = now(app);
  const feed = last ?? route.source;
  app.log.warn({ route: route.id, feed, why: error }, 'collection failed');
  const openUntil = secondsFromNow(app, app.limits.CIRCUIT_OPEN_S);
  const failuresMax = app.limits.CIRCUIT_FAILURES;
  if (kind === 'changed') {
    const failure = { place: JSON.stringify(location), asker, at, error, openUntil };
    await noteContentFailure(app.db, feed, failure, (failures) =>
      concernsAll(failures, failuresMax),
    );
  } else await noteFailure(app.db, feed, { at, error, failuresMax, openUntil });
  await noteBadReading(app.db, healthName(app, route), at, error);
}
