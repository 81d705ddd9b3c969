/** Runs of watches: claimed under a lease when they are due, by any process that collects. */

import type { ClaimOrder } from '#store/claim-order.js';
import {
  findRunning,
  type Lease,
  lockNextRun,
  renewRun,
  takeRun,
  type WatchRun,
} from '#store/watch-runs.js';
import { findWatch } from '#store/watches.js';
import { type App, now, secondsFromNow } from '../app.js';
import { runTurns } from '../run-turns.js';
import { openWake } from '../wake.js';
import { pauseOfEndedKeys } from './admit-watch.js';
import { beginRun } from './begin-run.js';
import { readRun } from './read-run.js';
import { resumeWatches } from './resume-watches.js';

/** How often watches that ran out of credit, or whose key has expired, are looked at. */
const RESUME_EVERY_MS = 30_000;
/** Watches that others begin in the same moment are passed over this many times before the next look. */
const CLAIM_TRIES_MAX = 20;
/** A lease is renewed this many times before it would end. */
const RENEWALS_PER_LEASE = 3;

/** Runs what is due until the signal aborts; resolves when the last run in hand is left. */
export async function runWatches(app: App, signal: AbortSignal): Promise<void> {
  let last: string | undefined;
  const queue = {
    name: 'a run of a watch',
    places: app.limits.WATCH_CONCURRENCY,
    claim: async (full: readonly string[]) => {
      const run = await claimRun(app, { after: last, full });
      last = run?.account_id ?? last;
      return run;
    },
    accountOf: ({ account_id }: WatchRun) => account_id,
    work: (run: WatchRun) => runSlice(app, run, signal),
  };
  await Promise.all([runTurns(app, queue, signal), resumer(app, signal)]);
}

async function resumer(app: App, signal: AbortSignal): Promise<void> {
  const wake = openWake();
  const off = app.caches.access.onChange(wake.ring);
  while (!signal.aborted) {
    const woken = wake.next();
    await lookAtAll(app).catch((error: unknown) =>
      app.log.warn({ err: error }, 'watches without credit or key could not be checked'),
    );
    await app.clock.sleep(RESUME_EVERY_MS, AbortSignal.any([woken, signal]));
  }
  off();
}

async function lookAtAll(app: App): Promise<void> {
  await pauseOfEndedKeys(app);
  await resumeWatches(app);
}

/** Claims one run and reads a slice of it; false when nothing is due. */
export async function runNext(
  app: App,
  signal: AbortSignal,
  order: ClaimOrder = {},
): Promise<boolean> {
  const run = await claimRun(app, order);
  if (run === undefined) return false;
  await runSlice(app, run, signal);
  return true;
}

async function runSlice(app: App, run: WatchRun, signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const lost = new AbortController();
  const kept = keepLease(app, run, ended.signal).then(() => lost.abort());
  const isLeft = await readRun(app, run, AbortSignal.any([signal, lost.signal])).finally(() =>
    ended.abort(),
  );
  await kept;
  // A run that gave way or was broken off goes on elsewhere at once.
  if (isLeft) await renewRun(app.db, run.run_id, run.lease_id, now(app));
}

/** What the next account in turn runs; undefined when nothing is due. */
async function claimRun(app: App, order: ClaimOrder): Promise<WatchRun | undefined> {
  const until = secondsFromNow(app, app.limits.LEASE_S);
  const lease = { lease_id: app.ids.uuid(), now: now(app), until };
  for (let tries = 0; tries < CLAIM_TRIES_MAX; tries += 1) {
    const claimed = await claimNext(app, lease, order);
    if (claimed !== 'taken') return claimed;
  }
  return undefined;
}

const claimNext = (
  app: App,
  lease: Lease,
  order: ClaimOrder,
): Promise<WatchRun | undefined | 'taken'> =>
  app.db.transaction(async (tx) => {
    const next = await lockNextRun(tx, now(app), order);
    if (next === undefined) return undefined;
    if (next.run_id !== null) return takeRun(tx, next.run_id, lease);
    // Another process may have begun it after our look began and before our lock: only a new look shows that.
    if ((await findRunning(tx, next.watch_id)) !== undefined) return 'taken';
    const watch = await findWatch(tx, next.account_id, next.watch_id);
    return watch && beginRun(app, tx, watch, lease);
  });

/** Renews the lease until the signal aborts; resolves early when the lease was lost. */
async function keepLease(app: App, run: WatchRun, ended: AbortSignal): Promise<void> {
  const everyMs = (app.limits.LEASE_S * 1000) / RENEWALS_PER_LEASE;
  while (!ended.aborted) {
    await app.clock.sleep(everyMs, ended);
    if (ended.aborted) return;
    const until = secondsFromNow(app, app.limits.LEASE_S);
    const kept = await renewRun(app.db, run.run_id, run.lease_id, until).catch(() => true);
    if (!kept) return;
  }
}
