/** Which county a home lies in. */
import { NYC_COUNTIES, nycBorough } from './nyc.js';
import type { Places } from './places.js';
import { countyHolding, countyNearest, type Polygons, pointNearCounty } from './polygons.js';
import type { Zips } from './zips.js';

/**
 * Number of a home's county, or -1. Polygons are drawn to about a kilometre, and a ZIP may spread
 * over several counties, so neither decides alone:
 *
 * 1. a ZIP of New York City is in its borough, whatever the point;
 * 2. the ZIP's county, when the point lies in it or within 0.75 km of it;
 * 3. else the county that holds the point;
 * 4. else the nearest county within 25 km, for piers and islands off a simplified coast;
 * 5. without a usable point, the ZIP's county.
 */
export function countyOfHome(
  tables: { readonly zips: Zips; readonly places: Places; readonly polygons: Polygons },
  lat: number,
  lng: number,
  zip: string | null,
): number {
  const { zips, places, polygons } = tables;
  const borough = zip === null ? undefined : nycBorough(zip);
  if (borough) return places.countyIndex(NYC_COUNTIES[borough]);
  const ofZip = zip === null ? NONE : zips.countyAt(zips.indexOf(zip));
  if (!Number.isFinite(lat) || !Number.isFinite(lng)) return ofZip;
  if (ofZip !== NONE && pointNearCounty(polygons, ofZip, lat, lng, ZIP_COUNTY_KM)) return ofZip;
  const holding = countyHolding(polygons, lat, lng);
  if (holding !== NONE) return holding;
  const nearest = countyNearest(polygons, lat, lng, COAST_KM);
  return nearest === NONE ? ofZip : nearest;
}

const NONE = -1;
/** ZIPs within one county err least at 1 km and more, ZIPs across a border at 0.5 km. */
const ZIP_COUNTY_KM = 0.75;
const COAST_KM = 25;
