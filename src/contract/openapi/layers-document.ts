/**
 * The OpenAPI 3.0 document of layers. Clients of OGC API - Features read parameters from it, and
 * version 3.0 is the one that the standard names; the document of the whole API is 3.1.
 */
import {
  LAYER_FILTERS,
  LAYER_IDS,
  LAYERS_PATH,
  TILE_CLUSTERS_BELOW,
  TILE_FEATURES_MAX,
} from '../layers.js';
import type { Json } from '../schema.js';
import { FORMAT, filterParameter, ITEM_PARAMETERS } from './layer-parameters.js';
import { LAYER_SCHEMAS, refTo, TEXT } from './layer-schemas.js';

const VERSION = '1.0.0';

/** The document; `host` is scheme and authority of the call. */
export function layersDocument(host: string): Json {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Rowhouse layers',
      version: VERSION,
      description: 'OGC API - Features 1.0: imported sales, homes and finished searches.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: `${host}${LAYERS_PATH}` }],
    tags: [
      { name: 'Capabilities', description: 'What the server offers.' },
      { name: 'Data', description: 'Features.' },
    ],
    security: [{ api_key: [] }],
    paths: pathsOf(),
    components: {
      securitySchemes: {
        api_key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `Authorization: Bearer <API_KEY>`.',
        },
      },
      parameters: { ...ITEM_PARAMETERS, f: FORMAT },
      responses: RESPONSES,
      schemas: LAYER_SCHEMAS,
    },
  };
}

const refParameter = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });
const refResponse = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

const errorResponse = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: refTo('error') } },
});
const RESPONSES: Json = {
  invalid: errorResponse('A parameter is unknown or has an invalid value.'),
  unauthorized: errorResponse('The API key is missing, malformed, expired or revoked.'),
  forbidden: errorResponse('The account may not read this.'),
  notFound: errorResponse('No such collection or feature.'),
  limited: errorResponse('The calls of this minute are used up; Retry-After has the seconds.'),
  unavailable: errorResponse('The service cannot answer now.'),
};

interface GetOptions {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly tag?: string;
  readonly schema: string;
  readonly media?: string;
  readonly parameters?: readonly Json[];
  /** Whether it needs no key. */
  readonly isOpen?: true;
}

function get(one: GetOptions): Json {
  const { id, summary, description, schema, parameters, isOpen } = one;
  const { tag = 'Capabilities', media = 'application/json' } = one;
  return {
    get: {
      operationId: id,
      summary,
      description,
      tags: [tag],
      ...(isOpen && { security: [] }),
      parameters: [...(parameters ?? []), refParameter('f')],
      responses: {
        200: {
          description: summary,
          content: {
            [media]: { schema: schema === '' ? { type: 'object' } : refTo(schema) },
          },
        },
        400: refResponse('invalid'),
        ...(!isOpen && {
          401: refResponse('unauthorized'),
          403: refResponse('forbidden'),
          404: refResponse('notFound'),
          429: refResponse('limited'),
        }),
        503: refResponse('unavailable'),
      },
    },
  };
}

const GEOJSON = 'application/geo+json';

const inPath = (name: string, description: string): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: TEXT,
});
const COLLECTION_ID = inPath(
  'collectionId',
  'ID of a collection: those of `/collections`, or `search-` and the request id of a finished search.',
);
const FEATURE_ID = inPath('featureId', 'ID of a feature.');

const itemParameters = (id: keyof typeof LAYER_FILTERS): Json[] => [
  ...Object.keys(ITEM_PARAMETERS).map(refParameter),
  ...LAYER_FILTERS[id].map(filterParameter),
];

/** Filters that every collection with tiles has; it accepts the others of its items too. */
const TILE_PARAMETERS = [
  refParameter('datetime'),
  ...LAYER_FILTERS.search.map((filter) => filterParameter(filter)),
];

const TILE_PATHS: Json = {
  '/collections/{collectionId}/tiles.json': get({
    id: 'tilejson',
    summary: 'Tiles of a collection',
    description:
      'TileJSON 3.0, for maps; its tiles have the filters that are sent. Finished searches have no tiles.',
    tag: 'Data',
    schema: 'tileJson',
    parameters: [COLLECTION_ID, ...TILE_PARAMETERS],
  }),
  '/collections/{collectionId}/tiles/{z}/{x}/{y}.mvt': get({
    id: 'tile',
    summary: 'A vector tile',
    description: `Mapbox Vector Tile of the features, or of clusters with \`point_count\`: below zoom ${TILE_CLUSTERS_BELOW}, and where more than ${TILE_FEATURES_MAX} features lie in it.`,
    tag: 'Data',
    schema: '',
    media: 'application/vnd.mapbox-vector-tile',
    parameters: [
      COLLECTION_ID,
      ...['z', 'x', 'y'].map((name) => inPath(name, `${name} of the tile.`)),
      ...TILE_PARAMETERS,
    ],
  }),
};

const pathsOf = (): Json => ({
  '/': get({
    id: 'landing',
    summary: 'Landing page',
    description: 'Links to all parts.',
    schema: 'landingPage',
    isOpen: true,
  }),
  '/conformance': get({
    id: 'conformance',
    summary: 'Conformance classes',
    description: 'The classes of the standard that the service conforms to.',
    schema: 'conformance',
    isOpen: true,
  }),
  '/api': get({
    id: 'api',
    summary: 'This document',
    description: 'Every path with its parameters.',
    schema: '',
    media: 'application/vnd.oai.openapi+json;version=3.0',
    isOpen: true,
  }),
  '/collections': get({
    id: 'collections',
    summary: 'All collections',
    description: 'Imported sales, homes, and the newest finished searches of the account.',
    schema: 'collections',
  }),
  '/collections/{collectionId}': get({
    id: 'collection',
    summary: 'One collection',
    description: 'Title, extent, licences and links.',
    schema: 'collection',
    parameters: [COLLECTION_ID],
  }),
  ...TILE_PATHS,
  // GDAL reads the filters of a collection under its own path.
  ...Object.assign({}, ...LAYER_IDS.map((id) => featurePaths(id, id, '', []))),
  ...featurePaths('search', '{collectionId}', 'feature', [COLLECTION_ID]),
});

function featurePaths(
  filters: keyof typeof LAYER_FILTERS,
  collection: string,
  schema: string,
  parameters: readonly Json[],
): Json {
  const feature = schema === '' ? `${collection}Feature` : schema;
  const name = schema === '' ? `_of_${collection}` : '';
  const shared = { tag: 'Data', media: GEOJSON };
  return {
    [`/collections/${collection}/items`]: get({
      ...shared,
      id: `items${name}`,
      summary: 'Features of the collection',
      description:
        'A page of features as GeoJSON, with a link to the next one. Free. `numberMatched` is left out where too many match to count.',
      schema: `${feature}s`,
      parameters: [...parameters, ...itemParameters(filters)],
    }),
    [`/collections/${collection}/items/{featureId}`]: get({
      ...shared,
      id: `item${name}`,
      summary: 'One feature of the collection',
      description: 'A feature as GeoJSON.',
      schema: feature,
      parameters: [...parameters, FEATURE_ID],
    }),
  };
}
