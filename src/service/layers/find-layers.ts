/** The layers that a caller may read: imported sales, homes, finished searches of its account. */
import { SEARCH_LAYER } from '#contract/layers.js';
import { apiError } from '#domain/api-error.js';
import type { App } from '../app.js';
import { homesLayer } from './homes-layer.js';
import type { MapLayer } from './layer.js';
import { salesLayer } from './sales-layer.js';
import { type SearchReader, searchLayer, searchLayers } from './search-layers.js';

/** All of them; imported sales only where a file was imported. */
export async function listLayers(app: App, reader: SearchReader): Promise<MapLayer[]> {
  const sales = salesLayer(app);
  return [
    ...(sales === undefined ? [] : [sales]),
    homesLayer(app, reader),
    ...(await searchLayers(app, reader)),
  ];
}

/** One by its id; throws 404 not_found for an unknown one and for another account's search. */
export async function findLayer(app: App, reader: SearchReader, id: string): Promise<MapLayer> {
  const layer = id.startsWith(SEARCH_LAYER)
    ? await searchLayer(app, reader, id)
    : [salesLayer(app), homesLayer(app, reader)].find((one) => one?.id === id);
  if (layer !== undefined) return layer;
  throw apiError('not_found', {
    message:
      'No collection has this id, or it belongs to another account. GET /v1/ogc/collections lists them.',
  });
}
