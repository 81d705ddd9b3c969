/**
 * Layers for maps: OGC API - Features 1.0 below one address (docs/layers.md). Rows of tables: the
 * collections, and the parameters that each accepts.
 */
import { BASE_PATH } from './envelope.js';
import { BOUND_NAMES, type BoundName } from './params.js';
import { KINDS, LISTING_STATUSES, PROPERTY_TYPES } from './values.js';

/** The landing page. */
export const LAYERS_PATH = `${BASE_PATH}/ogc`;

/** Features of a page: without `limit`, and at most. */
export const LAYER_LIMIT_DEFAULT = 1_000;
export const LAYER_LIMIT_MAX = 10_000;
/**
 * Features of the pages after the first, unless its `limit` was larger: GDAL asks for ten at a time
 * and would read a county in thousands of calls.
 */
export const LAYER_LIMIT_NEXT = 2_000;
/** More matching rows are not counted: `numberMatched` is left out. */
export const LAYER_COUNT_MAX = 1_000_000;
/** Finished searches, and snapshots, that are listed, and pages that one search joins. */
export const LAYER_SEARCHES_MAX = 20;
export const LAYER_SEARCH_PAGES_MAX = 100;

/** Features of a tile; more of them, and tiles of smaller zooms, are clusters. */
export const TILE_FEATURES_MAX = 2_000;
export const TILE_CLUSTERS_BELOW = 11;
/** Clusters on each side of a tile. */
export const TILE_CELLS = 32;
export const TILE_ZOOM_MAX = 16;

/** Ids of the fixed collections, and how those of finished searches and snapshots begin. */
export const LAYER_IDS = ['sales', 'homes'] as const;
export type LayerId = (typeof LAYER_IDS)[number];
export const SEARCH_LAYER = 'search-';
export const SNAPSHOT_LAYER = 'snapshot-';

/** What a collection is found by: a contract's bound, or a value that a property must equal. */
export type LayerFilter =
  | { readonly by: 'bound'; readonly name: BoundName }
  | {
      readonly by: 'value';
      /** Name of the property. */
      readonly name: string;
      readonly type: 'number' | 'integer' | 'string';
      readonly values?: readonly string[];
      readonly description: string;
    };

const HOME_BOUNDS: readonly LayerFilter[] = BOUND_NAMES.map((name) => ({ by: 'bound', name }));

type ValueFilter = Extract<LayerFilter, { readonly by: 'value' }>;
const value = (
  name: string,
  type: ValueFilter['type'],
  description: string,
  values?: readonly string[],
): ValueFilter => ({ by: 'value', name, type, ...(values && { values }), description });

const HOME_VALUES: readonly LayerFilter[] = [
  value('beds', 'number', 'Bedrooms, exactly.'),
  value('baths', 'number', 'Bathrooms, exactly.'),
  value('living_area_sqft', 'integer', 'Living area in square feet, exactly.'),
  value('property_type', 'string', 'Home type.', PROPERTY_TYPES),
  value('address.zip', 'string', 'ZIP code.'),
  value('source_id', 'string', 'ID of the home at its source.'),
];

/** The filters of each collection, besides `limit`, `bbox`, `datetime`, `cursor` and `f`. */
export const LAYER_FILTERS: Readonly<Record<LayerId | 'search', readonly LayerFilter[]>> = {
  sales: [
    ...HOME_BOUNDS,
    ...HOME_VALUES,
    value('address.state', 'string', 'State, two letters.'),
    value('address.county_fips', 'string', 'County, FIPS code of five digits.'),
    value('extras.year_built', 'integer', 'Year of construction, exactly.'),
    value('sale_price.amount', 'number', 'Sale price in dollars, exactly.'),
    value('extras.dataset', 'string', 'Imported dataset with the sale.'),
  ],
  homes: [
    ...HOME_BOUNDS,
    ...HOME_VALUES,
    value('source', 'string', 'Name of the source.'),
    value('kind', 'string', 'Kind of its rows.', KINDS),
    value('status', 'string', 'Listing status.', LISTING_STATUSES),
    value('home_id', 'string', 'ID of the home.'),
  ],
  search: [...HOME_BOUNDS, ...HOME_VALUES],
};

export const LAYER_FORMATS = ['json', 'geojson'] as const;

/** Longest value of a text filter. */
export const LAYER_TEXT_CHARS_MAX = 128;

/** Conformance classes. */
const CLASS = 'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf';
export const LAYER_CONFORMANCE = [`${CLASS}/core`, `${CLASS}/oas30`, `${CLASS}/geojson`] as const;
export const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
export const GREGORIAN = 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian';
