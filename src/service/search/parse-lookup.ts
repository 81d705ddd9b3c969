import type { AskedHome } from '#collect/pages/find-home.js';
import { homeOfUrl } from '#collect/sources.js';
import type { LookupRoute } from '#contract/routes.js';
import { apiError } from '#domain/api-error.js';
import { outOfRange, readAddress, readLookupQuery } from '#domain/lookup.js';
import { START } from '#domain/position.js';
import type { AskedPlace } from '#domain/search.js';
import { findArea, NAMED_PLACES } from '#geo/find-area.js';
import { findHomePlace } from '#store/home-places.js';
import type { App } from '../app.js';
import type { Search } from './query-cache.js';
import { lookupHash, pageHash } from './task.js';

/** A home last seen at a point is searched within this distance, in miles. */
const AROUND_MI = 0.1;
/** A lookup finds homes sold in the longest window that sources offer. */
const SOLD_WITHIN_DAYS = 1095;

/**
 * Reads the query of a lookup: the home, and the area to search for it. An address determines its
 * area, a page address its ZIP; an id alone is searched for where this service last saw it. Throws
 * 422 for an unusable input and 404 address_not_found for an id never seen.
 */
export async function readLookup(
  app: App,
  route: LookupRoute,
  queryText: string,
  freshSinceMs: number,
): Promise<Search> {
  const { by, value } = readLookupQuery(route, queryText);
  const { home, location } =
    by === 'address' ? addressed(app, value) : await identified(app, route, by, value);
  const search = lookupHash(route, home, findArea(app.geo, NAMED_PLACES, location), app.client);
  return {
    task: {
      home,
      location,
      filters: { sold_within_days: SOLD_WITHIN_DAYS },
      position: START,
      continued: false,
      freshSinceMs,
      search,
    },
    page_hash: pageHash(search, START),
    normalizedQuery: JSON.stringify({ [by]: value }),
  };
}

interface Asked {
  readonly home: AskedHome;
  readonly location: AskedPlace;
}

function addressed(app: App, value: string): Asked {
  const { street, city, state, zip } = readAddress(value);
  if (street === '') throw outOfRange('address', 'an address with a street line');
  if (zip !== null) {
    if (app.geo.zip(zip) === undefined) {
      throw outOfRange('address', `in an existing ZIP code; ${zip} does not exist`);
    }
    return { home: { street }, location: { form: 'zip', zip } };
  }
  if (city === null || state === null) {
    throw outOfRange('address', 'a street address with its ZIP code, or with its city and state');
  }
  if (app.geo.city(city, state) === undefined) {
    throw outOfRange('address', `in a known city; no ${city} is known in ${state}`);
  }
  return { home: { street }, location: { form: 'city', city, state } };
}

async function identified(
  app: App,
  route: LookupRoute,
  by: 'url' | 'source_id',
  value: string,
): Promise<Asked> {
  const page = by === 'url' ? homeOfUrl(route.source, value) : { source_id: value, zip: null };
  if (page === null) {
    throw outOfRange('url', `the URL of a home's page at ${route.source}, with the id in it`);
  }
  const { source_id, zip } = page;
  const place = await findHomePlace(app.db, route.source, source_id);
  const home = { source_id };
  if (place !== undefined && place.lat !== null && place.lng !== null) {
    const { lat, lng } = place;
    return { home, location: { form: 'circle', lat, lng, radius_mi: AROUND_MI } };
  }
  const known = zip ?? place?.zip ?? '';
  if (app.geo.zip(known) !== undefined) return { home, location: { form: 'zip', zip: known } };
  throw apiError('address_not_found', {
    message: `${route.source} cannot be searched by an id alone, and this service has not seen ${source_id} on any page. Send the home's url with its ZIP, or its address; nothing was charged.`,
  });
}
