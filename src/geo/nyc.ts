/** New York City by ZIP, by name and by shape. */
import type { Box } from '#domain/box.js';
import { normalName } from '#domain/names.js';
import { boxNearCounty, type Polygons, pointNearCounty } from './polygons.js';

/** The five counties of the city, one a borough. */
export const NYC_COUNTIES = {
  Manhattan: '36061',
  Bronx: '36005',
  Brooklyn: '36047',
  Queens: '36081',
  'Staten Island': '36085',
} as const;

export type Borough = keyof typeof NYC_COUNTIES;

/**
 * The borough of a ZIP. The first three digits decide, save for two ZIPs of Queens whose post
 * office lies in Nassau County. Undefined outside the city and for the two ZIPs that straddle its
 * border: there the point of the home decides.
 */
export function nycBorough(zip: string): Borough | undefined {
  return BY_ZIP.get(zip) ?? BY_PREFIX.get(zip.slice(0, 3));
}

/** Whether homes of this ZIP can lie in the city: its own ZIPs and the two on its border. */
export const zipTouchesNyc = (zip: string): boolean =>
  PARTLY_NYC.has(zip) || nycBorough(zip) !== undefined;

/** Whether a place name means the city, a borough, or a post office with homes in the city. */
export const isNycCityName = (name: string): boolean => NYC_NAMES.has(normalName(name));

/** Whether a box reaches the city. */
export const boxReachesNyc = (polygons: Polygons, counties: readonly number[], box: Box): boolean =>
  counties.some((county) => boxNearCounty(polygons, county, box, BOX_TOLERANCE_KM));

/** Whether a circle reaches the city. */
export function circleReachesNyc(
  polygons: Polygons,
  counties: readonly number[],
  circle: { readonly lat: number; readonly lng: number; readonly radiusKm: number },
): boolean {
  const reach = circle.radiusKm + CIRCLE_TOLERANCE_KM;
  return counties.some((county) =>
    pointNearCounty(polygons, county, circle.lat, circle.lng, reach),
  );
}

/** Shore lines are drawn in steps of 300 m, so a pier may lie that far outside its borough. */
const BOX_TOLERANCE_KM = 0.3;
const CIRCLE_TOLERANCE_KM = 1;

const BY_PREFIX: ReadonlyMap<string, Borough> = new Map([
  ['100', 'Manhattan'],
  ['101', 'Manhattan'],
  ['102', 'Manhattan'],
  ['103', 'Staten Island'],
  ['104', 'Bronx'],
  ['111', 'Queens'],
  ['112', 'Brooklyn'],
  ['113', 'Queens'],
  ['114', 'Queens'],
  ['116', 'Queens'],
]);
const BY_ZIP: ReadonlyMap<string, Borough> = new Map([
  ['11004', 'Queens'],
  ['11005', 'Queens'],
]);

/** Floral Park and New Hyde Park: 12 and 4 per cent of their land is in Queens. */
const PARTLY_NYC = new Set(['11001', '11040']);

/** The boroughs by all their names, then the post offices of Queens. */
const NYC_NAMES = new Set(
  `New York, New York City, NYC, City of New York, Manhattan, Brooklyn, Queens, Bronx,
  The Bronx, Staten Island, Roosevelt Island, Arverne, Astoria, Bayside, Belle Harbor, Bellerose,
  Breezy Point, Cambria Heights, College Point, Corona, Douglaston, East Elmhurst, Elmhurst,
  Far Rockaway, Flushing, Floral Park, Forest Hills, Fresh Meadows, Glen Oaks, Glendale, Hollis,
  Hollis Hills, Howard Beach, Jackson Heights, Jamaica, Jamaica Estates, Kew Gardens,
  Kew Gardens Hills, Laurelton, Little Neck, Long Island City, Maspeth, Middle Village, Neponsit,
  New Hyde Park, Oakland Gardens, Ozone Park, Queens Village, Rego Park, Richmond Hill, Ridgewood,
  Rockaway Beach, Rockaway Park, Rockaway Point, Rosedale, St. Albans, South Ozone Park,
  South Richmond Hill, Springfield Gardens, Sunnyside, Whitestone, Woodhaven, Woodside`
    .split(',')
    .map(normalName),
);
