/** Changes of who may call, so that every node drops its cached access within a second. */
import type { Db } from './db.js';
import { numberIn } from './first-row.js';

export interface AccessChange {
  readonly version: number;
  readonly account_id: string;
}

/**
 * Takes the next version for a change of an account or its keys. Call it in the transaction of the
 * change, so that both become visible together. Other changes wait for the lock until it ends, so
 * versions become visible in order. Reads are not blocked.
 */
export async function noteAccessChange(tx: Db, accountId: string, at: Date): Promise<void> {
  await tx.rows('lock table access_changes in share row exclusive mode');
  await tx.rows(
    `insert into access_changes (version, account_id, changed_at)
     select coalesce(max(version), 0) + 1, $1, $2 from access_changes`,
    [accountId, at],
  );
}

/** The current version. */
export const accessVersion = (db: Db): Promise<number> =>
  numberIn(db, 'select max(version) as version from access_changes');

/** Changes after a version, oldest first, at most `limit`. */
export const accessChanges = (db: Db, after: number, limit: number): Promise<AccessChange[]> =>
  db.rows<AccessChange>(
    `select version, account_id from access_changes where version > $1 order by version limit $2`,
    [after, limit],
    'access_changes',
  );
