/**
 * The driver of rows in local tables: imported files and replicated feeds. The table is queried as
 * the source would be.
 */
import { DAY_MS } from '#contract/durations.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import { isoDay } from '#domain/days.js';
import type { PageRef } from '#domain/position.js';
import {
  type After,
  type FoundTableRow,
  type RowTable,
  TABLE_SORTS,
  type TableArea,
  type TableOrder,
  type TableQuery,
} from '#domain/table.js';
import type {
  AreaAsk,
  Capabilities,
  DriverBase,
  Question,
  SourcePage,
  TableDriver,
} from './driver.js';
import { SourceError } from './source-error.js';

const REPLACED = 'The imported data were replaced during the search. Search again.';

/** A driver that queries a table and reads rows like the given one. */
export const tableDriver = <S extends SourceName, K extends Kind>(
  driver: DriverBase<S, K>,
): TableDriver<S, K> => ({
  ...driver,
  over: 'table',
  query: (question, _signal, table) => queryTable(driver.capabilities, question, table),
});

/**
 * The page of a question. In the order of storing, changed rows keep their place, and every page
 * names the page after each of its rows: a chain of pages neither loses nor duplicates a row while
 * the table is written. Throws SourceError when the table was replaced since the page before.
 */
async function queryTable(
  capabilities: Capabilities,
  question: Question,
  table: RowTable,
): Promise<SourcePage> {
  const order = orderOf(capabilities, question);
  const place = placeOf(question.at, table);
  const query = queryFor(capabilities, question, order, place?.after ?? null);
  const [found, total] = await Promise.all([
    table.find(query),
    place === null ? table.count(query) : place.total,
  ]);
  const rows = found.slice(0, capabilities.paging.rows);
  const behind = (row: FoundTableRow | undefined): PageRef | null =>
    row === undefined ? null : pageBehind(row, table, order, total);
  return {
    rows: rows.map((row) => rawOf(row, table)),
    total,
    next: found.length > rows.length ? behind(rows.at(-1)) : null,
    ...(order === 'stored' && { after: (at: number) => behind(rows[at]) }),
  };
}

/** The requested order if tables have it, else their first one, else the order of storing. */
function orderOf({ sorts }: Capabilities, { filters }: Question): TableOrder {
  const known = TABLE_SORTS.filter((sort) => sorts.includes(sort));
  return known.find((sort) => sort === filters.sort) ?? known[0] ?? 'stored';
}

/** The table applies the filters that the source applies; row checks apply the others. */
function queryFor(
  { filters: applied, paging }: Capabilities,
  { area, filters, nowMs }: Question,
  order: TableOrder,
  after: After | null,
): TableQuery {
  const { sold_within_days: days, ...others } = Object.fromEntries(
    Object.entries(filters).filter(([name]) => applied.some((one) => one === name)),
  ) as Question['filters'];
  return {
    area: tableArea(area),
    filters: others,
    since: days === undefined ? null : isoDay(nowMs - days * DAY_MS),
    sort: order,
    after,
    // One row more than a page shows whether another page follows.
    limit: paging.rows + 1,
  };
}

function tableArea(area: AreaAsk): TableArea {
  if (
    area.by === 'polygon' ||
    area.by === 'state' ||
    area.by === 'named_place' ||
    area.by === 'everything'
  ) {
    throw new TypeError(`a table is not asked by ${area.by}`);
  }
  return area;
}

/** The page after a row: the table's version, the count of the first page, and the row's place. */
function pageBehind(
  { import_id, line, day, price }: FoundTableRow,
  { version }: RowTable,
  order: TableOrder,
  total: number | null,
): PageRef {
  const value = order === 'stored' ? null : order === 'newest' ? day : price;
  return { token: [version, total, import_id, line, value] };
}

/** Where a page begins, and the first page's count; null on the first page. */
function placeOf(
  at: PageRef,
  table: RowTable,
): { readonly after: After; readonly total: number | null } | null {
  if (!('token' in at)) return null;
  const [version, total, import_id, line, value = null] = at.token;
  if (version !== table.version || typeof import_id !== 'number' || typeof line !== 'number') {
    throw new SourceError('down', REPLACED);
  }
  return { after: { value, import_id, line }, total: typeof total === 'number' ? total : null };
}

/** The input of the driver for a row: with its import, if the table contains imports. */
export function rawOf({ import_id, line, body }: FoundTableRow, { imports }: RowTable): unknown {
  const raw: unknown = JSON.parse(body);
  if (imports.length === 0) return raw;
  const from = imports.find((one) => one.import_id === import_id);
  if (from === undefined) throw new SourceError('down', REPLACED);
  const { dataset, file_sha256, imported_at, rights } = from;
  return { ...(raw as object), dataset, file_sha256, imported_at, ...rights, line };
}
