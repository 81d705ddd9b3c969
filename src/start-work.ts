/** A process's background work: collections, feeds, watches, webhooks and cleanup. */
import { setMaxListeners } from 'node:events';
import { countyErrors } from '#service/homes/county-errors.js';
import { lookupBatches } from '#service/lookups/run-batches.js';
import { runCleanup } from '#service/operations/cleanup.js';
import { replicatedFeeds } from '#service/replicas/feeds.js';
import { feedTurns } from '#service/replicas/pull-feed.js';
import { collections } from '#service/search/run-collections.js';
import { runWatches } from '#service/watches/run-watches.js';
import { runWebhooks } from '#service/webhooks/serve-endpoint.js';
import { runEvery } from '#service/work/run-every.js';
import { runWork } from '#service/work/run-work.js';
import { keepEmbedded } from '#store/maintenance.js';
import type { OpenApp } from './app.js';
import type { Role } from './config.js';

/** Background work shares the pool as if it were one more account. */
const WORK = 'work';

export interface Work {
  readonly stop: AbortController;
  readonly done: Promise<unknown>;
}

/** Starts the background work of a role; it ends when `stop` aborts. */
export function startWork(app: OpenApp, role: Role): Work {
  const stop = new AbortController();
  // Every sleep adds a listener: no warning about their number.
  setMaxListeners(0, stop.signal);
  const behind = { ...app, db: app.dbOf(WORK) };
  // Every role cleans up: a job must end even if no collector runs.
  const work: Promise<void>[] = [
    runCleanup(behind, stop.signal),
    app.caches.access.watch(stop.signal),
    app.tables.watch(stop.signal),
  ];
  if (role !== 'api') {
    work.push(
      runWork(behind, feedTurns(behind, replicatedFeeds(behind)), stop.signal),
      runWebhooks(behind, stop.signal),
      runEvery(behind, countyErrors(behind), stop.signal),
    );
  }
  // Without the secret a collector would sign cursors that no node accepts.
  if (role !== 'api' && app.secret !== null) {
    work.push(
      runWork(behind, collections(behind), stop.signal),
      runWork(behind, lookupBatches(behind), stop.signal),
      runWatches(behind, stop.signal),
    );
  }
  if (app.embedded) {
    work.push(keepEmbedded(behind.db, app.limits, app.clock, app.log, stop.signal));
  }
  return { stop, done: Promise.all(work) };
}
