/** Licensed feeds and who may read them. Only accounts with the same grants share a result. */

import { OperatorError } from '#base/operator-error.js';
import { NO_ACCOUNT } from '#contract/operator.js';
import { type Route, routeById } from '#contract/routes.js';
import { isLicensed, SOURCES, type SourceName } from '#contract/sources.js';
import { apiError } from '#domain/api-error.js';
import { noteAccessChange } from '#store/access.js';
import { lockAccount, setFeeds } from '#store/accounts.js';
import { unreadRequests } from '#store/requests.js';
import { endReservations } from '#store/reservations.js';
import { emptyResults } from '#store/results.js';
import { now, type Parts } from '../app.js';
import { noteChange, type Operator, THE_SERVICE } from './audit-log.js';
import { refuseFrozen } from './keys.js';

/**
 * The feeds of a source that a caller may read, sorted; null where the source needs no licence,
 * undefined where the caller has no grant. The sandbox's data is synthetic: everyone may read it.
 */
export function knownFeeds(
  { client }: Parts<'client'>,
  source: SourceName,
  granted: readonly string[],
): readonly string[] | null | undefined {
  if (!isLicensed(source)) return null;
  const feeds = client.feeds(source);
  if (feeds.length === 0 || client.isSandbox(source)) return feeds;
  const mine = feeds.filter((feed) => granted.includes(feed));
  return mine.length === 0 ? undefined : mine;
}

/** The same; throws 403 feed_not_granted where the caller has no grant. */
export function feedsFor(
  app: Parts<'client'>,
  source: SourceName,
  granted: readonly string[],
): readonly string[] | null {
  const feeds = knownFeeds(app, source, granted);
  if (feeds === undefined) throw apiError('feed_not_granted');
  return feeds;
}

/**
 * Throws 403 feed_not_granted for a result that a caller may no longer read: of a feed without a
 * grant, or of a source that has been licensed since.
 */
export function requireFeeds(
  app: Parts<'client'>,
  { route, feeds }: { readonly route: string; readonly feeds: readonly string[] | null },
  granted: readonly string[],
): void {
  if (feeds?.some((feed) => !granted.includes(feed)) === true) throw apiError('feed_not_granted');
  const row = routeById(route);
  if (feeds === null && row !== undefined) feedsFor(app, row.source, granted);
}

/** Whether a caller may still read a result: the question behind requireFeeds. */
export function mayReadResult(
  app: Parts<'client'>,
  { route, feeds }: { readonly route: Route; readonly feeds: readonly string[] | null },
  granted: readonly string[],
): boolean {
  if (feeds !== null) return feeds.every((feed) => granted.includes(feed));
  return knownFeeds(app, route.source, granted) !== undefined;
}

/** Whether a watch may store rows of a source: a licensed feed may be stored for hours only. */
export const isWatchable = ({ client }: Parts<'client'>, source: SourceName): boolean =>
  !isLicensed(source) || client.isSandbox(source);

/**
 * Throws for what watches store of a source: 403 feed_not_granted without a grant, and 422
 * watch_not_allowed for every licensed feed, even for watches older than the licence.
 */
export function requireWatchable(
  app: Parts<'client'>,
  source: SourceName,
  granted: readonly string[],
): void {
  if (isWatchable(app, source)) return;
  feedsFor(app, source, granted);
  throw apiError('watch_not_allowed');
}

/** Longest retention of a route's results; null where its source needs no licence. */
export const keptS = ({ limits }: Parts<'limits'>, { source }: Pick<Route, 'source'>) =>
  isLicensed(source) ? limits.FEED_RETENTION_S : null;

/** Whether a result may still be shown: those of licensed feeds expire sooner and are emptied. */
export function isKept(
  app: Parts<'limits' | 'clock'>,
  {
    route,
    collectedAtMs,
    body,
  }: { readonly route: string; readonly collectedAtMs: number; readonly body: Buffer },
): boolean {
  if (body.length === 0) return false;
  const row = routeById(route);
  const seconds = row === undefined ? null : keptS(app, row);
  return seconds === null || app.clock.nowMs() <= collectedAtMs + seconds * 1000;
}

/**
 * Empties at most `limit` results of licensed feeds past their retention; returns how many. Credits
 * reserved for unread jobs on them are released, since they can no longer be delivered.
 */
export const emptyOldResults = (app: Parts<'clock' | 'db'>, limit: number): Promise<number> =>
  app.db.transaction(async (tx) => {
    const at = now(app);
    const emptied = await emptyResults(tx, at, limit);
    if (emptied.length > 0) {
      await endReservations(tx, await unreadRequests(tx, emptied), 'unread', at);
    }
    return emptied.length;
  });

/** Grants an account a feed, or revokes it; every node knows within a second. */
export async function changeFeed(
  app: Parts<'caches' | 'client' | 'clock' | 'db'>,
  accountId: string,
  feed: string,
  isGranted: boolean,
  by: Operator = THE_SERVICE,
) {
  const known = SOURCES.filter(isLicensed).flatMap((source) => app.client.feeds(source));
  if (isGranted && !known.includes(feed)) {
    const names = known.length === 0 ? 'none is configured' : `they are ${known.join(', ')}`;
    throw new OperatorError(`No feed has this name: ${names}.`);
  }
  const feeds = await app.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === undefined) throw new OperatorError(NO_ACCOUNT);
    await refuseFrozen(tx, accountId);
    const others = account.feeds.filter((name) => name !== feed);
    const changed = isGranted ? [...others, feed].sort() : others;
    await setFeeds(tx, accountId, changed);
    await noteAccessChange(tx, accountId, now(app));
    await noteChange(app, tx, by, {
      action: isGranted ? 'account.grant_feed' : 'account.revoke_feed',
      account_id: accountId,
      subject: feed,
      before: { feeds: account.feeds },
      after: { feeds: changed },
    });
    return changed;
  });
  app.caches.access.forget(accountId);
  return { account_id: accountId, feeds };
}
