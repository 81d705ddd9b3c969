import type { SearchRoute } from '#contract/routes.js';
import { apiError, invalidQuery } from '#domain/api-error.js';
import type { Area } from '#domain/area.js';
import { boxOfCircle, boxOfEdges, squareMiles } from '#domain/box.js';
import type { AskedPlace } from '#domain/search.js';
import type { Geo } from './geo.js';
import { NYC_COUNTIES } from './index.js';

/** What a route defines of its areas. */
type AreaRules = Pick<SearchRoute, 'bbox_sqmi_max' | 'nyc_only'>;

/** The area rules of lookups: named places and circles only. */
export const NAMED_PLACES: AreaRules = { bbox_sqmi_max: 0 };

/**
 * The area of a location form. Throws 422 unsupported_or_invalid_query for a place that does not
 * exist and location_too_large for a box above the route's bound (docs/api.md#inputs).
 */
export function findArea(geo: Geo, route: AreaRules, location: AskedPlace): Area {
  const area = areaOf(geo, route, location);
  if (route.nyc_only === true) requireInNyc(geo, location, area);
  return area;
}

function areaOf(geo: Geo, route: AreaRules, location: AskedPlace): Area {
  switch (location.form) {
    case 'zip': {
      const zip = geo.zip(location.zip);
      if (zip === undefined) throw unknownPlace('zip', `ZIP code ${location.zip} does not exist.`);
      return { test: { by: 'zip', zip: zip.zip }, cover: [zip.cover], exact: false };
    }
    case 'city':
      return cityArea(geo, location);
    case 'county':
      return countyArea(geo, location);
    case 'bbox': {
      const [west, south, east, north] = location.bbox;
      const box = boxOfEdges({ west, south, east, north });
      requireAllowedSize(route, squareMiles(box));
      return { test: { by: 'box', box }, cover: [box], exact: true };
    }
    case 'circle': {
      const { lat, lng, radius_mi } = location;
      const cover = boxOfCircle(lat, lng, radius_mi);
      return { test: { by: 'circle', lat, lng, radius_mi }, cover: [cover], exact: false };
    }
  }
}

const unknownPlace = (param: string, message: string) =>
  invalidQuery(param, `${message} Check the spelling.`);

function requireState(geo: Geo, state: string): void {
  if (!geo.state(state)) throw unknownPlace('state', `No state has the code ${state}.`);
}

function cityArea(geo: Geo, location: AskedPlace & { form: 'city' }): Area {
  requireState(geo, location.state);
  const city = geo.city(location.city, location.state);
  if (city === undefined) {
    throw unknownPlace('city', `No city with that name is known in ${location.state}.`);
  }
  const { names, state, zips, cover } = city;
  return { test: { by: 'city', names, state, zips }, cover, exact: false };
}

function countyArea(geo: Geo, location: AskedPlace & { form: 'county' }): Area {
  requireState(geo, location.state);
  const county = geo.county(location.county, location.state);
  if (county === undefined) {
    throw unknownPlace('county', `No county with that name is known in ${location.state}.`);
  }
  return { test: { by: 'county', fips: county.fips }, cover: county.cover, exact: false };
}

function requireAllowedSize(route: AreaRules, sqmi: number): void {
  if (sqmi <= route.bbox_sqmi_max) return;
  throw apiError('location_too_large', {
    param: 'bbox',
    message: `The box covers ${Math.round(sqmi)} square miles; this route allows ${route.bbox_sqmi_max}. Divide it, or search a city or ZIP.`,
  });
}

/** On the New York City routes a place outside the city is out of range. */
function requireInNyc(geo: Geo, location: AskedPlace, area: Area): void {
  if (touchesNyc(geo, location, area)) return;
  const param = location.form === 'circle' ? 'lat' : location.form;
  throw invalidQuery(
    param,
    'This route covers New York City only: search a place in one of its five boroughs.',
  );
}

function touchesNyc(geo: Geo, location: AskedPlace, { test, cover }: Area): boolean {
  switch (location.form) {
    case 'zip':
      return geo.inNyc(location.zip);
    case 'city':
      return test.by === 'city' && test.zips.some((zip) => geo.inNyc(zip));
    case 'county':
      return test.by === 'county' && test.fips.some((fips) => NYC_FIPS.has(fips));
    case 'bbox':
      return cover.some((box) => geo.boxMeetsNyc(box));
    case 'circle':
      return geo.circleMeetsNyc(location.lat, location.lng, location.radius_mi);
  }
}

const NYC_FIPS: ReadonlySet<string> = new Set(Object.values(NYC_COUNTIES));
