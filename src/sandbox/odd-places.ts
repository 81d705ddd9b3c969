/**
 * Places that always fail, so that a client can test each failure by searching a ZIP.
 * docs/sources.md lists them.
 */
import type { Zip } from '#geo/geo.js';
import { type HomeEdges, MICRO, type SyntheticData } from './data/home.js';
import { ODD_PLACES } from './data/odd-zips.js';
import type { Fault } from './faults.js';

/** The area of a request that names one: a ZIP, or a box in degrees. */
export type AskedArea = { readonly zip: string } | { readonly edges: HomeEdges };

interface Point {
  readonly lng: number;
  readonly lat: number;
}

/** A place that fails, with what identifies a box around it. */
export interface FaultyPlace extends Point {
  readonly zip: string;
  readonly fault: Fault;
  /** A box around the place lies within these. */
  readonly bounds: HomeEdges;
  /** The points of the ZIPs around it. */
  readonly around: readonly Point[];
}

/** Its cover and a little more: an outline may extend beyond it. */
const BOUNDS_REACH = 1.2;

/** The places that fail, as far as the data has homes there. */
export function faultyPlaces({ geo, plotsIn }: SyntheticData): readonly FaultyPlace[] {
  return ODD_PLACES.flatMap(({ zip: code, fault }) => {
    const zip = geo.zip(code);
    if (zip === undefined || fault === null) return [];
    const bounds = grown(zip, BOUNDS_REACH);
    if (![...plotsIn(bounds)].some((plot) => plot.zip.zip === code)) return [];
    const beyond = grown(zip, BOUNDS_REACH * 2);
    const around = geo
      .zipsIn(microBox(beyond))
      .filter((other) => other.zip !== code && holds(beyond, other));
    return [{ zip: code, lng: zip.lng, lat: zip.lat, fault, bounds, around }];
  });
}

/** The cover of a ZIP, scaled by `times`. */
function grown({ lng, lat, cover }: Zip, times: number): HomeEdges {
  const x = (((cover.e - cover.w) / 2) * times) / MICRO;
  const y = (((cover.n - cover.s) / 2) * times) / MICRO;
  return { west: lng - x, south: lat - y, east: lng + x, north: lat + y };
}

const microBox = ({ west, south, east, north }: HomeEdges): Zip['cover'] => ({
  w: Math.floor(west * MICRO),
  s: Math.floor(south * MICRO),
  e: Math.ceil(east * MICRO) + 1,
  n: Math.ceil(north * MICRO) + 1,
});

const holds = ({ west, south, east, north }: HomeEdges, { lng, lat }: Point): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;

/** The fault of the place that is requested by its ZIP, or by a box around it. */
export const faultIn = (places: readonly FaultyPlace[], asked: AskedArea): Fault | undefined =>
  places.find((place) => ('zip' in asked ? asked.zip === place.zip : isAround(place, asked.edges)))
    ?.fault;

/** A box longer than this many of its widths is another's margin. */
const LENGTH_MAX = 2.5;

/**
 * Whether a box is around this place and no other: it lies within the bounds, contains the ZIP's
 * point, has its centre nearer to that point than to any other ZIP's, and is not too narrow. So a
 * neighbour's box, a box that only touches the place and a larger one have no fault.
 */
function isAround(place: FaultyPlace, edges: HomeEdges): boolean {
  const { west, south, east, north } = edges;
  const isWithin =
    west >= place.bounds.west &&
    south >= place.bounds.south &&
    east <= place.bounds.east &&
    north <= place.bounds.north;
  if (!isWithin || !holds(edges, place)) return false;
  const narrowing = Math.cos((place.lat / 180) * Math.PI);
  const [width, height] = [(east - west) * narrowing, north - south];
  if (Math.max(width, height) > Math.min(width, height) * LENGTH_MAX) return false;
  const centre = { lng: (west + east) / 2, lat: (south + north) / 2 };
  const distance = ({ lng, lat }: Point): number =>
    Math.hypot((lng - centre.lng) * narrowing, lat - centre.lat);
  const own = distance(place);
  return place.around.every((other) => distance(other) > own);
}
