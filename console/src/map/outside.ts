/** Homes that lie outside the estimated outline of a ZIP or city: they belong by their address. */
import { polygonContains } from 'd3-polygon';
import type { MultiPolygon, Position } from 'geojson';
import type { Row } from '#contract/rows.js';
import { counted } from '../text/format.js';

export interface Outside {
  /** Homes with a location, and those of them outside. */
  readonly located: number;
  readonly outside: number;
}

export function outsideOf(rows: readonly Row[], areas: readonly MultiPolygon[]): Outside {
  const rings = areas.flatMap(({ coordinates }) =>
    coordinates.flatMap((polygon) => polygon.slice(0, 1)).map(boxed),
  );
  const located = rows.flatMap(({ location }) => location ?? []);
  const outside = located.filter(
    ({ lng, lat }) =>
      !rings.some(
        ({ ring, west, east, south, north }) =>
          lng >= west &&
          lng <= east &&
          lat >= south &&
          lat <= north &&
          polygonContains(ring, [lng, lat]),
      ),
  ).length;
  return { located: located.length, outside };
}

/** An outline that most homes are not in would mislead. */
export const isMisleading = ({ located, outside }: Outside): boolean => outside * 2 > located;

export function outsideText(of: Outside): string {
  const { located, outside } = of;
  if (isMisleading(of)) {
    return 'No outline: most homes lie outside the estimate of this area';
  }
  if (outside === 0) return 'an estimate of the area; all homes lie in it';
  return `an estimate of the area; ${outside.toLocaleString('en-US')} of ${counted(located, 'home')} lie outside`;
}

function boxed(points: readonly Position[]) {
  const ring = points.map(([lng = 0, lat = 0]): [number, number] => [lng, lat]);
  const lngs = ring.map(([lng]) => lng);
  const lats = ring.map(([, lat]) => lat);
  return {
    ring,
    west: Math.min(...lngs),
    east: Math.max(...lngs),
    south: Math.min(...lats),
    north: Math.max(...lats),
  };
}
