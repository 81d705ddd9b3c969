/** Resumes watches that were paused for lack of credit once their account has credit again. */
import { findAccount } from '#store/accounts.js';
import { insertEvents } from '#store/events.js';
import { readBalance } from '#store/ledger.js';
import { findWatch, listOutOfCredit, updateWatch, type Watch } from '#store/watches.js';
import { type App, now } from '../app.js';
import { event } from './end-run.js';

/** Watches resumed in one check. */
const WATCHES_MAX = 500;

/** Checks once; returns how many were resumed. */
export async function resumeWatches(app: App): Promise<number> {
  const paused = await listOutOfCredit(app.db, WATCHES_MAX);
  const funded = new Map<string, boolean>();
  let resumed = 0;
  for (const watch of paused) {
    const { account_id } = watch;
    const isFunded = funded.get(account_id) ?? (await hasCredit(app, account_id));
    funded.set(account_id, isFunded);
    if (isFunded) resumed += await resume(app, watch);
  }
  return resumed;
}

async function hasCredit(app: App, accountId: string): Promise<boolean> {
  const account = await findAccount(app.db, accountId);
  if (account === undefined) return false;
  return (await readBalance(app.db, account, now(app))).available > 0;
}

async function resume(app: App, { account_id, watch_id }: Watch): Promise<number> {
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
