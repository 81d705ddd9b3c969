/** Collections are claimed under a lease, read, and settled once (decisions §3; docs/lifecycle.md). */

import { assert } from '#base/assert.js';
import type { CollectedPage } from '#collect/page.js';
import { type Route, routeById } from '#contract/routes.js';
import { Refusal, refuse } from '#domain/refusal.js';
import { SourceError } from '#sources/driver.js';
import { type Collection, claimCollection, releaseLease, renewLease } from '#store/collections.js';
import { noteBadReading, noteGoodReading } from '#store/route-health.js';
import { noteFailure, noteSuccess } from '#store/source-states.js';
import { type House, now, secondsFromNow } from './house.js';
import { bodyOf, type Outcome, runTask } from './run-collection.js';
import { settle } from './settle.js';
import type { Task } from './task.js';

/** A lost wake-up is caught by looking this often. */
const LOOK_EVERY_MS = 1_000;
/** A lease is renewed this many times before it would end. */
const RENEWALS_PER_LEASE = 3;

/** Runs collectors until the signal aborts; resolves when the last collection in hand has ended. */
export async function runCollectors(house: House, signal: AbortSignal): Promise<void> {
  const count = house.limits.COLLECT_CONCURRENCY;
  await Promise.all(Array.from({ length: count }, () => runCollector(house, signal)));
}

async function runCollector(house: House, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const woken = wakeSignal(house, signal);
    const worked = await collectNext(house, signal).catch((error: unknown) => {
      house.log.error({ err: error }, 'a collector met a fault and goes on');
      return false;
    });
    if (worked) woken.stop();
    else await woken.wait();
  }
}

/** Listens before it looks, so that a collection queued in between is not slept through. */
function wakeSignal(house: House, signal: AbortSignal) {
  const heard = new AbortController();
  const off = house.wake.on('queued', () => heard.abort());
  return {
    stop: off,
    wait: async () => {
      await house.clock.sleep(LOOK_EVERY_MS, AbortSignal.any([signal, heard.signal]));
      off();
    },
  };
}

/** Claims and settles one collection; false when there was none to claim. */
export async function collectNext(house: House, signal: AbortSignal): Promise<boolean> {
  const leaseId = house.ids.uuid();
  const claimed = await claimCollection<Task>(house.db, {
    lease_id: leaseId,
    now: now(house),
    until: secondsFromNow(house, house.limits.LEASE_S),
  });
  if (claimed === undefined) return false;
  if (claimed.attempts > house.limits.COLLECT_ATTEMPTS_MAX) {
    const error = refuse('collection_unavailable', {
      message: 'Collection was interrupted too often. Nothing was charged; send the search again.',
    });
    await settle(house, claimed, leaseId, { error: error.body() });
    return true;
  }
  await collectUnderLease(house, claimed, leaseId, signal);
  return true;
}

async function collectUnderLease(
  house: House,
  claimed: Collection<Task>,
  leaseId: string,
  stop: AbortSignal,
): Promise<void> {
  const deadlineMs = claimed.started_at.getTime() + house.limits.JOB_DEADLINE_S * 1000;
  const ended = new AbortController();
  const lost = new AbortController();
  const deadline = new AbortController();
  const all = AbortSignal.any([stop, lost.signal, deadline.signal]);
  const watch = Promise.all([
    house.clock.sleep(deadlineMs - house.clock.nowMs(), ended.signal).then(() => deadline.abort()),
    keepLease(house, claimed.collection_id, leaseId, ended.signal).then(() => lost.abort()),
  ]);
  const beganMs = house.clock.nowMs();
  const outcome = await attempt(house, claimed, all, stop);
  const tookS = (house.clock.nowMs() - beganMs) / 1000;
  ended.abort();
  await watch;
  if (stop.aborted && 'error' in outcome) {
    await releaseLease(house.db, claimed.collection_id, leaseId);
    house.wake.send('queued', claimed.collection_id);
    return;
  }
  house.metrics.collected(claimed.route, outcomeOf(outcome), tookS);
  await settle(house, claimed, leaseId, outcome);
}

const outcomeOf = (outcome: Outcome): string =>
  'page' in outcome ? outcome.page.completeness : 'failed';

/** Renews the lease until the signal aborts; resolves early when the lease was lost. */
async function keepLease(
  house: House,
  id: string,
  leaseId: string,
  ended: AbortSignal,
): Promise<void> {
  const everyMs = (house.limits.LEASE_S * 1000) / RENEWALS_PER_LEASE;
  while (!ended.aborted) {
    await house.clock.sleep(everyMs, ended);
    if (ended.aborted) return;
    const until = secondsFromNow(house, house.limits.LEASE_S);
    const kept = await renewLease(house.db, id, leaseId, until).catch(() => true);
    if (!kept) return;
  }
}

/** Reads the page; whatever goes wrong becomes an error of the contract, and the cause is logged. */
async function attempt(
  house: House,
  claimed: Collection<Task>,
  signal: AbortSignal,
  stop: AbortSignal,
): Promise<Outcome> {
  const route = routeById(claimed.route);
  assert(route !== undefined, 'a collection names a route of the table');
  const startedMs = house.clock.nowMs();
  try {
    const page = await runTask(house, route, claimed.task, signal);
    const body = bodyOf(house, claimed.task, page);
    const tookMs = house.clock.nowMs() - startedMs;
    await noteHealth(house, () => noteSuccessOf(house, route, page, tookMs));
    const { completeness } = page;
    const rows = page.rows.length;
    const { collection_id } = claimed;
    house.log.info(
      { collection_id, route: route.id, rows, completeness, took_ms: tookMs },
      'collected',
    );
    return { page, body, task: claimed.task };
  } catch (error) {
    if (error instanceof Refusal) return { error: error.body() };
    const source = error instanceof SourceError ? error : lateOrOurs(route.source, signal);
    if (source === null)
      house.log.error({ route: route.id, err: error }, 'collection failed by a fault of ours');
    else if (!stop.aborted)
      await noteHealth(house, () => noteFailureOf(house, route, source.message));
    const message =
      source?.message ??
      'Collection failed by a fault of this service. Nothing was charged; try again later.';
    return { error: refuse('collection_unavailable', { message }).body() };
  }
}

/** A reading that the deadline cut off is the source's fault; null for a fault of ours. */
function lateOrOurs(source: string, signal: AbortSignal): SourceError | null {
  if (!signal.aborted) return null;
  const message = `${source} did not answer before the deadline. Nothing was charged; try again later.`;
  return new SourceError('down', message);
}

/** What is noted of a source's health is a favour: that it cannot be stored fails no collection. */
async function noteHealth(house: House, note: () => Promise<void>): Promise<void> {
  await note().catch((error: unknown) =>
    house.log.warn({ err: error }, 'the health of a source could not be noted'),
  );
}

async function noteSuccessOf(
  house: House,
  route: Route,
  page: CollectedPage,
  tookMs: number,
): Promise<void> {
  const at = now(house);
  await noteSuccess(house.db, route.source, at);
  await noteGoodReading(house.db, route.id, {
    at,
    tookMs,
    rows: page.rows.length,
    filled: page.filled,
    timesMax: house.limits.HEALTH_TIMES_MAX,
  });
}

async function noteFailureOf(house: House, route: Route, error: string): Promise<void> {
  const at = now(house);
  house.log.warn({ route: route.id, why: error }, 'collection failed');
  await noteFailure(house.db, route.source, {
    at,
    error,
    failuresMax: house.limits.CIRCUIT_FAILURES,
    openUntil: secondsFromNow(house, house.limits.CIRCUIT_OPEN_S),
  });
  await noteBadReading(house.db, route.id, at, error);
}
