/** Resumes watches that were paused for lack of credit once their account has credit again. */
import { planPeriod } from '#domain/credits.js';
import { insertEvents } from '#store/events.js';
import { findWatch, listFunded, updateWatch, type Watch } from '#store/watches.js';
import { now, type Parts } from '../app.js';
import { event } from './end-run.js';

/** Watches resumed in one check. */
const WATCHES_MAX = 500;

/** Checks once; returns how many were resumed. Accounts without credit hold up no other account. */
export async function resumeWatches(
  app: Parts<'clock' | 'db' | 'ids' | 'notifications'>,
): Promise<number> {
  const period = planPeriod(app.clock.nowMs());
  let resumed = 0;
  for (const watch of await listFunded(app.db, period, WATCHES_MAX)) {
    resumed += await resume(app, watch);
  }
  return resumed;
}

async function resume(
  app: Parts<'clock' | 'db' | 'ids' | 'notifications'>,
  { account_id, watch_id }: Watch,
): Promise<number> {
  const isDone = await app.db.transaction(async (tx) => {
    const watch = await findWatch(tx, account_id, watch_id, 'for update');
    if (watch?.pause_reason !== 'quota_exceeded') return false;
    const data = { route: watch.route, query: watch.query };
    await insertEvents(tx, account_id, [event(app, 'watch.resumed', watch, data)], now(app));
    const next_run_at = now(app);
    await updateWatch(tx, { ...watch, state: 'active', pause_reason: null, next_run_at });
    return true;
  });
  if (isDone) app.notifications.send('logged', account_id);
  return isDone ? 1 : 0;
}
