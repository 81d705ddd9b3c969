/** The table of a fake server of open data as a Socrata set, of versions 2 and 3. */
import {
  columnsOf,
  hidesChanges,
  holding,
  lastEdit,
  type OpenTable,
  PAGE_ROWS,
  pageOf,
} from './open-data-rows.js';

export const viewOf = (state: OpenTable) => ({
  id: 'abcd-1234',
  columns: [...columnsOf(state), 'location'].map((fieldName) => ({ fieldName })),
  license: { name: 'Public Domain' },
  ...(state.faults.silent !== true && { rowsUpdatedAt: Math.floor(lastEdit(state) / 1000) }),
});

type Clauses = Readonly<Record<string, string | undefined>>;

/** The clauses of the query that version 3 takes as one text, by their names in version 2. */
export function clausesIn(body: string): Clauses {
  const { query } = JSON.parse(body) as { query: string };
  const [, select, where, order, limit] =
    /^SELECT (.+?)(?: WHERE (.+?))?(?: ORDER BY (\S+))?(?: LIMIT (\d+))?$/.exec(query) ?? [];
  return { $select: select, $where: where, $order: order, $limit: limit };
}

export function rowsOf(
  state: OpenTable,
  { $select = '', $where = '', $limit, $order }: Clauses,
): unknown {
  const { faults } = state;
  const found = holding(state, $where);
  if ($select.startsWith('count')) {
    return [{ rows: String(found.length + (faults.hidden ?? 0)) }];
  }
  if (hidesChanges($where, faults)) found.pop();
  // Rows come in no order unless they are requested in one.
  if ($order !== ':id') found.reverse();
  const limit = Math.min(Number($limit), faults.pageRows ?? PAGE_ROWS);
  return pageOf(found, limit, faults).map(({ id, values, x, y }) => ({
    ':id': `row-${id}`,
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        name === 'SALEDATE' ? new Date(Number(value)).toISOString().slice(0, 23) : String(value),
      ]),
    ),
    location: { type: 'Point', coordinates: [x, y] },
  }));
}
