import type { Db } from './db.js';

/**
 * Removes at most `limit` rows of a table that meet a condition on `values`; returns how many. It
 * finds rows by ctid: a row that changes meanwhile gets another, and stays. `where` must be text of
 * the store.
 */
export async function deleteSome(
  db: Db,
  table: string,
  where: string,
  values: readonly unknown[],
  limit: number,
): Promise<number> {
  const rows = await db.rows(
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${where} limit $${values.length + 1}
     )) returning 1`,
    [...values, limit],
  );
  return rows.length;
}
