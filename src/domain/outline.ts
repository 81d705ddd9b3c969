/** The box of an outline in an operator's file, and its possible mistakes. */
import { type Box, type Edges, MICRO } from './box.js';

/** A range of possible places, as [west, south, east, north] in degrees. */
type Range = readonly [w: number, s: number, e: number, n: number];

/** States, Puerto Rico, Virgin Islands; American Samoa; Guam and neighbours; the last Aleutians. */
const USA: readonly Range[] = [
  [-180, 17, -64, 72],
  [-172, -15, -168, -10],
  [130, 0, 175, 22],
  [172, 50, 180, 55],
];
/** No ZIP is as wide or high, not even in Alaska. */
const SIDE_MAX = 20;

/** Why a box must be a mistake, else null. Such a mistake rarely occurs only once in a file. */
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

/** Whether a box is larger than any ZIP; one across the antimeridian spans the world. */
export const isTooLarge = ({ west, south, east, north }: Edges): boolean =>
  east - west > SIDE_MAX || north - south > SIDE_MAX;

/** About two kilometres: a ZIP's point may lie slightly outside a simplified outline. */
const POINT_OUTSIDE_MAX = 0.02 * MICRO;

/** Whether a box can be the outline of the ZIP with this point. */
export function reachesPoint({ w, s, e, n }: Box, lat: number, lng: number): boolean {
  const [x, y] = [lng * MICRO, lat * MICRO];
  const by = POINT_OUTSIDE_MAX;
  return x >= w - by && x <= e + by && y >= s - by && y <= n + by;
}

/** A position in a MultiPolygon is nested in three lists. */
const DEPTH_MAX = 3;

/** The edges of all coordinates of a GeoJSON geometry; null if a position is invalid. */
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
