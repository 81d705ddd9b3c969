/** The stored task of a collection: enough to restart it from scratch. */

import type { AskedHome } from '#collect/pages/find-home.js';
import { dataVersion } from '#collect/sources.js';
import type { SourceClient } from '#collect/upstream/source-client.js';
import type { LookupRoute, SearchRoute } from '#contract/routes.js';
import type { Area } from '#domain/area.js';
import { hashOf } from '#domain/hash.js';
import type { Position } from '#domain/position.js';
import type { AskedPlace, Filters } from '#domain/search.js';
import type { Geo } from '#geo/geo.js';

/** What a core is asked: the inputs, and the installations that the call has come through. */
export interface Relay {
  readonly query: Readonly<Record<string, unknown>>;
  readonly hops: readonly string[];
}

export interface Task {
  readonly location: AskedPlace;
  readonly filters: Filters;
  readonly position: Position;
  /** Whether the page is past the first: an empty one is then past the end. */
  readonly continued: boolean;
  /** Upstream pages read before this moment are not used (the caller's Cache-Control). */
  readonly freshSinceMs: number;
  /** The licensed feeds to read; only where the source needs a licence. */
  readonly feeds?: readonly string[];
  /** The version of the rows that `search` was made for; only where our own tables are read. */
  readonly data?: string | null;
  /** The account that requested it first; absent where the service itself did. */
  readonly asker?: string;
  /** Only on lookups. */
  readonly home?: AskedHome;
  /** Only where another installation reads the source: what it is asked. */
  readonly relay?: Relay;
  /** Hash of the search without its position, and of what plans depend on: the cursor's scope. */
  readonly search: string;
}

/**
 * The hash of a search without its position. It covers the place that was found, so that all its
 * names are one search.
 */
export const searchHash = (
  route: SearchRoute,
  area: Area,
  filters: Filters,
  { client, geo }: { readonly client: SourceClient; readonly geo: Geo },
  feeds: readonly string[] | null = null,
): string =>
  hashOf({
    ...(feeds !== null && { feeds }),
    route: route.id,
    data: dataVersion(client, route.source, route.kind, feeds ?? []),
    area: area.test,
    filters,
    geoVersion: geo.version,
  });

/** The hash of a lookup: equivalent lookups have one hash. */
export const lookupHash = (
  route: LookupRoute,
  home: AskedHome,
  area: Area,
  client: SourceClient,
): string =>
  hashOf({
    route: route.id,
    data: route.kinds.map((kind) => dataVersion(client, route.source, kind)),
    home,
    area: area.test,
  });

/** The hash of one page of a search: cache key, coalescing key and idempotency fingerprint. */
export const pageHash = (search: string, position: Position): string =>
  hashOf({ search, position });

/** The same of the page after a stored one; null after the last. */
export const nextPageHash = (nextTask: unknown): string | null => {
  if (nextTask === null) return null;
  const { search, position } = nextTask as Task;
  return pageHash(search, position);
};
