/** The layers that a caller may read: imported sales, homes, finished searches and snapshots. */
import { SEARCH_LAYER, SNAPSHOT_LAYER } from '#contract/layers.js';
import { apiError } from '#domain/api-error.js';
import type { App } from '../app.js';
import { homesLayer } from './homes-layer.js';
import type { MapLayer } from './layer.js';
import { salesLayer } from './sales-layer.js';
import { type SearchReader, searchLayer, searchLayers } from './search-layers.js';
import { snapshotLayer, snapshotLayers } from './snapshot-layers.js';

/** All of them; imported sales only where a file was imported. */
export async function listLayers(app: App, reader: SearchReader): Promise<MapLayer[]> {
  const sales = salesLayer(app);
  return [
    ...(sales === undefined ? [] : [sales]),
    homesLayer(app, reader),
    ...(await searchLayers(app, reader)),
    ...(await snapshotLayers(app, reader.account_id)),
  ];
}

/** One by its id; throws 404 not_found for an unknown one and for another account's. */
export async function findLayer(app: App, reader: SearchReader, id: string): Promise<MapLayer> {
  const layer = await layerOf(app, reader, id);
  if (layer !== undefined) return layer;
  throw apiError('not_found', {
    message:
      'No collection has this id, or it belongs to another account. GET /v1/ogc/collections lists them.',
  });
}

async function layerOf(app: App, reader: SearchReader, id: string): Promise<MapLayer | undefined> {
  if (id.startsWith(SEARCH_LAYER)) return searchLayer(app, reader, id);
  if (id.startsWith(SNAPSHOT_LAYER)) return snapshotLayer(app, reader.account_id, id);
  return [salesLayer(app), homesLayer(app, reader)].find((one) => one?.id === id);
}
