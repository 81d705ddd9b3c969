/** A vector tile of a layer: its features or, where they are too many, clusters of them. */
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import {
  TILE_CELLS,
  TILE_CLUSTERS_BELOW,
  TILE_FEATURES_MAX,
  TILE_ZOOM_MAX,
} from '#contract/layers.js';
import { apiError } from '#domain/api-error.js';
import type { LayerQuery } from '#domain/layer-query.js';
import { boxOfTile, inTile, TILE_EXTENT, type TileAddress } from '#domain/tile.js';
import type { BoxedQuery, LayerTiles, MapLayer } from './layer.js';

/** Version of Mapbox Vector Tile. */
const MVT_VERSION = 2;

/** Points as geojson-vt has them. */
const POINT = 1;
type Tags = Readonly<Record<string, string | number | boolean | null>>;

/** The address in a path, `z/x/y`; throws 404 not_found for one that is on no map. */
export function tileAddress(text: string): TileAddress {
  const [z = 0, x = 0, y = 0] = text.split('/').map(Number);
  if (z <= TILE_ZOOM_MAX && x < 2 ** z && y < 2 ** z) return { z, x, y };
  throw apiError('not_found', {
    message: `No tile has this address. Zooms are 0 to ${TILE_ZOOM_MAX}.`,
  });
}

/** Tiles of a layer; throws 404 not_found for one without. */
export function tilesOf({ tiles }: MapLayer): LayerTiles {
  if (tiles !== undefined) return tiles;
  throw apiError('not_found', {
    message: 'This collection has no tiles. Read its items: a finished search is small.',
  });
}

/**
 * The tile as Mapbox Vector Tile, with one layer of the collection's id. It holds the features that
 * match the filters of the query.
 */
export async function makeTile(
  layer: MapLayer,
  address: TileAddress,
  query: LayerQuery,
): Promise<Uint8Array> {
  const boxed = { ...query, box: boxOfTile(address), limit: TILE_FEATURES_MAX };
  const features =
    (address.z < TILE_CLUSTERS_BELOW ? null : await featuresOf(layer, boxed)) ??
    (await clustersOf(layer, boxed));
  const points = features.map(({ lng, lat, tags }) => ({
    type: POINT,
    geometry: [inTile(address, lng, lat)],
    tags,
  }));
  const tile = { features: points } as unknown as Parameters<typeof fromGeojsonVt>[0][string];
  return fromGeojsonVt({ [layer.id]: tile }, { version: MVT_VERSION, extent: TILE_EXTENT });
}

interface Placed {
  readonly lng: number;
  readonly lat: number;
  readonly tags: Tags;
}

/** Null where they are too many. */
async function featuresOf(layer: MapLayer, query: BoxedQuery): Promise<Placed[] | null> {
  const { features, cursor } = await layer.page(query);
  if (cursor !== null) return null;
  return features.map(({ id, geometry, properties }) => {
    const [lng = 0, lat = 0] = geometry?.coordinates ?? [];
    const known = Object.entries(properties).filter(([, value]) => value !== null);
    return { lng, lat, tags: { ...Object.fromEntries(known), id } };
  });
}

async function clustersOf(layer: MapLayer, query: BoxedQuery): Promise<Placed[]> {
  const clusters = await tilesOf(layer).grid(query, TILE_CELLS);
  return clusters.map(({ count, lng, lat }) => ({
    lng,
    lat,
    tags: { point_count: count },
  }));
}
