/** Imported sales as a layer: every row with a point, newest first. */
import { ownTurn } from '#base/own-turn.js';
import { storedRowReader } from '#collect/tables/stored-rows.js';
import { csvColumns, toFeature } from '#contract/flat-rows.js';
import { LAYER_COUNT_MAX, LAYER_FILTERS } from '#contract/layers.js';
import { apiError } from '#domain/api-error.js';
import { isDay } from '#domain/days.js';
import type { LayerQuery } from '#domain/layer-query.js';
import type {
  After,
  ExactColumn,
  ExactValues,
  FoundTableRow,
  ImportedRows,
  TableQuery,
} from '#domain/table.js';
import { currentImports } from '#store/imports.js';
import type { Parts } from '../app.js';
import { rightsIn, textIn } from '../datasets/rights.js';
import {
  countOf,
  countText,
  cursorNumber,
  type LayerFeature,
  type LayerPage,
  type LayerRights,
  type MapLayer,
  readLayerCursor,
  writeLayerCursor,
} from './layer.js';

const SOURCE = 'records';
const KIND = 'sold';

/** Columns of the table by the names of the filters. */
const COLUMN_OF: Readonly<Record<string, ExactColumn>> = {
  source_id: 'source_id',
  'sale_price.amount': 'price',
  beds: 'beds',
  baths: 'baths',
  living_area_sqft: 'sqft',
  property_type: 'property_type',
  'extras.year_built': 'year_built',
  'address.zip': 'zip',
  'address.state': 'state',
  'address.county_fips': 'county_fips',
};

type LayerApp = Parts<'client' | 'clock' | 'db' | 'geo' | 'tables'>;

/** The layer; undefined while no file is imported. */
export function salesLayer(app: LayerApp): MapLayer | undefined {
  const table = app.tables.table(SOURCE);
  if (table.version === null) return undefined;
  return {
    id: 'sales',
    title: 'Imported sales',
    description:
      'Sales of files that the operator imported, such as county sales, that have a point. The date of a feature is its sale date; a sale of which the month alone is known is in a period that has all of the month.',
    filters: LAYER_FILTERS.sales,
    facts: async () => {
      const { box, earliest, latest } = await table.extent();
      return { box, days: [earliest, latest], rights: await rightsOf(app) };
    },
    tiles: {
      version: table.version,
      grid: async (query, cells) =>
        (await datasetOf(table, query)?.grid(tableQuery(query, null), query.box, cells)) ?? [],
    },
    page: (query) => pageOf(app, table, query),
    feature: (id) => featureOf(app, table, id),
  };
}

/** The rows of the dataset that a query names; null when no such dataset is imported. */
function datasetOf(all: ImportedRows, { values }: LayerQuery): ImportedRows | null {
  const dataset = values['extras.dataset'];
  return dataset === undefined ? all : all.ofDataset(String(dataset));
}

async function pageOf(app: LayerApp, all: ImportedRows, query: LayerQuery): Promise<LayerPage> {
  const table = datasetOf(all, query);
  if (table === null) return { features: [], matched: 0, cursor: null };
  const place = query.cursor === null ? null : placeOf(query, query.cursor, table);
  const page = tableQuery(query, place?.after ?? null);
  const [found, matched] = await Promise.all([
    // One row more than a page shows whether another page follows.
    table.find({ ...page, limit: query.limit + 1 }),
    place === null ? table.countUpTo(page, LAYER_COUNT_MAX) : place.matched,
  ]);
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  return {
    features: await featuresOf(app, table, rows),
    matched,
    cursor:
      found.length > rows.length && last !== undefined
        ? cursorBehind(query, table, last, matched)
        : null,
  };
}

function tableQuery(
  { box, from, until, bounds, values }: LayerQuery,
  after: After | null,
): TableQuery {
  const exact = Object.entries(values).flatMap(([name, value]) => {
    const column = COLUMN_OF[name];
    return column === undefined ? [] : [[column, value]];
  });
  return {
    area: box === null ? { by: 'everywhere' } : { by: 'box', box },
    filters: bounds,
    since: from,
    until,
    exact: Object.fromEntries(exact) as ExactValues,
    sort: 'newest',
    after,
    limit: 1,
  };
}

/** Rows that are made in one turn of the event loop: calls are answered in between. */
const TURN_ROWS = 250;

async function featuresOf(
  app: LayerApp,
  table: ImportedRows,
  rows: readonly FoundTableRow[],
): Promise<LayerFeature[]> {
  const read = storedRowReader(app, SOURCE, KIND, app.clock.nowMs());
  const columns = csvColumns(SOURCE, KIND);
  const features: LayerFeature[] = [];
  for (const [nth, found] of rows.entries()) {
    if (nth > 0 && nth % TURN_ROWS === 0) await ownTurn();
    const row = read(found, table);
    // An id begins with the name of its dataset, so it is unique among all.
    if (row !== null) features.push({ ...toFeature(columns, row), id: found.source_id });
  }
  return features;
}

async function featureOf(
  app: LayerApp,
  table: ImportedRows,
  id: string,
): Promise<LayerFeature | undefined> {
  const exact = { source_id: id };
  const everything = { area: { by: 'everywhere' }, filters: {}, since: null } as const;
  const query: TableQuery = { ...everything, exact, sort: 'stored', after: null, limit: 1 };
  return (await featuresOf(app, table, await table.find(query)))[0];
}

const cursorBehind = (
  query: LayerQuery,
  { version }: ImportedRows,
  { import_id, line, day }: FoundTableRow,
  matched: number | null,
): string =>
  writeLayerCursor(query, [version ?? '', countText(matched), import_id, line, day ?? '']);

/** Throws invalid_cursor when the table was replaced since the page before. */
function placeOf(query: LayerQuery, cursor: string, table: ImportedRows) {
  const [version, matched = '', importId = '', line = '', day = ''] = readLayerCursor(
    query,
    cursor,
  );
  if (version !== table.version) {
    throw apiError('invalid_cursor', {
      param: 'cursor',
      message: 'The imported data were replaced since the first page. Start again from it.',
    });
  }
  if (!isDay(day)) throw apiError('invalid_cursor', { param: 'cursor' });
  return {
    matched: countOf(matched),
    after: { value: day, import_id: cursorNumber(importId), line: cursorNumber(line) },
  };
}

/** What each dataset's mapping says of its rows. */
export async function rightsOf(app: Parts<'db'>): Promise<LayerRights[]> {
  const imports = await currentImports(app.db, SOURCE);
  return imports.map(({ dataset, mapping }) => ({
    title: textIn(mapping, 'title') ?? dataset,
    ...rightsIn(mapping),
  }));
}
