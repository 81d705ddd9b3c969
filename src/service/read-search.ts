import type { SearchRoute } from '#contract/routes.js';
import { readCursor } from '#domain/cursor.js';
import { START } from '#domain/position.js';
import { readQuery } from '#domain/query.js';
import { refuse } from '#domain/refusal.js';
import { findArea } from '#geo/find-area.js';
import type { Search } from './caches.js';
import type { House } from './house.js';
import { pageDigest, searchDigest } from './task.js';

/**
 * Reads the query of a search route, finds its area and its place in the chain (decisions §1, rung
 * 11). `freshSinceMs` is the moment before which nothing read will do. A cursor expires, so a query
 * with one is read each time. Throws the refusal of the first rule broken.
 */
export function readSearch(
  house: House,
  route: SearchRoute,
  queryText: string,
  freshSinceMs: number,
): Search {
  const words = `${route.id}?${queryText}`;
  const known = house.memory.searches.get(words);
  const search = known ?? read(house, route, queryText);
  if (known === undefined && !search.task.continued) house.memory.searches.set(words, search);
  return freshSinceMs === 0 ? search : { ...search, task: { ...search.task, freshSinceMs } };
}

function read(house: House, route: SearchRoute, queryText: string): Search {
  const { location, filters, cursor, echo } = readQuery(route, queryText);
  const area = findArea(house.geo, route, location);
  const search = searchDigest(route, area, filters, house.geo.version);
  const scope = { secret: house.secret ?? '', search };
  const nowMs = house.clock.nowMs();
  const position =
    cursor === null ? START : readCursor(scope, cursor, nowMs, house.limits.CURSOR_TTL_S);
  if (position === null) throw refuse('invalid_cursor', { param: 'cursor' });
  return {
    task: { location, filters, position, continued: cursor !== null, freshSinceMs: 0, search },
    digest: pageDigest(search, position),
    echo: JSON.stringify(echo),
  };
}
