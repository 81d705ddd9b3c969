/** The task of a collection, passed to collect; and its page as it is stored. */
import { assert } from '#base/assert.js';
import type { AreaSearch } from '#collect/area/area-search.js';
import { collectPage } from '#collect/pages/collect-page.js';
import { findHome } from '#collect/pages/find-home.js';
import type { CollectedPage } from '#collect/pages/page.js';
import { areaSearch } from '#collect/sources.js';
import { type ErrorBody, type Result, SCHEMA_VERSION } from '#contract/envelope.js';
import { isLookup, type LookupRoute, type Route, type SearchRoute } from '#contract/routes.js';
import type { Kind } from '#contract/values.js';
import { apiError } from '#domain/api-error.js';
import { writeCursor, writeRelayedCursor } from '#domain/cursor.js';
import { findArea, NAMED_PLACES } from '#geo/find-area.js';
import type { App, Parts } from '../app.js';
import { homeStoreOf } from '../homes/first-prices.js';
import { placeStoreOf } from './learned-places.js';
import { onItsData } from './on-its-data.js';
import { relayTask } from './relay-task.js';
import type { Task } from './task.js';

/** A collected page with what is stored beside it, or why it failed. */
export type Outcome =
  | { readonly page: CollectedPage; readonly body: Buffer; readonly task: Task }
  | {
      readonly error: ErrorBody;
      /** Whether this answer could not be trusted: that says nothing about other searches. */
      readonly overContent?: true;
    };

/**
 * Collects the page of a task. Throws SourceError, the ApiErrors of a lookup, and those of a core:
 * there one `collectionId` is one request, however often it is run.
 */
export function runTask(
  app: App,
  route: Route,
  collectionId: string,
  task: Task,
  signal: AbortSignal,
): Promise<CollectedPage> {
  const { relay } = task;
  if ((relay !== undefined) !== app.client.isCore(route.source)) {
    throw apiError('collection_unavailable', { message: ADDRESS_CHANGED });
  }
  if (relay !== undefined) return relayTask(app, route, { ...task, relay }, collectionId, signal);
  return isLookup(route)
    ? lookUp(app, route, task, signal)
    : readSearchPage(app, route, task, signal);
}

/** The search waited while the operator gave its source another address. */
const ADDRESS_CHANGED =
  'The address of the source was changed while the search waited. Nothing was charged; send the search again.';

function readSearchPage(
  app: App,
  route: SearchRoute,
  task: Task,
  signal: AbortSignal,
): Promise<CollectedPage> {
  const { PAGE_ROWS, SORTED_ROWS_MAX } = app.limits;
  return onItsData(app, route, task, () =>
    collectPage(searchOfTask(app, route, task, signal), {
      kind: route.kind,
      position: task.position,
      pageRows: PAGE_ROWS,
      searchHash: task.search,
      sorted: { areas: app.sortedAreas, memory: app.sortedMemory, rowsMax: SORTED_ROWS_MAX },
    }),
  );
}

/** The search of a search route's task. */
export function searchOfTask(
  app: App,
  route: SearchRoute,
  task: Task,
  signal: AbortSignal,
): AreaSearch {
  const area = findArea(app.geo, route, task.location);
  return searchOf(app, route, route.kind, area, task, signal);
}

function lookUp(
  app: App,
  route: LookupRoute,
  task: Task,
  signal: AbortSignal,
): Promise<CollectedPage> {
  assert(task.home !== undefined, 'a lookup names its home');
  return findHome(lookupSearches(app, route, task, signal), task.home);
}

/** The searches that read the area of a lookup, each for another kind of row. */
export function lookupSearches(
  app: App,
  route: LookupRoute,
  task: Task,
  signal: AbortSignal,
): readonly AreaSearch[] {
  const area = findArea(app.geo, NAMED_PLACES, task.location);
  return route.kinds.map((kind) => searchOf(app, route, kind, area, task, signal));
}

function searchOf(
  app: App,
  { source }: Route,
  kind: Kind,
  area: AreaSearch['area'],
  { filters, freshSinceMs, feeds, asker = '' }: Task,
  signal: AbortSignal,
): AreaSearch {
  const { clock, geo, client, fieldHistory: history } = app;
  const parts = { clock, geo, client, history, places: placeStoreOf(app), homes: homeStoreOf(app) };
  return areaSearch(kind, { ...parts, source, area, filters, asker, freshSinceMs, signal }, feeds);
}

/** The task of the page after a collected one; null after the last. */
export function nextTask({ asker: _asker, ...task }: Task, { next }: CollectedPage): Task | null {
  return next === null ? null : { ...task, position: next, continued: true, freshSinceMs: 0 };
}

/** The result from its `count` member on. */
type Body = Omit<Result, 'source' | 'query'>;

/** The shared bytes of every delivery of a page: its result from `count` on, compressed. */
export function bodyOf(
  app: Parts<'clock' | 'secret' | 'codec'>,
  task: Task,
  page: CollectedPage,
): Buffer {
  const scope = { secret: app.secret ?? '', search: task.search };
  const write = task.relay === undefined ? writeCursor : writeRelayedCursor;
  const body: Body = {
    count: page.rows.length,
    reported_total: page.reported_total,
    next_cursor: page.next === null ? null : write(scope, page.next, app.clock.nowMs()),
    collected_at: new Date(page.collectedAtMs).toISOString(),
    schema_version: SCHEMA_VERSION,
    completeness: page.completeness,
    summary: page.summary,
    data: page.rows,
    field_notes: page.field_notes,
  };
  // It starts inside an object that the envelope's prefix has opened.
  return app.codec.encode(`,${JSON.stringify(body).slice(1)}}`);
}

/** Parses a body: the result without its source and query. */
export function readBody(text: Buffer): Body {
  const envelope = JSON.parse(`{"result":{"source":""${text.toString()}`) as {
    readonly result: Body;
  };
  return envelope.result;
}
