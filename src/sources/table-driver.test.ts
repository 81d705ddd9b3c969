import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundTableRow, RowTable, TableQuery } from '#domain/table.js';
import { questionOf } from '../../test/support/question.js';
import { type Capabilities, SourceError } from './driver.js';
import { tableDriver } from './table-driver.js';

const CAPABILITIES: Capabilities = {
  areas: ['box'],
  box_side_min: 1,
  filters: ['beds_min', 'sold_within_days'],
  sorts: [],
  counts: true,
  paging: { by: 'token', rows: 2 },
  rows_max: null,
};
const { signal } = new AbortController();

const rows: readonly FoundTableRow[] = [1, 2, 3].map((line) => ({
  import_id: 5,
  source_id: `k${line}`,
  line,
  day: `2026-01-0${line}`,
  price: line * 100,
  body: `{"key":${line}}`,
}));

/** A table of three rows, and the queries that it received. */
function tableOf(imports: RowTable['imports'] = [], version = 'v1') {
  const queries: TableQuery[] = [];
  const table: RowTable = {
    version,
    imports,
    find: async (query) => {
      queries.push(query);
      return rows.filter(({ line }) => line > (query.after?.line ?? 0)).slice(0, query.limit);
    },
    count: async () => rows.length,
  };
  return { table, queries };
}

const driverWith = (changes: Partial<Capabilities> = {}) =>
  tableDriver({
    capabilities: { ...CAPABILITIES, ...changes },
    version: () => '1',
    toRow: () => ({ dropped: 'unreadable', detail: null }),
  });

test('pages follow each other, with the count of the first; those of a feed name the page behind each row', async () => {
  const { table, queries } = tableOf();
  const { query } = driverWith();
  const first = await query(questionOf(), signal, table);
  assert.deepEqual([first.rows, first.total], [[{ key: 1 }, { key: 2 }], 3]);
  assert.deepEqual(first.after?.(1), first.next);
  const at = first.next ?? { page: 1 };
  const second = await query(questionOf({ at }), signal, table);
  assert.deepEqual([second.rows, second.total, second.next], [[{ key: 3 }], 3, null]);
  assert.deepEqual(
    queries.map(({ sort, after }) => [sort, after?.line]),
    [
      ['stored', undefined],
      ['stored', 2],
    ],
  );
  const behind = await query(questionOf({ at: first.after?.(0) ?? at }), signal, table);
  assert.deepEqual(behind.rows, [{ key: 2 }, { key: 3 }]);
});

test('a table gets the filters and the order that its driver names, and no others', async () => {
  const { table, queries } = tableOf();
  const filters = { beds_min: 2, min_price: 9, sold_within_days: 30, sort: 'price_low' };
  const page = await driverWith({ sorts: ['newest', 'price_low'] }).query(
    questionOf({ filters }),
    signal,
    table,
  );
  assert.deepEqual(queries[0]?.filters, { beds_min: 2 });
  assert.deepEqual([queries[0]?.since, queries[0]?.sort], ['2026-10-22', 'price_low']);
  assert.deepEqual([page.next, page.after], [{ token: ['v1', 3, 5, 2, 200] }, undefined]);
});

test('rows of an import say which; a table that was replaced since the page before ends the search', async () => {
  const from = { import_id: 5, dataset: 'd', file_sha256: 's', imported_at: 't' };
  const { query } = driverWith();
  const { rows: found, next } = await query(questionOf(), signal, tableOf([from]).table);
  assert.deepEqual(found[0], { key: 1, dataset: 'd', file_sha256: 's', imported_at: 't', line: 1 });
  const isReplaced = (error: unknown) => error instanceof SourceError && error.kind === 'down';
  const at = next ?? { page: 1 };
  await assert.rejects(query(questionOf({ at }), signal, tableOf([from], 'v2').table), isReplaced);
  const other = tableOf([{ ...from, import_id: 6 }]).table;
  await assert.rejects(query(questionOf(), signal, other), isReplaced);
  const foreign = questionOf({ at: { token: [3, 2, 'key'] } });
  await assert.rejects(query(foreign, signal, tableOf().table), isReplaced);
});
