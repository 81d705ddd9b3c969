/** The bounds of shapes on the map. */
import type { Geometry, Position } from 'geojson';

export type Bounds = [west: number, south: number, east: number, north: number];

/** The bounds of shapes of all kinds; null of none. */
export function boundsOf(shapes: readonly Geometry[]): Bounds | null {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const shape of shapes) {
    if (shape.type !== 'GeometryCollection') widen(bounds, shape.coordinates);
  }
  return bounds[0] > bounds[2] ? null : bounds;
}

type Nested = Position | readonly Nested[];

/** Points of a shape lie as deep as its kind has them. */
function widen(bounds: Bounds, nested: Nested): void {
  const [lng, lat] = nested;
  if (typeof lng === 'number' && typeof lat === 'number') {
    bounds[0] = Math.min(bounds[0], lng);
    bounds[1] = Math.min(bounds[1], lat);
    bounds[2] = Math.max(bounds[2], lng);
    bounds[3] = Math.max(bounds[3], lat);
    return;
  }
  for (const inner of nested) if (typeof inner !== 'number') widen(bounds, inner);
}
