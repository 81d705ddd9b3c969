/** Changes of who may call, so that what nodes keep in memory ends everywhere within a second. */
import type { Db } from './db.js';

export interface AccessChange {
  readonly version: number;
  readonly account_id: string;
}

/**
 * Takes the next version for a change of an account or its keys. Call it in the transaction of the
 * change: both become visible together, and versions in their order.
 */
export async function noteAccessChange(tx: Db, accountId: string, at: Date): Promise<void> {
  await tx.rows(
    `with next as (update access_version set version = version + 1 returning version)
     insert into access_changes (version, account_id, changed_at)
     select version, $1, $2 from next`,
    [accountId, at],
  );
}

/** The version now. */
export async function accessVersion(db: Db): Promise<number> {
  const rows = await db.rows<{ version: number }>(`select version from access_version`);
  return rows[0]?.version ?? 0;
}

/** Changes after a version, oldest first, at most `limit`. */
export const accessChanges = (db: Db, after: number, limit: number): Promise<AccessChange[]> =>
  db.rows<AccessChange>(
    `select version, account_id from access_changes where version > $1 order by version limit $2`,
    [after, limit],
    'access_changes',
  );

/** Removes changes that every running node has long seen; at most `limit`. Returns how many. */
export async function deleteOldAccessChanges(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db.rows(
    `delete from access_changes
     where version in (
       select version from access_changes where changed_at < $1 order by version limit $2
     )
     returning version`,
    [before, limit],
  );
  return rows.length;
}
