/** Data of the base map: land, lakes, borders, names of the largest cities. */
import type { FeatureCollection, MultiLineString, MultiPolygon, Point } from 'geojson';
import { feature, merge, mesh } from 'topojson-client';
import type {
  GeometryCollection,
  Topology,
  MultiPolygon as TopoMultiPolygon,
  Polygon as TopoPolygon,
} from 'topojson-specification';
import labelsUrl from '../../../dist/console-data/labels.json?url';
import aroundUrl from '../../../dist/console-data/outline-around.json?url';
import countiesUrl from '../../../dist/console-data/outline-counties.json?url';
import statesUrl from '../../../dist/console-data/outline-states.json?url';
import { zipsBeginningWith } from '../search/places.js';
import { pointsAt } from './geometry.js';

type Outlines = Topology<Record<string, GeometryCollection>>;

export interface States {
  readonly land: FeatureCollection;
  readonly borders: MultiLineString;
}

/** Land by state, and the borders between states. */
export async function loadStates(): Promise<States> {
  const { topology, shapes } = await loadOutlines(statesUrl, 'states');
  return {
    land: feature(topology, shapes),
    borders: mesh(topology, shapes, (a, b) => a !== b),
  };
}

/** Other countries as land, and the lakes. */
export async function loadSurroundings() {
  const topology = (await (await fetch(aroundUrl)).json()) as Topology<{
    near: TopoMultiPolygon;
    far: TopoMultiPolygon;
    lakes: GeometryCollection;
  }>;
  const { near, far, lakes } = topology.objects;
  const around = [feature(topology, near), feature(topology, far)];
  return {
    around: { type: 'FeatureCollection', features: around } as const,
    lakes: feature(topology, lakes),
  };
}

/** County borders: six times the size of the state file, so loaded on demand. */
export async function loadCountyBorders(): Promise<MultiLineString> {
  const { topology, shapes } = await loadOutlines(countiesUrl, 'counties');
  return mesh(topology, shapes, (a, b) => a !== b);
}

/** City names as points; larger `people` (thousands) win where labels collide. */
export async function loadLabels(): Promise<FeatureCollection<Point>> {
  const answer = await fetch(labelsUrl);
  const rows = (await answer.json()) as [string, number, number, number][];
  return pointsAt(rows.map(([name, lat, lng, people]) => [lng, lat, { name, people }]));
}

/** Labels of all ZIPs with the same first digit as one of these. */
export async function loadZipNames(near: readonly string[]): Promise<FeatureCollection<Point>> {
  const beginnings = new Set(near.map((zip) => zip.slice(0, 1)).filter((digit) => digit !== ''));
  const files = await Promise.all([...beginnings].map(zipsBeginningWith));
  return pointsAt(files.flat().map(([zip, , , lat, lng]) => [lng, lat, { zip }]));
}

/** The outline of counties by their FIPS codes, as one shape. */
export async function loadCounties(fips: readonly string[]): Promise<MultiPolygon> {
  const { topology, shapes } = await loadOutlines(countiesUrl, 'counties');
  const wanted = shapes.geometries.filter(({ id }) => fips.includes(String(id)));
  return merge(topology, wanted as (TopoPolygon | TopoMultiPolygon)[]);
}

async function loadOutlines(url: string, layer: string) {
  const topology = (await (await fetch(url)).json()) as Outlines;
  const shapes = topology.objects[layer];
  if (shapes === undefined) throw new Error(`the outlines hold no ${layer}`);
  return { topology, shapes };
}
