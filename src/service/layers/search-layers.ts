/**
 * Finished searches of an account as layers. The delivered pages of one search are one layer,
 * whichever of their requests names it; reading them costs nothing.
 */
import { groupBy } from '#base/group-by.js';
import { ownTurn } from '#base/own-turn.js';
import { LAYER_SEARCH_PAGES_MAX, LAYER_SEARCHES_MAX, SEARCH_LAYER } from '#contract/layers.js';
import { routeById } from '#contract/routes.js';
import { hashOf } from '#domain/hash.js';
import { type FinishedPage, listFinishedPages, searchOf } from '#store/finished-searches.js';
import { knownFeeds, requireFeeds } from '../accounts/feeds.js';
import { type Parts, secondsFromNow } from '../app.js';
import { completeAnswer, resultOf } from '../search/answer.js';
import { cachedPageOf } from '../search/deliver.js';
import type { LayerFeature, MapLayer } from './layer.js';
import { addFeatures, rowLayer, titleOfSearch } from './row-layer.js';

type LayerApp = Parts<'caches' | 'client' | 'clock' | 'db' | 'limits'>;

/** The newest delivered pages of an account that searches are made of. */
const PAGES_READ_MAX = 1_000;

export interface SearchReader {
  readonly account_id: string;
  readonly feeds: readonly string[];
}

interface FinishedSearch {
  readonly id: string;
  readonly route: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The newest delivery of each page. */
  readonly pages: readonly FinishedPage[];
}

/** The newest finished searches of an account, of routes that it may read. */
export async function searchLayers(app: LayerApp, reader: SearchReader): Promise<MapLayer[]> {
  const searches = await listSearches(app, reader);
  return searches
    .filter(({ route }) => mayRead(app, reader, route))
    .slice(0, LAYER_SEARCHES_MAX)
    .map((search) => layerOf(app, reader, search));
}

/** The layer of the search that a request belongs to; undefined for an unknown one. */
export async function searchLayer(
  app: LayerApp,
  reader: SearchReader,
  id: string,
): Promise<MapLayer | undefined> {
  const requestId = id.slice(SEARCH_LAYER.length).toLowerCase();
  const searches = await listSearches(app, reader, requestId);
  const [found] = searches;
  return found && layerOf(app, reader, { ...found, id });
}

function mayRead(app: Parts<'client'>, { feeds }: SearchReader, route: string): boolean {
  const row = routeById(route);
  return row !== undefined && knownFeeds(app, row.source, feeds) !== undefined;
}

/** Searches by their delivered pages, newest first; of one request, only its own search. */
async function listSearches(
  app: Parts<'clock' | 'limits' | 'db'>,
  { account_id }: SearchReader,
  requestId?: string,
): Promise<FinishedSearch[]> {
  const between = {
    since: secondsFromNow(app, -app.limits.JOB_RETENTION_S),
    until: secondsFromNow(app, 1),
  };
  const pages = await listFinishedPages(app.db, account_id, between, PAGES_READ_MAX);
  const groups = groupBy(pages, (page) => searchOf(page).name);
  return [...groups.values()]
    .filter((group) => requestId === undefined || group.some((one) => one.request_id === requestId))
    .map(searchIn);
}

function searchIn(group: readonly FinishedPage[]): FinishedSearch {
  const newest = new Map<string, FinishedPage>();
  for (const page of group) if (!newest.has(page.page_hash)) newest.set(page.page_hash, page);
  const [last] = group;
  if (last === undefined) throw new TypeError('a group has a page');
  return {
    id: SEARCH_LAYER + last.request_id,
    route: last.route,
    query: searchOf(last).inputs,
    // The first page was delivered before the others.
    pages: [...newest.values()].toReversed().slice(0, LAYER_SEARCH_PAGES_MAX),
  };
}

function layerOf(app: LayerApp, reader: SearchReader, search: FinishedSearch): MapLayer {
  const { id, route, query, pages } = search;
  return rowLayer({
    id,
    title: titleOfSearch(route, query),
    description: `A finished search of this account, ${pages.length} of its pages`,
    version: hashOf(pages.map(({ result_id }) => result_id)).slice(0, VERSION_CHARS),
    rights: [],
    features: () => featuresOf(app, reader, search),
  });
}

const VERSION_CHARS = 12;

async function featuresOf(
  app: LayerApp,
  { feeds }: SearchReader,
  { pages }: FinishedSearch,
): Promise<LayerFeature[]> {
  const found = new Map<string, LayerFeature>();
  for (const page of pages) {
    const cached = await cachedPageOf(app, page.result_id);
    if (cached === undefined || routeById(page.route) === undefined) continue;
    requireFeeds(app, cached, feeds);
    const { data } = resultOf(completeAnswer({ ...page, cached: true }, 0, cached));
    addFeatures(found, page.route, data);
    await ownTurn();
  }
  return [...found.values()];
}
