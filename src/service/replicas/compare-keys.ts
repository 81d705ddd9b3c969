/**
 * Finds rows that were removed from a feed that does not report removals: gathers all keys of the
 * feed and removes rows whose key is missing. An interrupted comparison removes nothing.
 */

import { SourceError } from '#collect/sources.js';
import { pullKeys } from '#collect/tables/pull-changes.js';
import { addKeys, clearKeys, removeUngathered } from '#store/replica-rows.js';
import { type App, now, type Parts, secondsFromNow } from '../app.js';
import type { TurnInHand } from './feeds.js';

/** Throws SourceError when the keys may be incomplete. */
export async function compareKeys(app: App, turn: TurnInHand): Promise<void> {
  const { feed, held, tables, signal } = turn;
  const beganMs = app.clock.nowMs();
  await clearKeys(app.db, feed.feed);
  const { keys, total } = await gather(app, turn);
  if (signal.aborted) return;
  if (keys === 0) throw doubtful(feed.feed, 'the feed sends no keys');
  if (total !== null && keys < total) {
    // Rows may have left meanwhile: then the feed now counts fewer.
    const again = await pullKeys(app, feed, null, signal);
    if (again.total === null || keys < again.total) {
      throw doubtful(feed.feed, `the feed counts ${total} rows and sends ${keys} keys`);
    }
  }
  const dueAt = secondsFromNow(app, app.limits.REPLICA_COMPARE_S);
  const removed = await removeUngathered(app.db, held, tables, keys, { at: now(app), dueAt });
  if (removed === 'lost') throw doubtful(feed.feed, 'keys were lost during the comparison');
  if (removed === 'many') {
    throw doubtful(feed.feed, 'more than half of the rows would be removed');
  }
  app.metrics.kept(feed.feed, 'removed', removed);
  await clearKeys(app.db, feed.feed);
  const ms = app.clock.nowMs() - beganMs;
  app.log.info({ feed: feed.feed, keys, removed, ms }, 'keys of a feed compared');
}

const doubtful = (feed: string, why: string): SourceError =>
  new SourceError('changed', `The keys of ${feed} were compared, but nothing was removed: ${why}.`);

/** Gathers the keys of the feed; returns their number, and how many the feed counts. */
async function gather(
  app: Parts<'db' | 'client'>,
  { feed, signal }: TurnInHand,
): Promise<{ readonly keys: number; readonly total: number | null }> {
  let keys = 0;
  let total: number | null = null;
  let after: string | number | null = null;
  while (!signal.aborted) {
    const page = await pullKeys(app, feed, after, signal);
    if (after === null) total = page.total;
    keys += await addKeys(app.db, feed.feed, page.keys);
    const isLast = page.last === null || (page.isShort && keys >= (total ?? 0));
    if (isLast) break;
    if (page.last === after) throw doubtful(feed.feed, 'a page repeats the previous one');
    after = page.last;
  }
  return { keys, total };
}
