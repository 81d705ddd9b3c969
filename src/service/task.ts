/** What a collection has to do, as it is stored: enough to begin again from nothing. */

import type { AskedHome } from '#collect/find-home.js';
import type { LookupRoute, SearchRoute } from '#contract/routes.js';
import type { Area } from '#domain/area.js';
import { digestOf } from '#domain/digest.js';
import type { Position } from '#domain/position.js';
import type { Filters, Location } from '#domain/search.js';
import { driverOf } from '#sources/index.js';

export interface Task {
  readonly location: Location;
  readonly filters: Filters;
  readonly position: Position;
  /** Whether the page is past the first: an empty one is then past the end. */
  readonly continued: boolean;
  /** Upstream pages read before this moment are passed over (Cache-Control of the caller). */
  readonly freshSinceMs: number;
  /** Only on lookups. */
  readonly home?: AskedHome;
  /** Digest of the search without its position, with what plans depend on: the cursor's scope. */
  readonly search: string;
}

/**
 * The digest of a search without its position (decisions §2, the canonical search): of the place that was
 * found, so that all its names are one search.
 */
export const searchDigest = (
  route: SearchRoute,
  area: Area,
  filters: Filters,
  geoVersion: string,
): string =>
  digestOf({
    route: route.id,
    data: driverOf(route.source, route.kind)?.version(),
    area: area.test,
    filters,
    geoVersion,
  });

/** The digest of a lookup: equal questions in other words are one. */
export const lookupDigest = (route: LookupRoute, home: AskedHome, area: Area): string =>
  digestOf({
    route: route.id,
    data: route.kinds.map((kind) => driverOf(route.source, kind)?.version()),
    home,
    area: area.test,
  });

/** The digest of one page of a search: cache key, coalescing key and idempotency fingerprint. */
export const pageDigest = (search: string, position: Position): string =>
  digestOf({ search, position });

/** Searches that ask for a new reading join only those that take nothing older than they do. */
const FRESH = '+fresh';
const FRESH_END = /\+fresh\d*$/;

/** The digest under which a page is collected; `maxAgeS` is null where any fresh result will do. */
export const collectionDigest = (digest: string, maxAgeS: number | null): string =>
  maxAgeS === null ? digest : `${digest}${FRESH}${maxAgeS}`;

/** The digest of the page that a collection reads. */
export const resultDigest = (collected: string): string => collected.replace(FRESH_END, '');
