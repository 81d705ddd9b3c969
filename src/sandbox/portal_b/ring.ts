/** The ring of a search: pairs of longitude and latitude, the first repeated at the end. */
import type { HomeEdges } from '../data/home.js';

export interface Ring {
  readonly edges: HomeEdges;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

const CORNERS_MIN = 4;
const CORNERS_MAX = 500;

/** The ring of a text, or undefined when it is invalid. */
export function readRing(text: string): Ring | undefined {
  const corners = text.split(',', CORNERS_MAX + 1).map((pair) => pair.trim().split(/\s+/));
  if (corners.length < CORNERS_MIN || corners.length > CORNERS_MAX) return undefined;
  if (corners.some((pair) => pair.length !== 2 || pair.includes(''))) return undefined;
  const xs = corners.map(([lng]) => Number(lng));
  const ys = corners.map(([, lat]) => Number(lat));
  if (!xs.every((x) => Math.abs(x) <= 180) || !ys.every((y) => Math.abs(y) <= 90)) return undefined;
  if (xs[0] !== xs.at(-1) || ys[0] !== ys.at(-1)) return undefined;
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [south, north] = [Math.min(...ys), Math.max(...ys)];
  return { edges: { west, south, east, north }, xs, ys };
}

/** Whether a point is in the ring or on it. */
export function holds(ring: Ring, lng: number, lat: number): boolean {
  const { west, south, east, north } = ring.edges;
  if (lng < west || lng > east || lat < south || lat > north) return false;
  let inside = false;
  for (let at = 1; at < ring.xs.length; at += 1) {
    const [ax, ay] = [ring.xs[at - 1] ?? 0, ring.ys[at - 1] ?? 0];
    const [bx, by] = [ring.xs[at] ?? 0, ring.ys[at] ?? 0];
    const turn = (bx - ax) * (lat - ay) - (by - ay) * (lng - ax);
    if (turn === 0 && between(lng, ax, bx) && between(lat, ay, by)) return true;
    if (ay > lat !== by > lat && turn > 0 === by > ay) inside = !inside;
  }
  return inside;
}

const between = (value: number, a: number, b: number): boolean =>
  value >= Math.min(a, b) && value <= Math.max(a, b);
