/** How often each field and member of a source was filled in its rows: what is normal for it. */
import { arraysIn } from './columns.js';
import type { Db } from './db.js';

export interface FieldShare {
  readonly name: string;
  readonly rows: number;
  readonly filled: number;
}

/** The stored shares. */
export const listFieldShares = (db: Db): Promise<FieldShare[]> =>
  db.rows<FieldShare>('select name, rows, filled from field_shares');

/**
 * Adds seen rows, each name once; above `rowsMax` older rows count half. Rows are locked in the
 * order of their names, so that two nodes wait for each other and never deadlock.
 */
export async function addFieldShares(
  db: Db,
  shares: readonly FieldShare[],
  rowsMax: number,
): Promise<void> {
  await db.rows(
    `insert into field_shares as f (name, rows, filled)
     select x.name, x.rows, x.filled
     from unnest($1::text[], $2::float8[], $3::float8[]) as x (name, rows, filled)
     order by x.name
     on conflict (name) do update
     set rows = (f.rows + excluded.rows) / case when f.rows + excluded.rows > $4 then 2 else 1 end,
         filled = (f.filled + excluded.filled) / case when f.rows + excluded.rows > $4 then 2 else 1 end`,
    [...arraysIn('name, rows, filled', shares), rowsMax],
    'add_field_shares',
  );
}
