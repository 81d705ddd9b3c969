/**
 * A shape drawn on the map. A source is asked for the box around it; homes outside are left out
 * here.
 */
import { polygonContains } from 'd3-polygon';
import type { Location } from '#contract/values.js';

export const POINTS_MIN = 3;
export const POINTS_MAX = 60;

/** Corners as longitude and latitude, in order. */
export type Shape = readonly (readonly [lng: number, lat: number])[];

/** Reads "-97.7562,30.2421 -97.7412,30.2421 …"; null for anything else. */
export function readShape(text: string): Shape | null {
  const points = text.split(' ').map((point) => point.split(',').map(Number));
  const shape = points.flatMap((point): [number, number][] => {
    const [lng = NaN, lat = NaN, ...more] = point;
    return more.length === 0 && Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? [[lng, lat]] : [];
  });
  const whole = shape.length === points.length;
  return whole && shape.length >= POINTS_MIN && shape.length <= POINTS_MAX ? shape : null;
}

/**
 * Whether a home lies within; one without a location does not. On a map of Mercator lines are
 * straight.
 */
export const isWithin = (location: Location | null, shape: Shape): boolean =>
  location !== null && polygonContains(shape.map(toPlane), toPlane([location.lng, location.lat]));

const RADIANS = Math.PI / 180;

const toPlane = ([lng, lat]: readonly [number, number]): [number, number] => [
  lng * RADIANS,
  Math.asinh(Math.tan(lat * RADIANS)),
];
