/** The log of operators' actions: entries are added, never changed (a trigger prevents it). */
import { holdersOf, valuesIn } from './columns.js';
import type { Db } from './db.js';

export interface AuditEntry {
  readonly created_at: Date;
  /** The name that the operator gave. */
  readonly operator: string;
  readonly action: string;
  readonly account_id: string | null;
  /** What was changed, where it is not the account itself. */
  readonly subject: string | null;
  /** The changed values; null where nothing existed before, or nothing exists after. */
  readonly before: object | null;
  readonly after: object | null;
}

export interface StoredAuditEntry extends AuditEntry {
  readonly entry_id: number;
}

/** Which entries: from `from` on, before `to`, of an account, older than an entry. */
export interface AuditFilter {
  readonly from: Date | null;
  readonly to: Date | null;
  readonly account_id: string | null;
  readonly older_than: number | null;
}

const COLUMNS = 'created_at, operator, action, account_id, subject, before, after';

/** Adds an entry; call it in the transaction of the change. */
export async function insertAuditEntry(tx: Db, entry: AuditEntry): Promise<void> {
  await tx.rows(
    `insert into audit_log (${COLUMNS}) values (${holdersOf(COLUMNS)})`,
    valuesIn(COLUMNS, entry),
  );
}

/** Entries, newest first, at most `limit`. */
export const listAuditEntries = (
  db: Db,
  { from, to, account_id, older_than }: AuditFilter,
  limit: number,
): Promise<StoredAuditEntry[]> =>
  db.rows<StoredAuditEntry>(
    `select entry_id, ${COLUMNS} from audit_log
     where ($1::timestamptz is null or created_at >= $1)
       and ($2::timestamptz is null or created_at < $2)
       and ($3::uuid is null or account_id = $3)
       and ($4::bigint is null or entry_id < $4)
     order by entry_id desc
     limit $5`,
    [from, to, account_id, older_than, limit],
  );

/**
 * Homes that an operator erased since a moment, each once, as the operator named it, with its last
 * erasure. All of them: whoever left one out would show the rows of an erased home.
 */
export const listErasedHomes = (
  db: Db,
  since: Date,
): Promise<{ subject: string; created_at: Date }[]> =>
  db.rows(
    `select subject, max(created_at) as created_at from audit_log
     where action = 'home.erase' and created_at >= $1 and subject is not null
     group by subject order by subject`,
    [since],
  );
