/** Runs of watches: claimed under a lease when they are due, by any process that collects. */

import {
  claimLeftRun,
  findRunning,
  type Lease,
  lockDueWatch,
  renewRun,
  type WatchRun,
} from '#store/watch-runs.js';
import { findWatch } from '#store/watches.js';
import { type App, now, secondsFromNow } from '../app.js';
import { beginRun } from './begin-run.js';
import { readRun } from './read-run.js';
import { resumeWatches } from './resume-watches.js';

/** How often a process looks for watches that are due. */
const LOOK_EVERY_MS = 1_000;
/** How often watches that ran out of credit are looked at. */
const RESUME_EVERY_MS = 30_000;
/** Watches that others begin in the same moment are passed over this many times before the next look. */
const CLAIM_TRIES_MAX = 20;
/** A lease is renewed this many times before it would end. */
const RENEWALS_PER_LEASE = 3;

/** Runs what is due until the signal aborts; resolves when the last run in hand is left. */
export async function runWatches(app: App, signal: AbortSignal): Promise<void> {
  const runners = Array.from({ length: app.limits.WATCH_CONCURRENCY }, () => runner(app, signal));
  await Promise.all([...runners, resumer(app, signal)]);
}

async function runner(app: App, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const worked = await runNext(app, signal).catch((error: unknown) => {
      app.log.error({ err: error }, 'a run of a watch failed by an internal error');
      return false;
    });
    if (!worked) await app.clock.sleep(LOOK_EVERY_MS, signal);
  }
}

async function resumer(app: App, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await resumeWatches(app).catch((error: unknown) =>
      app.log.warn({ err: error }, 'watches without credit could not be looked at'),
    );
    await app.clock.sleep(RESUME_EVERY_MS, signal);
  }
}

/** Claims one run and reads it; false when nothing is due. */
export async function runNext(app: App, signal: AbortSignal): Promise<boolean> {
  const run = await claimRun(app);
  if (run === undefined) return false;
  const ended = new AbortController();
  const lost = new AbortController();
  const kept = keepLease(app, run, ended.signal).then(() => lost.abort());
  await readRun(app, run, AbortSignal.any([signal, lost.signal])).finally(() => ended.abort());
  await kept;
  // A run that was broken off goes on elsewhere at once.
  if (signal.aborted) await renewRun(app.db, run.run_id, run.lease_id, now(app));
  return true;
}

/** A run that another process has left comes before one that is due. */
async function claimRun(app: App): Promise<WatchRun | undefined> {
  const until = secondsFromNow(app, app.limits.LEASE_S);
  const lease = { lease_id: app.ids.uuid(), now: now(app), until };
  const left = await claimLeftRun(app.db, lease);
  if (left !== undefined) return left;
  for (let tries = 0; tries < CLAIM_TRIES_MAX; tries += 1) {
    const claimed = await claimDue(app, lease);
    if (claimed !== 'taken') return claimed;
  }
  return undefined;
}

/** Begins the run that has been due longest; undefined when none is due. */
const claimDue = (app: App, lease: Lease): Promise<WatchRun | undefined | 'taken'> =>
  app.db.transaction(async (tx) => {
    const due = await lockDueWatch(tx, now(app));
    if (due === undefined) return undefined;
    // Another process may have begun it after our look began and before our lock: only a new look shows that.
    if ((await findRunning(tx, due.watch_id)) !== undefined) return 'taken';
    const watch = await findWatch(tx, due.account_id, due.watch_id);
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
