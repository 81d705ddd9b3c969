import { dataVersion, readsTables, refusalOf } from '#collect/sources.js';
import type { SearchRoute } from '#contract/routes.js';
import { apiError, invalidQuery } from '#domain/api-error.js';
import { readCursor, readRelayedCursor } from '#domain/cursor.js';
import { START } from '#domain/position.js';
import { readQuery } from '#domain/query.js';
import { findArea } from '#geo/find-area.js';
import type { App, Parts } from '../app.js';
import { type Search, wordsOf } from './query-cache.js';
import { pageHash, searchHash } from './task.js';

/**
 * Reads the query of a search route; finds its area and its position in the cursor chain.
 * `freshSinceMs` is the earliest acceptable collection time. A cursor expires, so a query with one
 * is parsed each time. Throws the API error of the first rule broken.
 */
export function readSearch(
  app: App,
  route: SearchRoute,
  queryText: string,
  freshSinceMs: number,
  feeds: readonly string[] | null,
): Search {
  const words = wordsOf(route, queryText, feeds);
  const known = app.caches.queryCache.get(words);
  const search = known ?? read(app, route, queryText, feeds);
  if (known === undefined && !search.task.continued) app.caches.queryCache.set(words, search);
  return freshSinceMs === 0 ? search : { ...search, task: { ...search.task, freshSinceMs } };
}

function read(
  app: Parts<'client' | 'clock' | 'geo' | 'limits' | 'secret'>,
  route: SearchRoute,
  queryText: string,
  feeds: readonly string[] | null,
): Search {
  const { location, filters, cursor, normalizedQuery } = readQuery(route, queryText);
  const area = findArea(app.geo, route, location);
  const refusal = refusalOf(app.client, route.source, route.kind, area.test.by);
  if (refusal !== null) throw invalidQuery(null, refusal);
  const search = searchHash(route, area, filters, app, feeds);
  const scope = { secret: app.secret ?? '', search };
  const nowMs = app.clock.nowMs();
  const isRelayed = app.client.isCore(route.source);
  const readOne = isRelayed ? readRelayedCursor : readCursor;
  const position = cursor === null ? START : readOne(scope, cursor, nowMs, app.limits.CURSOR_TTL_S);
  if (position === null) throw apiError('invalid_cursor', { param: 'cursor' });
  return {
    task: {
      location,
      filters,
      position,
      continued: cursor !== null,
      freshSinceMs: 0,
      search,
      ...(isRelayed && { relay: { query: normalizedQuery, hops: [] } }),
      ...(feeds !== null && { feeds }),
      ...(readsTables(app.client, route.source, route.kind, feeds ?? []) && {
        data: dataVersion(app.client, route.source, route.kind, feeds ?? []),
      }),
    },
    page_hash: pageHash(search, position),
    normalizedQuery: JSON.stringify(normalizedQuery),
  };
}
