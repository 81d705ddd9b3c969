/** Runs watches: each due run is claimed under a lease, by any process that collects. */

import { type ClaimOrder, type Lease, renewLease } from '#store/claims.js';
import { findRunning, leaveRun, lockNextRun, takeRun, type WatchRun } from '#store/watch-runs.js';
import { findWatch } from '#store/watches.js';
import { type App, now, type Parts, secondsFromNow } from '../app.js';
import { openWake, runEvery } from '../work/run-every.js';
import { runOne, runWork, type WorkKind } from '../work/run-work.js';
import { pauseOfEndedKeys } from './admit-watch.js';
import { beginRun } from './begin-run.js';
import { type Left, readRun } from './read-run.js';
import { resumeWatches } from './resume-watches.js';

/** How often watches that ran out of credit, or whose key has expired, are checked. */
const RESUME_EVERY_MS = 30_000;
/** Watches that others claim at the same moment are skipped this often before the next check. */
const CLAIM_TRIES_MAX = 20;

/**
 * Runs that are due or unleased. One that yielded or was interrupted resumes elsewhere at once; one
 * that waits for its source holds no place, and resumes when its wait is over.
 */
export const watchRuns = (app: App): WorkKind<WatchRun, Left | null> => ({
  name: 'a run of a watch',
  places: app.limits.WATCH_CONCURRENCY,
  leaseS: app.limits.LEASE_S,
  retryS: app.limits.LEASE_S,
  claim: (lease, order) => claimRun(app, lease, order),
  idOf: ({ run_id }) => run_id,
  renew: ({ run_id, lease_id }, until) => renewLease(app.db, 'watch_runs', run_id, lease_id, until),
  run: (run, signal) => readRun(app, run, signal),
  isHeld: (left) => left !== null,
  release: async (run, left) => {
    if (left === null) return;
    const { waitS, tries } = left;
    await leaveRun(app.db, run, { at: now(app), until: secondsFromNow(app, waitS), tries });
  },
});

/** Runs due watches until the signal aborts; resolves when the last current run is left. */
export async function runWatches(app: App, stop: AbortSignal): Promise<void> {
  const wake = openWake();
  const off = app.caches.access.onChange(wake.ring);
  const resume = {
    name: 'the look at watches without credit or key',
    everyMs: RESUME_EVERY_MS,
    look: () => lookAtAll(app),
  };
  await Promise.all([runWork(app, watchRuns(app), stop), runEvery(app, resume, stop, wake)]);
  off();
}

async function lookAtAll(app: Parts<'clock' | 'db' | 'ids' | 'notifications'>): Promise<boolean> {
  await pauseOfEndedKeys(app);
  await resumeWatches(app);
  return false;
}

/** Claims one run and reads a slice of it; false when nothing is due. */
export const runNext = async (
  app: App,
  stop: AbortSignal,
  order: ClaimOrder = {},
): Promise<boolean> => (await runOne(app, watchRuns(app), stop, order)) !== undefined;

/** What the next account in turn runs; undefined when nothing is due. */
async function claimRun(
  app: Parts<'client' | 'db' | 'geo' | 'ids'>,
  lease: Lease,
  order: ClaimOrder,
): Promise<WatchRun | undefined> {
  for (let tries = 0; tries < CLAIM_TRIES_MAX; tries += 1) {
    const claimed = await claimNext(app, lease, order);
    if (claimed !== 'taken') return claimed;
  }
  return undefined;
}

const claimNext = (
  app: Parts<'client' | 'db' | 'geo' | 'ids'>,
  lease: Lease,
  order: ClaimOrder,
): Promise<WatchRun | undefined | 'taken'> =>
  app.db.transaction(async (tx) => {
    const next = await lockNextRun(tx, lease.now, order);
    if (next === undefined) return undefined;
    if (next.run_id !== null) return takeRun(tx, next.run_id, lease);
    // Another process may have started it between our query and our lock: query again.
    if ((await findRunning(tx, next.watch_id)) !== undefined) return 'taken';
    const watch = await findWatch(tx, next.account_id, next.watch_id);
    return watch && beginRun(app, tx, watch, lease);
  });
