/** Points counted in the cells of a grid: clusters of a tile, whatever the number of rows. */
import type { Box } from '#domain/box.js';
import type { Cluster, TableQuery } from '#domain/table.js';
import type { Db } from './db.js';
import { binder, boxConditions, filterConditions, isOneOf } from './find-rows.js';
import { type HomeBoxQuery, homesIn } from './home-layer.js';

/** The box of the grid, and how many cells it has on each side. */
interface Frame {
  readonly box: Box;
  readonly cells: number;
}

/** Clusters of the imported rows in a box that match a query, whatever its area. */
export function gridOfRows(
  db: Db,
  importIds: readonly number[],
  query: TableQuery,
  frame: Frame,
): Promise<Cluster[]> {
  const { values, bind } = binder();
  const own = filterConditions(query, bind);
  const where = [isOneOf(importIds), ...boxConditions(frame.box, bind), ...own];
  return gridOf(db, 'dataset_rows', ['x', 'y'], where, { ...frame, values });
}

/** The same of homes. */
export function gridOfHomes(
  db: Db,
  query: HomeBoxQuery & Pick<Frame, 'box'>,
  cells: number,
): Promise<Cluster[]> {
  const { values, bind } = binder();
  const frame = { box: query.box, cells, values };
  return gridOf(db, 'home_members', ['lng', 'lat'], homesIn(query, bind), frame);
}

interface Grid extends Frame {
  readonly values: unknown[];
}

/** Numbers of the grid are in the text: they are ours, and whole. */
function gridOf(
  db: Db,
  table: string,
  [x, y]: readonly [string, string],
  where: readonly string[],
  { box: { w, s, e, n }, cells, values }: Grid,
): Promise<Cluster[]> {
  const width = Math.max(1, Math.ceil((e - w) / cells));
  const height = Math.max(1, Math.ceil((n - s) / cells));
  return db.rows<Cluster>(
    `select count(*) as count, avg(${x})::float8 / 1e6 as lng, avg(${y})::float8 / 1e6 as lat
     from ${table} where ${where.join(' and ')}
     group by (${x} - (${w})) / ${width}, (${y} - (${s})) / ${height}`,
    values,
  );
}
