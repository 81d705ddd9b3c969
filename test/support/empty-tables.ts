/** Removes the rows of a migrated database, so that another test or seed finds it as if new. */
import type { Db } from '#store/db.js';

/** The files of a table, in which the space of deleted rows stays until it is vacuumed. */
export interface UsedTable {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Tables whose files are not empty, in order: those with rows, and some whose rows were deleted.
 * The list of migrations is none of them.
 */
export const usedTables = (db: Db): Promise<UsedTable[]> =>
  db.rows(
    `select relname as name, pg_relation_size(oid) as bytes from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
       and relname <> 'migrations'
     order by relname`,
    [],
    'test_used_tables',
  );

/**
 * Deletes all rows, those of append-only tables too, in a transaction of the caller's. Returns the
 * tables that may have had some. New files (truncate) would cost ten times as much.
 */
export async function emptyTables(transaction: Db): Promise<UsedTable[]> {
  const tables = await usedTables(transaction);
  // No trigger fires: not those that keep rows from being deleted either.
  await transaction.rows('set local session_replication_role = replica');
  for (const { name } of tables) {
    await transaction.rows(`delete from ${name}`, [], `test_empty_${name}`);
  }
  return tables;
}
