/** Resumes watches that were paused for lack of credit once their account has credit again. */
import { insertEvents } from '#store/events.js';
import { balanceOf } from '#store/ledger.js';
import {
  findWatch,
  listOutOfCredit,
  updateWatch,
  type Watch,
  walletsOutOfCredit,
} from '#store/watches.js';
import { type App, now } from '../app.js';
import { event } from './end-run.js';

/** Watches resumed in one check. */
const WATCHES_MAX = 500;

/** Checks once; returns how many were resumed. Accounts without credit hold up no other account. */
export async function resumeWatches(app: App): Promise<number> {
  const at = now(app);
  const wallets = await walletsOutOfCredit(app.db);
  const funded = wallets.flatMap((one) =>
    balanceOf(one, { ...one, reserved: 0 }, at).available > 0 ? [one.account_id] : [],
  );
  if (funded.length === 0) return 0;
  let resumed = 0;
  for (const watch of await listOutOfCredit(app.db, funded, WATCHES_MAX)) {
    resumed += await resume(app, watch);
  }
  return resumed;
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
