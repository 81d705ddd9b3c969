import { assert } from '#base/assert.js';
import type { AskedHome } from '#collect/pages/find-home.js';
import { homeOfUrl } from '#collect/sources.js';
import type { LookupRoute } from '#contract/routes.js';
import { apiError, outOfRange } from '#domain/api-error.js';
import { type ReadLookup, readAddress, readLookupQuery } from '#domain/lookup.js';
import { START } from '#domain/position.js';
import type { AskedPlace } from '#domain/search.js';
import { findArea, NAMED_PLACES } from '#geo/find-area.js';
import { findHomePlaces, type HomePlace } from '#store/home-places.js';
import type { Parts } from '../app.js';
import type { Search } from './query-cache.js';
import { lookupHash, pageHash, type Task } from './task.js';

/** A home last seen at a point is searched within this distance, in miles. */
const AROUND_MI = 0.1;
/** A lookup finds homes sold in the longest window that sources offer. */
const SOLD_WITHIN_DAYS = 1095;

/** A home and the area to search for it; or why there is none. */
export type LocatedHome =
  | {
      readonly home: AskedHome;
      readonly location: AskedPlace;
      /** The ZIP code around a point; null where the location is no point. */
      readonly zip: string | null;
    }
  | {
      /** `invalid`: an unusable input; `outside`: a place that does not exist; `unseen`: an id. */
      readonly wrong: 'invalid' | 'outside' | 'unseen';
      /** What the input must be; of an unseen id, what to send instead. */
      readonly description: string;
    };

/**
 * Reads the query of a lookup. Throws 422 for an unusable input and 404 address_not_found for an id
 * never seen.
 */
export async function readLookup(
  app: Parts<'db' | 'geo' | 'client'>,
  route: LookupRoute,
  queryText: string,
  freshSinceMs: number,
): Promise<Search> {
  const read = readLookupQuery(route, queryText);
  const [located] = await locateHomes(app, route, [read]);
  assert(located !== undefined, 'each home is located');
  if ('home' in located) return lookupOf(app, route, read, located, freshSinceMs);
  if (located.wrong !== 'unseen') throw outOfRange(read.by, located.description);
  throw apiError('address_not_found', { message: located.description });
}

/** The search of a located home. */
export function lookupOf(
  app: Parts<'geo' | 'client'>,
  route: LookupRoute,
  { by, value }: ReadLookup,
  { home, location }: Extract<LocatedHome, { readonly home: unknown }>,
  freshSinceMs: number,
): Search {
  const search = lookupHash(route, home, findArea(app.geo, NAMED_PLACES, location), app.client);
  return {
    task: {
      ...taskIn(location),
      home,
      freshSinceMs,
      search,
      ...(app.client.isCore(route.source) && { relay: { query: { [by]: value }, hops: [] } }),
    },
    page_hash: pageHash(search, START),
    normalizedQuery: JSON.stringify({ [by]: value }),
  };
}

/** The task of reading an area for homes. */
export const taskIn = (location: AskedPlace, asker?: string): Task => ({
  location,
  filters: { sold_within_days: SOLD_WITHIN_DAYS },
  position: START,
  continued: false,
  freshSinceMs: 0,
  search: '',
  ...(asker !== undefined && { asker }),
});

/** The home that a usable input names. */
export function askedHome({ source }: LookupRoute, { by, value }: ReadLookup): AskedHome {
  if (by === 'address') return { street: readAddress(value).street };
  return { source_id: by === 'url' ? (homeOfUrl(source, value)?.source_id ?? '') : value };
}

/**
 * Where each home is searched for: an address determines its area, a page address its ZIP; an id
 * alone is searched for where this service last saw it.
 */
export async function locateHomes(
  app: Parts<'client' | 'db' | 'geo'>,
  route: LookupRoute,
  homes: readonly ReadLookup[],
): Promise<readonly LocatedHome[]> {
  const pages = homes.map(({ by, value }) =>
    by === 'address'
      ? null
      : by === 'url'
        ? homeOfUrl(route.source, value)
        : { source_id: value, zip: null },
  );
  const ids = pages.flatMap((page) => (page === null ? [] : [page.source_id]));
  const places =
    ids.length === 0
      ? new Map<string, HomePlace>()
      : await findHomePlaces(app.db, app.client.origin(route.source), [...new Set(ids)]);
  return homes.map(({ by, value }, index) => {
    if (by === 'address') return addressed(app, value);
    const page = pages[index];
    if (page === null || page === undefined) {
      return {
        wrong: 'invalid',
        description: `the URL of a home's page at ${route.source}, with the id in it`,
      };
    }
    return identified(app, route, page, places.get(page.source_id));
  });
}

function addressed({ geo }: Parts<'geo'>, value: string): LocatedHome {
  const { street, city, state, zip } = readAddress(value);
  if (street === '') return { wrong: 'invalid', description: 'an address with a street line' };
  if (zip !== null) {
    if (geo.zip(zip) !== undefined)
      return { home: { street }, location: { form: 'zip', zip }, zip: null };
    return {
      wrong: 'outside',
      description: `in an existing ZIP code; ${zip} does not exist`,
    };
  }
  if (city === null || state === null) {
    return {
      wrong: 'invalid',
      description: 'a street address with its ZIP code, or with its city and state',
    };
  }
  if (geo.city(city, state) !== undefined) {
    return { home: { street }, location: { form: 'city', city, state }, zip: null };
  }
  return { wrong: 'outside', description: `in a known city; no ${city} is known in ${state}` };
}

function identified(
  { geo }: Parts<'geo'>,
  route: LookupRoute,
  { source_id, zip }: { readonly source_id: string; readonly zip: string | null },
  place: HomePlace | undefined,
): LocatedHome {
  const home = { source_id };
  const known = zip ?? place?.zip ?? '';
  const isKnown = geo.zip(known) !== undefined;
  if (place !== undefined && place.lat !== null && place.lng !== null) {
    const { lat, lng } = place;
    const location = { form: 'circle', lat, lng, radius_mi: AROUND_MI } as const;
    return { home, location, zip: isKnown ? known : null };
  }
  if (isKnown) return { home, location: { form: 'zip', zip: known }, zip: null };
  return {
    wrong: 'unseen',
    description: `${route.source} cannot be searched by an id alone, and this service has not seen ${source_id} on any page. Send the home's url with its ZIP, or its address; nothing was charged.`,
  };
}
