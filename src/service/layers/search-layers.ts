/**
 * Finished searches of an account as layers. The delivered pages of one search are one layer,
 * whichever of their requests names it; reading them costs nothing.
 */
import { groupBy } from '#base/group-by.js';
import { ownTurn } from '#base/own-turn.js';
import { csvColumns, toFeature } from '#contract/flat-rows.js';
import {
  LAYER_FILTERS,
  LAYER_SEARCH_PAGES_MAX,
  LAYER_SEARCHES_MAX,
  SEARCH_LAYER,
} from '#contract/layers.js';
import { routeById } from '#contract/routes.js';
import { apiError } from '#domain/api-error.js';
import { hashOf } from '#domain/hash.js';
import type { LayerQuery } from '#domain/layer-query.js';
import { fitsLayer } from '#domain/layer-rows.js';
import { type FinishedPage, listFinishedPages, searchOf } from '#store/finished-searches.js';
import { knownFeeds, requireFeeds } from '../accounts/feeds.js';
import { type App, secondsFromNow } from '../app.js';
import { completeAnswer, resultOf } from '../search/answer.js';
import { cachedPageOf } from '../search/deliver.js';
import { kindOf } from '../search/job-rows.js';
import {
  cursorNumber,
  type LayerFeature,
  type LayerPage,
  type MapLayer,
  readLayerCursor,
  writeLayerCursor,
} from './layer.js';

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
export async function searchLayers(app: App, reader: SearchReader): Promise<MapLayer[]> {
  const searches = await listSearches(app, reader);
  return searches
    .filter(({ route }) => mayRead(app, reader, route))
    .slice(0, LAYER_SEARCHES_MAX)
    .map((search) => layerOf(app, reader, search));
}

/** The layer of the search that a request belongs to; undefined for an unknown one. */
export async function searchLayer(
  app: App,
  reader: SearchReader,
  id: string,
): Promise<MapLayer | undefined> {
  const requestId = id.slice(SEARCH_LAYER.length).toLowerCase();
  const searches = await listSearches(app, reader, requestId);
  const [found] = searches;
  return found && layerOf(app, reader, { ...found, id });
}

function mayRead(app: App, { feeds }: SearchReader, route: string): boolean {
  const row = routeById(route);
  return row !== undefined && knownFeeds(app, row.source, feeds) !== undefined;
}

/** Searches by their delivered pages, newest first; of one request, only its own search. */
async function listSearches(
  app: App,
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

function layerOf(app: App, reader: SearchReader, search: FinishedSearch): MapLayer {
  const route = routeById(search.route);
  const inputs = Object.entries(search.query).map(([name, value]) => `${name}=${String(value)}`);
  const features = () => featuresOf(app, reader, search);
  return {
    id: search.id,
    title: `${route?.summary ?? search.route}: ${inputs.join(', ')}`,
    description: `A finished search of this account, ${search.pages.length} of its pages; rows without a point are left out.`,
    filters: LAYER_FILTERS.search,
    // Rows of a search are read when they are needed: it has no stored extent.
    facts: async () => ({ box: null, days: [null, null], rights: [] }),
    page: async (query) => pageOf(search, await features(), query),
    feature: async (id) => (await features()).find((one) => one.id === id),
  };
}

async function featuresOf(
  app: App,
  { feeds }: SearchReader,
  { pages }: FinishedSearch,
): Promise<LayerFeature[]> {
  const found = new Map<string, LayerFeature>();
  for (const page of pages) {
    const cached = await cachedPageOf(app, page.result_id);
    const route = routeById(page.route);
    if (cached === undefined || route === undefined) continue;
    requireFeeds(app, cached, feeds);
    const { data } = resultOf(completeAnswer({ ...page, cached: true }, 0, cached));
    const columns = csvColumns(route.source, kindOf(route, data[0]));
    for (const row of data) {
      const feature = { ...toFeature(columns, row), id: row.source_id };
      if (feature.geometry !== null && !found.has(feature.id)) found.set(feature.id, feature);
    }
    await ownTurn();
  }
  return [...found.values()];
}

const CURSOR_PARTS = 2;
const VERSION_CHARS = 12;

function pageOf(
  { pages }: FinishedSearch,
  all: readonly LayerFeature[],
  query: LayerQuery,
): LayerPage {
  const version = hashOf(pages.map(({ result_id }) => result_id)).slice(0, VERSION_CHARS);
  const matching = all.filter((feature) => fitsLayer(query, feature));
  const from = query.cursor === null ? 0 : offsetIn(query.cursor, version);
  const to = from + query.limit;
  return {
    features: matching.slice(from, to),
    matched: matching.length,
    cursor: to < matching.length ? writeLayerCursor([version, to]) : null,
  };
}

function offsetIn(cursor: string, version: string): number {
  const [of, offset = ''] = readLayerCursor(cursor, CURSOR_PARTS);
  if (of === version) return cursorNumber(offset);
  throw apiError('invalid_cursor', {
    param: 'cursor',
    message: 'The search has other pages since the first page was read. Start again from it.',
  });
}
