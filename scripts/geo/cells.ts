/** How far a ZIP reaches, derived from its neighbours: squares, and points spread over its cell. */
import { Delaunay } from 'd3-delaunay';
import { MICRO, milesBetween } from '#domain/box.js';
import { halfSides, SHARE_MAX, type Square } from '#geo/cover.js';
import { PRIOR_POINTS_PER_ZIP } from '#geo/pack.js';
import { countyHolding, KM_PER_MILE, type Polygons } from '#geo/polygons.js';
import type { CensusZip } from './sources.js';

export interface Cells {
  /** Half the side of each ZIP's covering square, in decametres. */
  readonly half: readonly number[];
  /** Points of each ZIP's cell as shares of the square's half sides: x, y, x, y … */
  readonly shares: readonly Int8Array[];
  /** Place of the ZIP whose point is nearest. */
  nearest(point: MicroPoint): number;
}

/** Cells of all census ZIPs. They alone have an area: a PO box inside one must not shrink it. */
export function cellsOf(
  zips: readonly CensusZip[],
  postOffices: ReadonlyMap<string, MicroPoint>,
  polygons: Polygons,
): Cells {
  const points = zips.map(onPlane);
  const delaunay = Delaunay.from(points);
  const tries = pointsToTry();
  const half: number[] = [];
  const shares = zips.map((zip, at) => {
    const next = [...delaunay.neighbors(at)];
    const square = squareHalf(next.map((other) => kmBetween(zip, zips[other] ?? zip)));
    half.push(reaching(square, zip, postOffices.get(zip.zip) ?? zip));
    const site = onPlane(zip);
    const around = next.map((other) => points[other] ?? site);
    const inside = (point: MicroPoint) =>
      inCell(onPlane(point), site, around) &&
      countyHolding(polygons, point.lat / MICRO, point.lng / MICRO) >= 0;
    return spread({ ...zip, half: half[at] ?? 0 }, tries, inside);
  });
  return { half, shares, nearest: (point) => delaunay.find(...onPlane(point)) };
}

/**
 * The median distance to the neighbours: a square of that half side held 98.4 per cent
 * of the area of ZIPs whose true outline is known, weighted by people.
 */
function squareHalf(neighboursKm: number[]): number {
  const km = neighboursKm.sort((a, b) => a - b);
  const median = ((km[(km.length - 1) >> 1] ?? 0) + (km[km.length >> 1] ?? 0)) / 2;
  return Math.round(Math.min(HALF_KM_MAX, Math.max(HALF_KM_MIN, median * REACH)) * 100);
}

/**
 * The square, widened to hold the post office: a town at the edge of a wide area has the homes. A
 * post office much farther off than the neighbours is a mistake and is left out.
 */
function reaching(half: number, zip: MicroPoint, post: MicroPoint): number {
  const decametres = kmBetween(zip, post) * 100;
  return decametres <= half * WIDENED_MAX ? Math.max(half, Math.ceil(decametres)) : half;
}

const WIDENED_MAX = 3;
const REACH = 1;
const HALF_KM_MIN = 0.8;
const HALF_KM_MAX = 60;

/** The first points of a Halton sequence that lie in the cell, on land, and in the square. */
function spread(
  square: Square,
  tries: readonly PlanePoint[],
  inside: (point: MicroPoint) => boolean,
): Int8Array {
  const side = halfSides(square);
  const shares: number[] = [];
  for (const [x, y] of tries) {
    if (shares.length === PRIOR_POINTS_PER_ZIP * 2) break;
    const lat = square.lat + (y / SHARE_MAX) * side.y;
    const lng = square.lng + (x / SHARE_MAX) * side.x;
    if (inside({ lat, lng })) shares.push(x, y);
  }
  // A sliver of a cell gives too few: it repeats them, or stands on its own point alone.
  if (shares.length === 0) shares.push(0, 0);
  return Int8Array.from(
    { length: PRIOR_POINTS_PER_ZIP * 2 },
    (_, at) => shares[at % shares.length] ?? 0,
  );
}

/** Points of the square in the order in which they are tried, as shares of its half sides. */
function pointsToTry(): PlanePoint[] {
  const share = (step: number, base: number) =>
    Math.round((halton(step, base) * 2 - 1) * SHARE_MAX);
  return Array.from({ length: SPREAD_TRIES }, (_, at) => [share(at + 1, 2), share(at + 1, 3)]);
}

const SPREAD_TRIES = 300;

/** The n-th number of the van der Corput sequence of a base: evenly spread, never random. */
function halton(n: number, base: number): number {
  let result = 0;
  let share = 1 / base;
  for (let left = n; left > 0; left = Math.floor(left / base)) {
    result += (left % base) * share;
    share /= base;
  }
  return result;
}

type PlanePoint = [x: number, y: number];

/** Mercator keeps angles, so neighbours on its plane are neighbours on the ground. */
function onPlane(point: MicroPoint): PlanePoint {
  const radians = ((point.lat / MICRO) * Math.PI) / 180;
  return [point.lng / MICRO, (Math.log(Math.tan(Math.PI / 4 + radians / 2)) * 180) / Math.PI];
}

/** Whether a point is nearer to a site than to all of the site's neighbours. */
function inCell(point: PlanePoint, site: PlanePoint, neighbours: readonly PlanePoint[]): boolean {
  const own = squared(point, site);
  return neighbours.every((other) => squared(point, other) >= own);
}

const squared = (a: PlanePoint, b: PlanePoint): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;

/** A point in microdegrees. */
export interface MicroPoint {
  readonly lat: number;
  readonly lng: number;
}

/** Kilometres between two points in microdegrees. */
export const kmBetween = (a: MicroPoint, b: MicroPoint): number =>
  milesBetween(a.lat / MICRO, a.lng / MICRO, b.lat / MICRO, b.lng / MICRO) * KM_PER_MILE;
