/** Whether a watch may read now: its key and account, and the licence of its source. */
import { insertEvents } from '#store/events.js';
import type { AdmittedKey } from '#store/keys.js';
import { findWatch, listOfEndedKeys, updateWatch, type Watch } from '#store/watches.js';
import { admitOwner } from '../accounts/admit-caller.js';
import { requireWatchable } from '../accounts/feeds.js';
import { now, type Parts } from '../app.js';
import { pausedEvent } from './end-run.js';
import { routeOf } from './read-body.js';

/** Watches paused in one check. */
const WATCHES_MAX = 500;

/** The key of a watch, if it may read now. Throws the API error of what has ended. */
export async function admitWatch(
  app: Parts<'clock' | 'db' | 'client'>,
  watch: Watch,
): Promise<AdmittedKey> {
  const key = await admitOwner(app, watch);
  requireWatchable(app, routeOf(watch).source, key.feeds);
  return key;
}

/**
 * Pauses the watches whose key was revoked or has expired; returns how many. So are those that wait
 * for credit: no grant would let them run.
 */
export async function pauseOfEndedKeys(
  app: Parts<'clock' | 'db' | 'ids' | 'notifications'>,
): Promise<number> {
  const ended = await listOfEndedKeys(app.db, now(app), WATCHES_MAX);
  let paused = 0;
  for (const watch of ended) paused += await pause(app, watch);
  return paused;
}

async function pause(
  app: Parts<'clock' | 'db' | 'ids' | 'notifications'>,
  { account_id, watch_id, key_id }: Watch,
): Promise<number> {
  const isDone = await app.db.transaction(async (tx) => {
    const watch = await findWatch(tx, account_id, watch_id, 'for update');
    // Another key may have taken the watch over meanwhile.
    if (watch?.key_id !== key_id) return false;
    if (watch.state === 'paused' && watch.pause_reason !== 'quota_exceeded') return false;
    const stop = {
      reason: 'Its key was revoked or has expired.',
      pause: 'key_ended',
    } as const;
    await insertEvents(tx, account_id, [pausedEvent(app, watch, stop)], now(app));
    await updateWatch(tx, {
      ...watch,
      state: 'paused',
      pause_reason: stop.pause,
      next_run_at: null,
    });
    return true;
  });
  if (isDone) app.notifications.send('logged', account_id);
  return isDone ? 1 : 0;
}
