/** The homes that rows are of. */
import type { Row } from '#contract/rows.js';
import { rowKey, valueOf } from './fields.js';
import { groupedBy } from './grouped-by.js';

/** The home id of a row, which all sources share; null where it has none. */
export function homeIdOf(row: Row): string | null {
  const id = valueOf(row, 'extras.home_id');
  return typeof id === 'string' ? id : null;
}

/** The home of a row: its home id; without one, the row itself. */
export const homeKeyOf = (row: Row): string => homeIdOf(row) ?? rowKey(row);

/** Rows by their home, in their order. */
export const rowsByHome = (rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> =>
  groupedBy(rows, homeKeyOf);
