/** Answers of layers as OGC API - Features 1.0 writes them (docs/layers.md). */
import { flatColumns } from '#contract/flat-rows.js';
import {
  CRS84,
  GREGORIAN,
  LAYER_CONFORMANCE,
  LAYER_LIMIT_MAX,
  LAYER_LIMIT_NEXT,
  LAYERS_PATH,
  TILE_ZOOM_MAX,
} from '#contract/layers.js';
import { layerProperties } from '#contract/openapi/layer-schemas.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { edgesOf } from '#domain/box.js';
import type { LayerQuery } from '#domain/layer-query.js';
import type { LayerFacts, LayerFeature, LayerPage, MapLayer } from '#service/layers/layer.js';

const JSON_MEDIA = 'application/json';
export const GEOJSON_MEDIA = 'application/geo+json';
export const OPENAPI_MEDIA = 'application/vnd.oai.openapi+json;version=3.0';

interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type?: string;
  readonly title?: string;
}

/** `host` is scheme and authority of the call: clients follow links, so they are absolute. */
export const landingBody = (host: string) => ({
  title: 'Rowhouse layers',
  description: 'Imported sales, homes and finished searches as layers for maps.',
  links: [
    linkOf(host, '', 'self', JSON_MEDIA, 'This document'),
    linkOf(host, '/api', 'service-desc', OPENAPI_MEDIA, 'OpenAPI document'),
    { href: `${host}/docs`, rel: 'service-doc', type: 'text/html', title: 'Documentation' },
    linkOf(host, '/conformance', 'conformance', JSON_MEDIA, 'Conformance classes'),
    linkOf(host, '/collections', 'data', JSON_MEDIA, 'Collections'),
  ],
});

const linkOf = (host: string, below: string, rel: string, type: string, title: string): Link => ({
  href: `${host}${LAYERS_PATH}${below}`,
  rel,
  type,
  title,
});

export const conformanceBody = () => ({ conformsTo: LAYER_CONFORMANCE });

export const collectionsBody = async (host: string, layers: readonly MapLayer[]) => ({
  links: [linkOf(host, '/collections', 'self', JSON_MEDIA, 'This document')],
  collections: await Promise.all(layers.map((layer) => collectionBody(host, layer))),
});

export async function collectionBody(host: string, layer: MapLayer) {
  const { id, title, description } = layer;
  const facts = await layer.facts();
  const attribution = facts.rights.flatMap((one) => one.attribution ?? []);
  return {
    id,
    title,
    description,
    ...(attribution.length > 0 && { attribution: [...new Set(attribution)].join('; ') }),
    links: linksOf(host, layer, facts),
    ...extentOf(facts),
    itemType: 'feature',
    crs: [CRS84],
  };
}

const pathOf = (id: string): string => `/collections/${encodeURIComponent(id)}`;

const TILES_REL = 'http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector';

function linksOf(host: string, { id, tiles: has }: MapLayer, { rights }: LayerFacts): Link[] {
  const licences = rights.flatMap(({ title, licence, licence_url }): Link[] =>
    licence_url === null
      ? []
      : [{ href: licence_url, rel: 'license', title: `${title}: ${licence ?? 'terms'}` }],
  );
  const tiles =
    has === undefined
      ? []
      : [linkOf(host, `${pathOf(id)}/tiles.json`, TILES_REL, JSON_MEDIA, 'Tiles')];
  return [
    linkOf(host, pathOf(id), 'self', JSON_MEDIA, 'This document'),
    linkOf(host, `${pathOf(id)}/items`, 'items', GEOJSON_MEDIA, 'Features'),
    ...tiles,
    ...licences,
  ];
}

/** TileJSON 3.0: what maps need to draw the tiles of a layer, with the filters as sent. */
export async function tileJson(host: string, layer: MapLayer, { sent }: LayerQuery) {
  const { id, title, description } = layer;
  const { box, rights } = await layer.facts();
  const edges = box && edgesOf(box);
  const attribution = [...new Set(rights.flatMap((one) => one.attribution ?? []))];
  return {
    tilejson: '3.0.0',
    name: title,
    description,
    tiles: [`${host}${LAYERS_PATH}${pathOf(id)}/tiles/{z}/{x}/{y}.mvt${queryText(sent)}`],
    minzoom: 0,
    maxzoom: TILE_ZOOM_MAX,
    ...(edges && { bounds: [edges.west, edges.south, edges.east, edges.north] }),
    ...(attribution.length > 0 && { attribution: attribution.join('; ') }),
    vector_layers: [{ id, description, fields: fieldsOf(id) }],
  };
}

/** Parameters behind a path, or nothing. */
function queryText(values: Iterable<readonly [string, string]>): string {
  const text = new URLSearchParams(Object.fromEntries(values)).toString();
  return text === '' ? '' : `?${text}`;
}

/** Types of the tags of features and of clusters, as TileJSON writes them. */
const fieldsOf = (id: string): Readonly<Record<string, string>> => ({
  point_count: 'Number',
  id: 'String',
  ...Object.fromEntries(
    Object.entries(layerProperties(id)).map(([name, { type }]) => [
      name,
      TAG_TYPES[type] ?? 'String',
    ]),
  ),
});
const TAG_TYPES: Readonly<Record<string, string>> = {
  number: 'Number',
  integer: 'Number',
  boolean: 'Boolean',
};

function extentOf({ box, days: [from, until] }: LayerFacts) {
  if (box === null) return {};
  const { west, south, east, north } = edgesOf(box);
  const atMidnight = (day: string | null) => day && `${day}T00:00:00Z`;
  return {
    extent: {
      spatial: { bbox: [[west, south, east, north]], crs: CRS84 },
      ...((from ?? until) !== null && {
        temporal: { interval: [[atMidnight(from), atMidnight(until)]], trs: GREGORIAN },
      }),
    },
  };
}

/** A page of features; `at` is the time of the answer. */
export function itemsBody(
  host: string,
  id: string,
  query: LayerQuery,
  { features, matched, cursor }: LayerPage,
  at: string,
) {
  const items = (values: Iterable<readonly [string, string]>, rel: string, title: string) => {
    const address = `${pathOf(id)}/items${queryText(values)}`;
    return linkOf(host, address, rel, GEOJSON_MEDIA, title);
  };
  const limit = Math.min(LAYER_LIMIT_MAX, Math.max(query.limit, LAYER_LIMIT_NEXT));
  const next = new Map(query.sent).set('limit', String(limit)).set('cursor', cursor ?? '');
  return {
    type: 'FeatureCollection',
    timeStamp: at,
    ...(matched !== null && { numberMatched: matched }),
    numberReturned: features.length,
    links: [
      items(query.sent, 'self', 'This page'),
      ...(cursor === null ? [] : [items(next, 'next', 'Next page')]),
      linkOf(host, pathOf(id), 'collection', JSON_MEDIA, 'The collection'),
    ],
    features,
  };
}

export const itemBody = (host: string, id: string, feature: LayerFeature) => ({
  ...feature,
  links: [
    linkOf(
      host,
      `${pathOf(id)}/items/${encodeURIComponent(feature.id)}`,
      'self',
      GEOJSON_MEDIA,
      'This feature',
    ),
    linkOf(host, pathOf(id), 'collection', JSON_MEDIA, 'The collection'),
  ],
});

/**
 * Features as text. GDAL, and QGIS with it, takes the type of a column from the first ones that it
 * reads: a decimal has a point in each (`2.0`), or 1.5 behind ten whole numbers becomes 1 there.
 */
export const featuresText = (body: object): string =>
  JSON.stringify(body).replaceAll(WHOLE_DECIMALS, '$&.0');

const DECIMALS = [
  ...Object.entries(layerProperties('homes')).map(([path, { type }]) => ({ path, type })),
  ...SEARCH_ROUTES.flatMap(({ source, kind }) => flatColumns(source, kind)),
].flatMap(({ path, type }) => (type === 'number' ? [path.replaceAll('.', '\\.')] : []));
/** Quotes within a text have a backslash, so that nothing in a text looks like a member. */
const WHOLE_DECIMALS = new RegExp(`"(?:${[...new Set(DECIMALS)].join('|')})":-?\\d+(?=[,}])`, 'g');
