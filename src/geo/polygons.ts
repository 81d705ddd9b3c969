/**
 * County polygons in flat arrays, and the three questions asked of them: which one holds a point,
 * which one is nearest, and which come near a point or box. A county has parts (islands), a part
 * has rings (its outline and its holes), a ring has vertices. Distances treat the few kilometres
 * around a point as flat.
 */
import type Flatbush from 'flatbush';
import { type Box, MICRO } from '#domain/box.js';

export interface Polygons {
  /** First part of each county, and one past the last. */
  readonly countyPartAt: Uint32Array;
  readonly partCounty: Uint16Array;
  /** First ring of each part, and one past the last. */
  readonly partRingAt: Uint32Array;
  /** First vertex of each ring, and one past the last. */
  readonly ringAt: Uint32Array;
  /** Longitude and latitude of each vertex; the last vertex of a ring repeats its first. */
  readonly coords: Float32Array;
  /** West, south, east and north of each part. */
  readonly partBox: Float32Array;
  readonly index: Flatbush;
}

export const KM_PER_DEGREE = 111.195;
export const KM_PER_MILE = 1.609344;
const NONE = -1;

/** Number of the county whose polygon holds the point, or -1. */
export function countyHolding(polygons: Polygons, lat: number, lng: number): number {
  let found = NONE;
  polygons.index.collides(lng, lat, lng, lat, (part) => {
    if (!partHolds(polygons, part, lat, lng)) return false;
    found = polygons.partCounty[part] as number;
    return true;
  });
  return found;
}

/** Number of the county nearest to the point within `limitKm`, or -1. */
export function countyNearest(
  polygons: Polygons,
  lat: number,
  lng: number,
  limitKm: number,
): number {
  const dLat = limitKm / KM_PER_DEGREE;
  const dLng = dLat / cosine(Math.abs(lat) + dLat);
  let found = NONE;
  let best = limitKm;
  for (const part of polygons.index.search(lng - dLng, lat - dLat, lng + dLng, lat + dLat)) {
    const km = kmToPart(polygons, part, lat, lng, best);
    // Equal distances happen on a shared border: the lower number wins, so the answer is one.
    const county = polygons.partCounty[part] as number;
    if (km < best || (km === best && (found === NONE || county < found))) {
      best = km;
      found = county;
    }
  }
  return found;
}

/** Numbers of a county's parts. */
export function partsOf({ countyPartAt }: Polygons, county: number): number[] {
  const from = countyPartAt[county] as number;
  const length = (countyPartAt[county + 1] as number) - from;
  return Array.from({ length }, (_, at) => from + at);
}

/** Whether a point lies in a county or within `km` of it. */
export function pointNearCounty(
  polygons: Polygons,
  county: number,
  lat: number,
  lng: number,
  km: number,
): boolean {
  return partsOf(polygons, county).some((part) => kmToPart(polygons, part, lat, lng, km) <= km);
}

/**
 * Whether a box meets a county or comes within `km` of it. The margin is square, so a box off a
 * corner of the polygon counts up to 1.4 times as far away.
 */
export const boxNearCounty = (polygons: Polygons, county: number, box: Box, km: number): boolean =>
  partsOf(polygons, county).some((part) => boxNearPart(polygons, part, box, km));

/** Numbers of the counties that a box meets or comes within `km` of, each once. */
export function countiesNear(polygons: Polygons, box: Box, km: number): ReadonlySet<number> {
  const dLat = km / KM_PER_DEGREE;
  const dLng = dLat / cosine(Math.max(Math.abs(box.s), Math.abs(box.n)) / MICRO + dLat);
  const found = new Set<number>();
  const parts = polygons.index.search(
    box.w / MICRO - dLng,
    box.s / MICRO - dLat,
    box.e / MICRO + dLng,
    box.n / MICRO + dLat,
  );
  for (const part of parts) {
    const county = polygons.partCounty[part] as number;
    if (!found.has(county) && boxNearPart(polygons, part, box, km)) found.add(county);
  }
  return found;
}

function boxNearPart(polygons: Polygons, part: number, box: Box, km: number): boolean {
  const south = polygons.partBox[part * 4 + 1] as number;
  const north = polygons.partBox[part * 4 + 3] as number;
  const dLat = km / KM_PER_DEGREE;
  const dLng = dLat / cosine(Math.max(Math.abs(south), Math.abs(north)));
  const wide: Edges = [
    box.w / MICRO - dLng,
    box.s / MICRO - dLat,
    // The east and north edges are no longer part of a half-open box.
    (box.e - 1) / MICRO + dLng,
    (box.n - 1) / MICRO + dLat,
  ];
  if (wide[0] > (polygons.partBox[part * 4 + 2] as number) || wide[1] > north) return false;
  if (wide[2] < (polygons.partBox[part * 4] as number) || wide[3] < south) return false;
  if (partHolds(polygons, part, (wide[1] + wide[3]) / 2, (wide[0] + wide[2]) / 2)) return true;
  return someSegment(polygons, part, (ax, ay, bx, by) => segmentMeets(wide, ax, ay, bx, by));
}

type Edges = readonly [west: number, south: number, east: number, north: number];

/** Clips the segment against the four edges (Liang and Barsky); what is left meets the box. */
function segmentMeets(edges: Edges, ax: number, ay: number, bx: number, by: number): boolean {
  let from = 0;
  let to = 1;
  const clip = (step: number, distance: number): boolean => {
    if (step === 0) return distance >= 0;
    const share = distance / step;
    if (step < 0) from = Math.max(from, share);
    else to = Math.min(to, share);
    return from <= to;
  };
  return (
    clip(ax - bx, ax - edges[0]) &&
    clip(bx - ax, edges[2] - ax) &&
    clip(ay - by, ay - edges[1]) &&
    clip(by - ay, edges[3] - ay)
  );
}

/** Even-odd rule over all rings of a part: a hole takes its inside out again. */
function partHolds(polygons: Polygons, part: number, lat: number, lng: number): boolean {
  let inside = false;
  someSegment(polygons, part, (ax, ay, bx, by) => {
    if (ay > lat !== by > lat && lng < ax + ((lat - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    return false;
  });
  return inside;
}

/** Distance to a part, 0 inside it; Infinity when its box is farther than `limitKm`. */
function kmToPart(
  polygons: Polygons,
  part: number,
  lat: number,
  lng: number,
  limitKm: number,
): number {
  const kx = KM_PER_DEGREE * cosine(lat);
  const { partBox } = polygons;
  const outX = Math.max(
    (partBox[part * 4] as number) - lng,
    lng - (partBox[part * 4 + 2] as number),
  );
  const outY = Math.max(
    (partBox[part * 4 + 1] as number) - lat,
    lat - (partBox[part * 4 + 3] as number),
  );
  if (outX * kx > limitKm || outY * KM_PER_DEGREE > limitKm) return Infinity;
  if (outX <= 0 && outY <= 0 && partHolds(polygons, part, lat, lng)) return 0;
  let best = Infinity;
  someSegment(polygons, part, (ax, ay, bx, by) => {
    const squared = squaredToSegment(
      (ax - lng) * kx,
      (ay - lat) * KM_PER_DEGREE,
      (bx - lng) * kx,
      (by - lat) * KM_PER_DEGREE,
    );
    if (squared < best) best = squared;
    return false;
  });
  return Math.sqrt(best);
}

/** Squared distance from the origin to a segment. */
function squaredToSegment(ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  const x = ax + share * dx;
  const y = ay + share * dy;
  return x * x + y * y;
}

type SegmentTest = (ax: number, ay: number, bx: number, by: number) => boolean;

function someSegment(polygons: Polygons, part: number, test: SegmentTest): boolean {
  const { coords } = polygons;
  const ringEnd = polygons.partRingAt[part + 1] as number;
  for (let ring = polygons.partRingAt[part] as number; ring < ringEnd; ring += 1) {
    const end = (polygons.ringAt[ring + 1] as number) * 2;
    let at = (polygons.ringAt[ring] as number) * 2;
    let ax = coords[at] as number;
    let ay = coords[at + 1] as number;
    for (at += 2; at < end; at += 2) {
      const bx = coords[at] as number;
      const by = coords[at + 1] as number;
      if (test(ax, ay, bx, by)) return true;
      ax = bx;
      ay = by;
    }
  }
  return false;
}

const cosine = (degrees: number): number =>
  Math.max(0.01, Math.cos((Math.min(89.9, Math.abs(degrees)) * Math.PI) / 180));
