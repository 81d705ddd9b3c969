/** Boxes and circles in degrees: as GeoJSON, from a draft, from two points. */
import type { Feature, FeatureCollection, GeoJsonProperties, Point, Polygon } from 'geojson';
import type { Draft } from '../search/draft.js';
import { readShape } from '../search/shape.js';

export interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

const EARTH_MILES = 3958.8;
const CIRCLE_STEPS = 72;
const RADIANS = Math.PI / 180;

export const milesBetween = (a: LngLat, b: LngLat): number => {
  const chord =
    Math.sin(((b.lat - a.lat) / 2) * RADIANS) ** 2 +
    Math.cos(a.lat * RADIANS) *
      Math.cos(b.lat * RADIANS) *
      Math.sin(((b.lng - a.lng) / 2) * RADIANS) ** 2;
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(chord));
};

/** The shape, box or circle of a draft; empty for a named place. */
export function areaOf({ form, values, shape }: Draft): FeatureCollection<Polygon> {
  const corners = form === 'bbox' && shape !== undefined ? readShape(shape) : null;
  if (corners !== null) return collection([...corners, ...corners.slice(0, 1)].map(toPair));
  if (form === 'bbox') return collection(boxRing((values.bbox ?? '').split(',').map(Number)));
  const [lat, lng, miles] = [values.lat, values.lng, values.radius_mi].map(Number);
  const named = form === 'circle' && values.lat && values.lng && values.radius_mi;
  return collection(named ? circleRing({ lat: lat ?? NaN, lng: lng ?? NaN }, miles ?? NaN) : []);
}

const toPair = ([lng, lat]: readonly [number, number]): [number, number] => [lng, lat];

function collection(ring: [number, number][]): FeatureCollection<Polygon> {
  const good = ring.length > 0 && ring.flat().every(Number.isFinite);
  const shape: Feature<Polygon> = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
  return { type: 'FeatureCollection', features: good ? [shape] : [] };
}

/** Points with what each of them stands for. */
export const pointsAt = <P extends GeoJsonProperties>(
  points: readonly (readonly [lng: number, lat: number, properties: P])[],
): FeatureCollection<Point, P> => ({
  type: 'FeatureCollection',
  features: points.map(([lng, lat, properties]) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: [lng, lat] },
  })),
});

function boxRing([w = NaN, s = NaN, e = NaN, n = NaN]: number[]): [number, number][] {
  return [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
}

function circleRing({ lat, lng }: LngLat, miles: number): [number, number][] {
  const north = miles / EARTH_MILES / RADIANS;
  const east = north / Math.cos(lat * RADIANS);
  return Array.from({ length: CIRCLE_STEPS + 1 }, (_, step): [number, number] => {
    const angle = (step / CIRCLE_STEPS) * 2 * Math.PI;
    return [lng + east * Math.cos(angle), lat + north * Math.sin(angle)];
  });
}

/** Four decimals are about 11 metres. */
export const rounded = (degrees: number): string => degrees.toFixed(4);

/** "west,south,east,north" around all of these. */
export function boxOfAll(points: readonly LngLat[]): string {
  const lngs = points.map(({ lng }) => lng);
  const lats = points.map(({ lat }) => lat);
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
    .map(rounded)
    .join(',');
}
