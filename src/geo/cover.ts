/** The square around a point, used for an area whose outline has no open data. */
import { type Box, MICRO } from '#domain/box.js';
import { KM_PER_DEGREE } from './polygons.js';

/** A covering square: its centre in microdegrees and half its side in decametres. */
export interface Square {
  readonly lat: number;
  readonly lng: number;
  readonly half: number;
}

const KM_PER_DECAMETRE = 0.01;
/** No place of the pack lies farther north than 71.4 degrees. */
const COSINE_MIN = 0.2;

/** The box of a square, clipped at the antimeridian. */
export function boxOfSquare(square: Square): Box {
  const { x, y } = halfSides(square);
  return {
    w: Math.max(-180 * MICRO, square.lng - x),
    s: square.lat - y,
    e: Math.min(180 * MICRO, square.lng + x) + 1,
    n: square.lat + y + 1,
  };
}

/** Half the sides of a square, in microdegrees of longitude and latitude. */
export function halfSides(square: Square): { readonly x: number; readonly y: number } {
  const y = ((square.half * KM_PER_DECAMETRE) / KM_PER_DEGREE) * MICRO;
  const cosine = Math.max(COSINE_MIN, Math.cos((square.lat / MICRO / 180) * Math.PI));
  return { x: Math.round(y / cosine), y: Math.round(y) };
}

/** Points inside a square are kept as shares of its half sides, from -127 to 127. */
export const SHARE_MAX = 127;
