import { joinOrCreate } from '#store/collections.js';
import { findFreshResult } from '#store/results.js';
import { type App, now, type Parts } from '../app.js';
import { bestEffort } from '../best-effort.js';
import type { CachedPage } from './page-cache.js';
import type { Task } from './task.js';

/** Comes after collections that callers wait for. */
const AHEAD = 1;
/** Reading ahead may fill only this part of the queue. */
const QUEUE_SHARE = 0.5;

/**
 * Queues the page after a delivered one, so that it is normally cached when its caller requests it.
 * No caller waits or pays for it; a failure is logged and ignored.
 */
export function readAhead(app: App, { next, route }: CachedPage): void {
  if (next === null || app.limits.READ_AHEAD === 0 || app.stopping.aborted) return;
  const { task, page_hash } = next;
  // A core reads ahead itself, and would charge this installation for a page that nobody asked for.
  if (task.relay !== undefined) return;
  if (app.readAheads.has(page_hash)) return;
  app.readAheads.set(page_hash, true);
  void bestEffort(app, 'a page could not be read ahead', queue(app, route, task, page_hash));
}

async function queue(
  app: Parts<'clock' | 'db' | 'ids' | 'limits' | 'notifications'>,
  route: string,
  task: Task,
  page_hash: string,
): Promise<void> {
  const at = now(app);
  if ((await findFreshResult(app.db, page_hash, at, new Date(0))) !== undefined) return;
  const fresh = {
    collection_id: app.ids.uuid(),
    page_hash,
    max_age_s: null,
    route,
    task,
    priority: AHEAD,
    account_id: null,
    asked_by: null,
    at,
  };
  const joined = await joinOrCreate(app.db, fresh, Math.floor(app.limits.QUEUE_MAX * QUEUE_SHARE));
  if ('collection_id' in joined && !joined.joined)
    app.notifications.send('queued', joined.collection_id);
}
