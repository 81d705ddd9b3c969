/** A page of sales from the table: the question as the table takes it, and the place in its order. */
import type { PageRef } from '#domain/position.js';
import type { RowTable } from '#domain/table.js';
import {
  type After,
  type FoundTableRow,
  TABLE_SORTS,
  type TableArea,
  type TableQuery,
  type TableSort,
} from '#domain/table.js';
import { type AreaAsk, type Question, SourceError, type SourcePage } from '../driver.js';
import type { Stored } from './sale.js';

export const PAGE_ROWS = 100;

const DAY_MS = 86_400_000;
const REPLACED = 'The imported data were replaced during the search. Search again.';

/** The page of a question. Throws SourceError when the table changed since the page before. */
export async function querySales(
  question: Question,
  _signal: AbortSignal,
  table: RowTable,
): Promise<SourcePage> {
  const { sort } = question.filters;
  const order = TABLE_SORTS.find((one) => one === sort) ?? 'newest';
  const place = placeOf(question.at, table, order);
  const query = queryFor(question, order, place?.after ?? null);
  const [found, total] = await Promise.all([
    table.find(query),
    place === null ? table.count(query) : place.total,
  ]);
  const rows = found.slice(0, PAGE_ROWS);
  const last = rows.at(-1);
  const hasMore = found.length > PAGE_ROWS && last !== undefined;
  return {
    rows: rows.map((row) => storedOf(row, table)),
    total,
    next: hasMore ? { token: tokenOf(table, order, last, total) } : null,
  };
}

function queryFor(
  { area, filters, nowMs }: Question,
  order: TableSort,
  after: After | null,
): TableQuery {
  const { sort: _sort, sold_within_days: days, ...rest } = filters;
  return {
    area: areaOf(area),
    filters: rest,
    since: days === undefined ? null : new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10),
    sort: order,
    after,
    // One more than a page shows whether another follows.
    limit: PAGE_ROWS + 1,
  };
}

function areaOf(area: AreaAsk): TableArea {
  if (
    area.by === 'polygon' ||
    area.by === 'state' ||
    area.by === 'named_place' ||
    area.by === 'everything'
  ) {
    throw new TypeError(`this driver is not asked by ${area.by}`);
  }
  return area;
}

/** Where a page begins, and the count that the first page had. */
interface Place {
  readonly after: After;
  readonly total: number | null;
}

/** version, import, line, the count, and the value of the order: "" for a count or a price that is none. */
function tokenOf(
  table: RowTable,
  order: TableSort,
  row: FoundTableRow,
  total: number | null,
): string {
  const value = order === 'newest' ? (row.day ?? '') : (row.price ?? '');
  return [table.version, row.import_id, row.line, total ?? '', value].join(' ');
}

/** Null on the first page. */
function placeOf(at: PageRef, table: RowTable, order: TableSort): Place | null {
  if ('page' in at) return null;
  const [version, id, line, total = '', value = ''] = at.token.split(' ');
  if (version !== table.version) throw new SourceError('down', REPLACED);
  const known = order === 'newest' ? value : Number(value);
  return {
    after: { value: value === '' ? null : known, import_id: Number(id), line: Number(line) },
    total: total === '' ? null : Number(total),
  };
}

function storedOf({ import_id, line, body }: FoundTableRow, table: RowTable): Stored {
  const from = table.imports.find((one) => one.import_id === import_id);
  if (from === undefined) throw new SourceError('down', REPLACED);
  const { dataset, file_sha256, imported_at } = from;
  return { ...(JSON.parse(body) as Stored), dataset, file_sha256, imported_at, line };
}
