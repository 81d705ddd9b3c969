/** The resources of layers, by path. */
import { LAYERS_PATH } from '#contract/layers.js';

/** What a path below the landing page names. */
export interface LayerTarget {
  readonly resource:
    | 'landing'
    | 'conformance'
    | 'api'
    | 'collections'
    | 'collection'
    | 'items'
    | 'item'
    | 'tilejson'
    | 'tile';
  /** Ids in the path; empty where it has none. */
  readonly collection: string;
  readonly feature: string;
}

interface LayerPath {
  readonly resource: LayerTarget['resource'];
  /** As metrics and traces name it. */
  readonly template: string;
  readonly shape: RegExp;
}

const ID = '([^/]{1,600})';
const pathOf = (resource: LayerTarget['resource'], below: string): LayerPath => ({
  resource,
  template: LAYERS_PATH + below,
  shape: new RegExp(`^${LAYERS_PATH}${below.replaceAll(/\{\w+\}/g, ID)}/?$`),
});

/** `z/x/y`, in place of the id of a feature. */
const TILE: LayerPath = {
  resource: 'tile',
  template: `${LAYERS_PATH}/collections/{collectionId}/tiles/{z}/{x}/{y}.mvt`,
  shape: new RegExp(`^${LAYERS_PATH}/collections/${ID}/tiles/(\\d{1,2}/\\d{1,5}/\\d{1,5})\\.mvt$`),
};

const PATHS = [
  pathOf('landing', ''),
  pathOf('conformance', '/conformance'),
  pathOf('api', '/api'),
  pathOf('collections', '/collections'),
  pathOf('collection', '/collections/{collectionId}'),
  pathOf('items', '/collections/{collectionId}/items'),
  pathOf('item', '/collections/{collectionId}/items/{featureId}'),
  pathOf('tilejson', '/collections/{collectionId}/tiles.json'),
  TILE,
];

/** The resource of a path; undefined for every other path. */
export function layerTarget(path: string): LayerTarget | undefined {
  for (const { resource, shape } of PATHS) {
    const found = shape.exec(path);
    if (found === null) continue;
    const [collection, feature] = [decoded(found[1]), decoded(found[2])];
    return collection === null || feature === null ? undefined : { resource, collection, feature };
  }
  return undefined;
}

export const layerTemplate = (path: string): string | undefined =>
  PATHS.find(({ shape }) => shape.test(path))?.template;

const ENCODED = /^(?:[^%]|%[0-9a-fA-F]{2})*$/;

/** An id as it is written in a path; null for one that is not UTF-8, or holds NUL. */
function decoded(text = ''): string | null {
  if (!ENCODED.test(text)) return null;
  const bytes = Buffer.from(
    text.replaceAll(/%([0-9a-fA-F]{2})/g, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  );
  const plain = bytes.toString('utf8');
  return plain.includes('\0') || plain.includes('\uFFFD') ? null : plain;
}
