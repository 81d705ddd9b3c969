/** A layer of rows that are kept as they were: those of a finished search, or of a snapshot. */
import { csvColumns, toFeature } from '#contract/flat-rows.js';
import { LAYER_FILTERS } from '#contract/layers.js';
import { routeById } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import { apiError } from '#domain/api-error.js';
import type { LayerQuery } from '#domain/layer-query.js';
import { fitsLayer } from '#domain/layer-rows.js';
import { kindOf } from '../search/job-rows.js';
import {
  cursorNumber,
  type LayerFeature,
  type LayerPage,
  type LayerRights,
  type MapLayer,
  readLayerCursor,
  writeLayerCursor,
} from './layer.js';

/** What the rows are, and how to read them. */
export interface RowSet {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Changes with the rows: a cursor of another version is rejected. */
  readonly version: string;
  readonly rights: readonly LayerRights[];
  /** The features in order; rows without a point are left out. */
  features(): Promise<readonly LayerFeature[]>;
}

/** The rows are read when they are needed: such a layer has no stored extent and no tiles. */
export function rowLayer({ id, title, description, version, rights, features }: RowSet): MapLayer {
  return {
    id,
    title,
    description: `${description}; rows without a point are left out.`,
    filters: LAYER_FILTERS.search,
    facts: async () => ({ box: null, days: [null, null], rights }),
    page: async (query) => pageOf(version, await features(), query),
    feature: async (wanted) => (await features()).find((one) => one.id === wanted),
  };
}

/** "For sale on Portal A: zip=78704, min_price=300000". */
export function titleOfSearch(routeId: string, query: Readonly<Record<string, unknown>>): string {
  const inputs = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`);
  return `${routeById(routeId)?.summary ?? routeId}: ${inputs.join(', ')}`;
}

/** Adds the located rows of a page as features; a home that is there stays as it is. */
export function addFeatures(
  found: Map<string, LayerFeature>,
  routeId: string,
  rows: readonly Row[],
): void {
  const route = routeById(routeId);
  const [first] = rows;
  if (route === undefined || first === undefined) return;
  const columns = csvColumns(route.source, kindOf(route, first));
  for (const row of rows) {
    if (row.location === null || found.has(row.source_id)) continue;
    found.set(row.source_id, { ...toFeature(columns, row), id: row.source_id });
  }
}

function pageOf(version: string, all: readonly LayerFeature[], query: LayerQuery): LayerPage {
  const matching = all.filter((feature) => fitsLayer(query, feature));
  const from = query.cursor === null ? 0 : offsetIn(query, query.cursor, version);
  const to = from + query.limit;
  return {
    features: matching.slice(from, to),
    matched: matching.length,
    cursor: to < matching.length ? writeLayerCursor(query, [version, to]) : null,
  };
}

function offsetIn(query: LayerQuery, cursor: string, version: string): number {
  const [of, offset = ''] = readLayerCursor(query, cursor);
  if (of === version) return cursorNumber(offset);
  throw apiError('invalid_cursor', {
    param: 'cursor',
    message: 'The rows have changed since the first page was read. Start again from it.',
  });
}
