/**
 * Map boxes in integer microdegrees, half-open: a point lies in [w, e) × [s, n). A point's degrees
 * are first rounded to the nearest microdegree, so every point lies in exactly one of the boxes
 * that tile an area, and requesting edges half a microdegree lower (edgesAsked) requests exactly
 * this box.
 */
export interface Box {
  readonly w: number;
  readonly s: number;
  readonly e: number;
  readonly n: number;
}

/** Edges in decimal degrees. */
export interface Edges {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export const MICRO = 1_000_000;
export const MILES_PER_DEGREE = 69.0933;

/** Degrees to whole microdegrees. */
export const micro = (degrees: number): number => Math.round(degrees * MICRO);

/** The box of closed outer edges in degrees: it includes its north and east edges. */
export function boxOfEdges(edges: Edges): Box {
  return {
    w: micro(edges.west),
    s: micro(edges.south),
    e: micro(edges.east) + 1,
    n: micro(edges.north) + 1,
  };
}

/** The edges to request from a source, in degrees: half a microdegree lower, and on the globe. */
export function edgesAsked(box: Box): Edges {
  const half = (value: number) => (value * 2 - 1) / (2 * MICRO);
  return onGlobe({ west: half(box.w), south: half(box.s), east: half(box.e), north: half(box.n) });
}

/** Sources reject other degrees, and no home lies within ten miles of the antimeridian. */
const onGlobe = ({ west, south, east, north }: Edges): Edges => ({
  west: Math.max(-180, west),
  south: Math.max(-90, south),
  east: Math.min(180, east),
  north: Math.min(90, north),
});

/** Whether a point in degrees lies in the half-open box. */
export function inBox(box: Box, lat: number, lng: number): boolean {
  const y = micro(lat);
  const x = micro(lng);
  return x >= box.w && x < box.e && y >= box.s && y < box.n;
}

/** Whether two boxes share any point. */
export const boxesMeet = (a: Box, b: Box): boolean =>
  a.w < b.e && b.w < a.e && a.s < b.n && b.s < a.n;

/** The smallest box around both. */
export const boxAround = (a: Box, b: Box): Box => ({
  w: Math.min(a.w, b.w),
  s: Math.min(a.s, b.s),
  e: Math.max(a.e, b.e),
  n: Math.max(a.n, b.n),
});

/** Area on the sphere in square miles. */
export function squareMiles(box: Box): number {
  const sin = (micros: number) => Math.sin((micros / MICRO / 180) * Math.PI);
  const widthDegrees = (box.e - box.w) / MICRO;
  const perRadian = (MILES_PER_DEGREE * 180) / Math.PI;
  return widthDegrees * MILES_PER_DEGREE * perRadian * (sin(box.n) - sin(box.s));
}

/** Great-circle distance between two points in degrees, in miles (haversine). */
export function milesBetween(latA: number, lngA: number, latB: number, lngB: number): number {
  const radians = Math.PI / 180;
  const sinLat = Math.sin(((latB - latA) * radians) / 2);
  const sinLng = Math.sin(((lngB - lngA) * radians) / 2);
  const h = sinLat * sinLat + Math.cos(latA * radians) * Math.cos(latB * radians) * sinLng * sinLng;
  return ((2 * MILES_PER_DEGREE * 180) / Math.PI) * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The covering box of a circle: it touches the circle on all four sides, or ends at the globe. */
export function boxOfCircle(lat: number, lng: number, radiusMiles: number): Box {
  const dLat = radiusMiles / MILES_PER_DEGREE;
  const cos = Math.max(0.01, Math.cos(((Math.abs(lat) + dLat) * Math.PI) / 180));
  const dLng = dLat / cos;
  return boxOfEdges(
    onGlobe({ west: lng - dLng, south: lat - dLat, east: lng + dLng, north: lat + dLat }),
  );
}

/** The closed outer edges of a box in degrees: boxOfEdges gives the same box. */
export const edgesOf = ({ w, s, e, n }: Box): Edges => ({
  west: w / MICRO,
  south: s / MICRO,
  east: (e - 1) / MICRO,
  north: (n - 1) / MICRO,
});
