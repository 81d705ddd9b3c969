/** What the stored pages of each source show of an area, and what it costs to read it now. */

import type { OfferKind } from '#contract/area-homes.js';
import { BASE_PATH } from '#contract/envelope.js';
import type { AreaSource } from '#contract/operations/area-homes.js';
import { LOCATION_FORMS } from '#contract/params.js';
import { SEARCH_ROUTES, type SearchRoute } from '#contract/routes.js';
import { ApiError } from '#domain/api-error.js';
import { describeNewest } from '#store/results.js';
import { knownFeeds } from '../accounts/feeds.js';
import { type App, now } from '../app.js';
import type { Reader } from '../homes/find-matches.js';
import { keepsHistory } from '../homes/first-prices.js';
import { readSearch } from '../search/parse-search.js';
import { nextPageHash } from '../search/task.js';
import type { StoredArea } from './asked-area.js';

/** Pages of a chain that are followed: no search has more. */
const PAGES_MAX = 500;

/** Every source that shows such offers, takes such an area, and that the caller may read. */
export async function areaSources(
  app: App,
  reader: Reader,
  area: StoredArea,
  kind: OfferKind,
): Promise<AreaSource[]> {
  const sent = Object.keys(area.query);
  const routes = SEARCH_ROUTES.filter(
    (route) =>
      route.kind === kind &&
      app.client.configured(route.source) &&
      route.forms.some((form) => LOCATION_FORMS[form].join() === sent.join()),
  );
  const found = await Promise.all(routes.map((route) => sourceOf(app, reader, area, route)));
  return found.flatMap((one) => one ?? []);
}

async function sourceOf(
  app: App,
  reader: Reader,
  area: StoredArea,
  route: SearchRoute,
): Promise<AreaSource | null> {
  const feeds = knownFeeds(app, route.source, reader.feeds);
  if (feeds === undefined) return null;
  const text = new URLSearchParams(area.query).toString();
  const chain = await chainOf(app, route, text, feeds);
  return (
    chain && {
      source: route.source,
      route: route.id,
      ...chain,
      is_stored: keepsHistory(app, route.source),
      credits_per_page: route.price,
      search: `${BASE_PATH}${route.path}?${text}`,
    }
  );
}

/** Follows the stored pages from the first one; null where the source does not cover the area. */
async function chainOf(
  app: App,
  route: SearchRoute,
  text: string,
  feeds: readonly string[] | null,
): Promise<Pick<AreaSource, 'coverage' | 'read_at' | 'is_fresh'> | null> {
  let hash: string | null = firstHash(app, route, text, feeds);
  if (hash === null) return null;
  let readAt: Date | null = null;
  let [isWhole, isFresh] = [true, true];
  for (let pages = 0; hash !== null && pages < PAGES_MAX; pages += 1) {
    const page = await describeNewest(app.db, hash);
    if (page === undefined) {
      isWhole = false;
      isFresh = false;
      break;
    }
    isWhole &&= page.completeness === 'complete';
    isFresh &&= page.fresh_until > now(app);
    if (readAt === null || page.collected_at < readAt) readAt = page.collected_at;
    hash = nextPageHash(page.next_task);
  }
  const coverage = readAt === null ? 'unread' : isWhole ? 'complete' : 'partial';
  return { coverage, read_at: readAt?.toISOString() ?? null, is_fresh: isFresh };
}

function firstHash(
  app: App,
  route: SearchRoute,
  text: string,
  feeds: readonly string[] | null,
): string | null {
  try {
    return readSearch(app, route, text, 0, feeds).page_hash;
  } catch (error) {
    // A source may not cover the place, such as one city's portal.
    if (error instanceof ApiError) return null;
    throw error;
  }
}
