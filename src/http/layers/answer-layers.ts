/** Answers calls of layers: OGC API - Features below one address (docs/layers.md). */
import { createHash } from 'node:crypto';
import { assert } from '#base/assert.js';
import { layersDocument } from '#contract/openapi/layers-document.js';
import { apiError } from '#domain/api-error.js';
import {
  type LayerQuery,
  readLayerFormat,
  readLayerQuery,
  readTileQuery,
} from '#domain/layer-query.js';
import { findLayer, listLayers } from '#service/layers/find-layers.js';
import type { MapLayer } from '#service/layers/layer.js';
import { makeTile, tileAddress, tilesOf } from '#service/layers/make-tile.js';
import { inReadTurn } from '#service/read-turns.js';
import { type Call, type Caller, header, readmitHeld } from '../call.js';
import { holds } from '../if-none-match.js';
import { NOT_MODIFIED, vary, weakEtag } from '../send-answer.js';
import { sendCompressed } from '../send-rows.js';
import {
  collectionBody,
  collectionsBody,
  conformanceBody,
  featuresText,
  GEOJSON_MEDIA,
  itemBody,
  itemsBody,
  landingBody,
  OPENAPI_MEDIA,
  tileJson,
} from './layer-bodies.js';
import type { LayerTarget } from './layer-target.js';

const JSON_UTF8 = 'application/json; charset=utf-8';

/** Sends what describes the interface: it is the same for everyone, so no key is needed. */
export async function sendLayerDocument(call: Call, { resource }: LayerTarget): Promise<void> {
  if (resource !== 'landing' && resource !== 'conformance' && resource !== 'api') return;
  readLayerFormat(call.queryText);
  const host = hostOf(call);
  const body = {
    landing: () => landingBody(host),
    conformance: conformanceBody,
    api: () => layersDocument(host),
  }[resource]();
  await sendCompressed(call, JSON.stringify(body), resource === 'api' ? OPENAPI_MEDIA : JSON_UTF8);
}

/** Answers every other resource. Reading layers is free. */
export async function answerLayers(call: Call, target: LayerTarget): Promise<void> {
  const { app, caller, queryText } = call;
  assert(caller !== undefined, 'the key was admitted before');
  const host = hostOf(call);
  if (target.resource === 'collections') {
    readLayerFormat(queryText);
    const body = await collectionsBody(host, await listLayers(app, caller));
    await sendCompressed(call, JSON.stringify(body), JSON_UTF8);
    return;
  }
  if (target.resource === 'items' || target.resource === 'item') {
    const waiter = { readmit: () => readmitHeld(call) };
    const text = await inReadTurn(app, caller.account_id, waiter, ({ feeds }) =>
      featuresOf(call, { ...caller, feeds }, target),
    );
    await sendCompressed(call, text, GEOJSON_MEDIA);
    return;
  }
  const layer = await findLayer(app, caller, target.collection);
  if (target.resource === 'tile') return sendTile(call, layer, target.feature);
  if (target.resource === 'tilejson') {
    tilesOf(layer);
    const query = readTileQuery(layer.filters, queryText);
    await sendCompressed(call, JSON.stringify(await tileJson(host, layer, query)), JSON_UTF8);
    return;
  }
  readLayerFormat(queryText);
  await sendCompressed(call, JSON.stringify(await collectionBody(host, layer)), JSON_UTF8);
}

/** A page of features, or one of them, as text. */
async function featuresOf(call: Call, reader: Caller, target: LayerTarget): Promise<string> {
  const { app, queryText } = call;
  const host = hostOf(call);
  const layer = await findLayer(app, reader, target.collection);
  if (target.resource === 'items') {
    const query = readLayerQuery(layer.filters, queryText);
    const at = new Date(app.clock.nowMs()).toISOString();
    return featuresText(itemsBody(host, layer.id, query, await layer.page(query), at));
  }
  readLayerFormat(queryText);
  const feature = await layer.feature(target.feature);
  if (feature === undefined) {
    throw apiError('not_found', { message: 'The collection has no feature with this id.' });
  }
  return featuresText(itemBody(host, layer.id, feature));
}

const TILE_MEDIA = 'application/vnd.mapbox-vector-tile';
/** A map asks for the same tiles again and again while it is moved. */
const TILE_CACHE = 'private, max-age=60';

/** Imported rows change with their version; the tag of other tiles is that of their bytes. */
async function sendTile(call: Call, layer: MapLayer, text: string): Promise<void> {
  const address = tileAddress(text);
  const query = readTileQuery(layer.filters, call.queryText);
  const { version } = tilesOf(layer);
  const sendHeld = async (etag: string) => {
    const headers = { 'cache-control': TILE_CACHE, vary: vary(call), etag };
    await call.reply.code(NOT_MODIFIED).headers(headers).send();
  };
  const asked = header(call, 'if-none-match');
  const named = version === null ? null : weakEtag(tagOf(version, text, query));
  if (named !== null && holds(asked, named)) return sendHeld(named);
  const tile = await makeTile(layer, address, query);
  const etag = named ?? weakEtag(createHash('sha256').update(tile).digest('base64url'));
  if (holds(asked, etag)) return sendHeld(etag);
  call.reply.headers({ 'cache-control': TILE_CACHE, etag });
  await sendCompressed(call, tile, TILE_MEDIA);
}

/** Its filters belong to a tile as its address does. */
function tagOf(version: string, text: string, { sent }: LayerQuery): string {
  if (sent.size === 0) return `${version}.${text}`;
  const filters = [...sent]
    .map((one) => one.join('='))
    .toSorted()
    .join('&');
  return `${version}.${text}.${createHash('sha256').update(filters).digest('base64url')}`;
}

/** Scheme and authority that the caller used. A server in front says whether that was TLS. */
function hostOf(call: Call): string {
  const scheme = header(call, 'x-forwarded-proto') === 'https' ? 'https' : 'http';
  return `${scheme}://${header(call, 'host') ?? 'localhost'}`;
}
