import type { Db } from './db.js';

/**
 * Removes at most `limit` rows of a table that meet a condition on their values; returns how many. They go by their
 * place: a row that changes meanwhile has another then, and stays. Only text of the store goes in as `where`.
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
