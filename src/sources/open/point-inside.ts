/** A point of a home in the geometry that a layer has for it. */
import polylabel from 'polylabel';
import { isRaw } from '../raw-values.js';

export interface Point {
  readonly lat: number | null;
  readonly lng: number | null;
}

const NOWHERE: Point = { lat: null, lng: null };
/** Degrees: a point within a metre of the best one is good enough for a parcel. */
const PRECISION = 0.00001;
/** Decimals of a degree that are kept: a decimetre. */
const DECIMALS = 1e6;
/** Corners of one shape; a larger one has no point. */
const CORNERS_MAX = 20_000;

/**
 * The point of an Esri geometry: itself, the first of several, or one inside a polygon; never one
 * outside.
 */
export function pointIn(shape: unknown): Point {
  if (!isRaw(shape)) return NOWHERE;
  const { x, y, points, rings } = shape;
  if (Array.isArray(points)) return pointOf(points[0]);
  if (Array.isArray(rings)) return insideOf(rings.map(ringOf));
  return pointOf([x, y]);
}

function pointOf(pair: unknown): Point {
  const [x, y] = Array.isArray(pair) ? (pair as unknown[]) : [];
  // Empty points have the text NaN in them.
  if (typeof x !== 'number' || typeof y !== 'number') return NOWHERE;
  return { lat: rounded(y), lng: rounded(x) };
}

const rounded = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS;

type Ring = [number, number][];

function ringOf(value: unknown): Ring {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (pair): pair is [number, number] =>
      Array.isArray(pair) && typeof pair[0] === 'number' && typeof pair[1] === 'number',
  );
}

/** Outlines run clockwise, holes the other way; holes follow the outline in which they lie. */
function insideOf(rings: readonly Ring[]): Point {
  const parts: Ring[][] = [];
  for (const ring of rings) {
    if (ring.length < CORNERS_MIN) continue;
    if (areaOf(ring) <= 0 || parts.length === 0) parts.push([ring]);
    else parts.at(-1)?.push(ring);
  }
  const [largest] = parts.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  if (largest === undefined) return NOWHERE;
  if (largest.reduce((sum, ring) => sum + ring.length, 0) > CORNERS_MAX) return NOWHERE;
  return pointOf([...polylabel(largest, PRECISION)]);
}

const CORNERS_MIN = 4;
const sizeOf = ([outline = []]: Ring[]): number => Math.abs(areaOf(outline));

/** Twice the area within a ring: negative where it runs clockwise. */
function areaOf(ring: Ring): number {
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
    return sum + (x * nextY - nextX * y);
  }, 0);
}
