/** The price of a watch before it is made: its pages by the newest count of its search. */

import type { WatchEstimate } from '#contract/operations/watches.js';
import type { SearchRoute } from '#contract/routes.js';
import { findNewestResult } from '#store/results.js';
import type { Watch } from '#store/watches.js';
import { isKept, knownFeeds } from '../accounts/feeds.js';
import type { App, Parts } from '../app.js';
import { readBody } from '../search/collect-task.js';
import { readSearch } from '../search/parse-search.js';
import { readingStored, toQueryText } from './query-text.js';
import { runsPerMonth } from './schedule.js';

/** The number of homes in a search, and when they were counted. */
export interface EstimatedCount {
  readonly homes: number;
  readonly countedAt: Date;
}

/**
 * The price of a watch, by the newest count of its search: from its snapshot, or from the first
 * page of any call. Nothing is read or charged for it; null where no count is known.
 */
export async function estimate(
  app: App,
  feeds: readonly string[],
  route: SearchRoute,
  { query, schedule }: Pick<Watch, 'query' | 'schedule'>,
  ofRun?: EstimatedCount,
): Promise<WatchEstimate> {
  const newestOf = async (mine: readonly string[] | null) => {
    const search = readingStored(() => readSearch(app, route, toQueryText(query), 0, mine));
    return search === null ? undefined : newestCount(app, search.page_hash);
  };
  const mine = knownFeeds(app, route.source, feeds);
  // Without a grant the count is unknown; the watch itself is shown and can be changed.
  const counted = mine === undefined ? undefined : newer(ofRun, await newestOf(mine));
  const runs = runsPerMonth(schedule);
  const pages =
    counted === undefined ? null : Math.max(1, Math.ceil(counted.homes / app.limits.PAGE_ROWS));
  const credits = pages === null ? null : pages * route.price;
  return {
    homes: counted?.homes ?? null,
    counted_at: counted?.countedAt.toISOString() ?? null,
    pages,
    credits_per_run: credits,
    runs_per_month: runs,
    credits_per_month: credits === null ? null : credits * runs,
  };
}

const newer = (
  one: EstimatedCount | undefined,
  other: EstimatedCount | undefined,
): EstimatedCount | undefined =>
  one === undefined || (other !== undefined && other.countedAt > one.countedAt) ? other : one;

/** The number of homes that the newest first page of a search reports. */
async function newestCount(
  app: Parts<'clock' | 'codec' | 'db' | 'limits'>,
  pageHash: string,
): Promise<EstimatedCount | undefined> {
  const result = await findNewestResult(app.db, pageHash);
  if (result === undefined) return undefined;
  const { route, collected_at, body_gzip: body } = result;
  if (!isKept(app, { route, collectedAtMs: collected_at.getTime(), body })) return undefined;
  const { count, reported_total, next_cursor } = readBody(app.codec.decode(body));
  const homes = reported_total ?? (next_cursor === null ? count : null);
  return homes === null ? undefined : { homes, countedAt: collected_at };
}
