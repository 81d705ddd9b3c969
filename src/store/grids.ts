/** Points counted in the cells of a grid: clusters of a tile, whatever the number of rows. */
import type { Box } from '#domain/box.js';
import type { Cluster } from '#domain/table.js';
import type { Db } from './db.js';
import { boxConditions, isOneOf } from './find-rows.js';
import { homesIn, type ReadableHomes } from './home-layer.js';

/** Clusters of imported rows in a box, `cells` of them on each side. */
export function gridOfRows(
  db: Db,
  importIds: readonly number[],
  box: Box,
  cells: number,
): Promise<Cluster[]> {
  const { values, bind } = binder();
  const where = [isOneOf(importIds), ...boxConditions(box, bind)];
  return gridOf(db, 'dataset_rows', ['x', 'y'], where, { box, cells, values });
}

/** The same of homes that a caller may read. */
export function gridOfHomes(
  db: Db,
  readable: ReadableHomes,
  box: Box,
  cells: number,
): Promise<Cluster[]> {
  const { values, bind } = binder();
  const where = homesIn({ readable, box, from: null, until: null, conditions: [] }, bind);
  return gridOf(db, 'home_members', ['lng', 'lat'], where, { box, cells, values });
}

interface Grid {
  readonly box: Box;
  readonly cells: number;
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

function binder(): { values: unknown[]; bind: (value: unknown) => string } {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}
