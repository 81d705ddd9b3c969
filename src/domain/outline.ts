/** The box of an outline in a file of the operator's, and what can be wrong with it. */
import { type Box, type Edges, MICRO } from './box.js';

/** Where a place can be, as [west, south, east, north] in degrees. */
type Range = readonly [w: number, s: number, e: number, n: number];

/** The states, Puerto Rico and the Virgin Islands; Samoa; Guam and its neighbours; the last of the Aleutians. */
const USA: readonly Range[] = [
  [-180, 17, -64, 72],
  [-172, -15, -168, -10],
  [130, 0, 175, 22],
  [172, 50, 180, 55],
];
/** No ZIP is as wide or high, not in Alaska either. */
const SIDE_MAX = 20;

/** Why a box cannot be meant; null when it can. Such a mistake is seldom made once in a file. */
export function mistakeIn({ west, south, east, north }: Edges): string | null {
  if (![west, south, east, north].every(Number.isFinite)) return 'an edge is not a number';
  if (isUsa([south, west, north, east])) {
    return 'latitude and longitude are swapped: w and e are longitudes (about -65 to -180), s and n latitudes';
  }
  if (Math.abs(west) > 180 || Math.abs(east) > 180 || Math.abs(south) > 90 || Math.abs(north) > 90)
    return 'the edges are not degrees: convert the file to longitude and latitude (WGS 84)';
  if (west > east) return `w (${west}) is east of e (${east})`;
  if (south > north) return `s (${south}) is north of n (${north})`;
  if (west === east || south === north) return 'the box has no area: two edges are the same';
  if (!isUsa([west, south, east, north]) && !isTooLarge({ west, south, east, north }))
    return 'the box lies outside the USA and its territories';
  return null;
}

const isUsa = ([w, s, e, n]: Range): boolean =>
  USA.some(([west, south, east, north]) => w >= west && e <= east && s >= south && n <= north);

/** Whether a box is larger than any ZIP; one on both sides of the antimeridian seems to go round the world. */
export const isTooLarge = ({ west, south, east, north }: Edges): boolean =>
  east - west > SIDE_MAX || north - south > SIDE_MAX;

/** About two kilometres: a ZIP's point may lie a little outside an outline that was simplified. */
const POINT_OUTSIDE_MAX = 0.02 * MICRO;

/** Whether a box can be the outline of a ZIP with this point, and not that of another ZIP. */
export function reachesPoint({ w, s, e, n }: Box, lat: number, lng: number): boolean {
  const [x, y] = [lng * MICRO, lat * MICRO];
  const by = POINT_OUTSIDE_MAX;
  return x >= w - by && x <= e + by && y >= s - by && y <= n + by;
}

/** A position of a MultiPolygon lies in three lists. */
const DEPTH_MAX = 3;

/** The edges of everything in the coordinates of a GeoJSON geometry; null where one is no position. */
export function edgesOf(coordinates: unknown): Edges | null {
  const edges = {
    west: Number.POSITIVE_INFINITY,
    south: Number.POSITIVE_INFINITY,
    east: Number.NEGATIVE_INFINITY,
    north: Number.NEGATIVE_INFINITY,
  };
  const take = (value: unknown, depth: number): boolean => {
    if (!Array.isArray(value) || value.length === 0) return false;
    const [x, y] = value;
    if (typeof x !== 'number') {
      return depth < DEPTH_MAX && value.every((part) => take(part, depth + 1));
    }
    if (typeof y !== 'number') return false;
    edges.west = Math.min(edges.west, x);
    edges.east = Math.max(edges.east, x);
    edges.south = Math.min(edges.south, y);
    edges.north = Math.max(edges.north, y);
    return true;
  };
  return take(coordinates, 0) ? edges : null;
}
