/** Snapshots of finished searches: what they hold, and their rows as lines of text. */
import { arraysIn, holdersOf, valuesIn } from './columns.js';
import type { Db } from './db.js';
import { first } from './first-row.js';
import { ownedRows } from './owned-rows.js';

export interface StoredSnapshot {
  readonly snapshot_id: string;
  readonly account_id: string;
  /** SHA-256 of the content, hexadecimal. */
  readonly hash: string;
  readonly name: string;
  readonly created_at: Date;
  readonly route: string;
  readonly source: string;
  /** The first line of the content, without its line break. */
  readonly manifest: string;
  readonly rows_erased: number;
}

export interface SnapshotRow {
  readonly source_id: string;
  readonly home_id: string | null;
  /** Canonical JSON. */
  readonly line: string;
}

const COLUMNS =
  'snapshot_id, account_id, hash, name, created_at, route, source, manifest, rows_erased';
/** Rows that one statement stores. */
const PART_ROWS = 500;

export const {
  find: findSnapshot,
  count: countSnapshots,
  remove: deleteSnapshot,
} = ownedRows<StoredSnapshot>('snapshots', 'snapshot_id', COLUMNS);

/** Gives a snapshot another name. */
export async function renameSnapshot(tx: Db, snapshotId: string, name: string): Promise<void> {
  await tx.rows('update snapshots set name = $2 where snapshot_id = $1', [snapshotId, name]);
}

/** Stores a snapshot with its rows; call it in a transaction. */
export async function insertSnapshot(
  tx: Db,
  snapshot: StoredSnapshot,
  rows: readonly SnapshotRow[],
): Promise<void> {
  await tx.rows(
    `insert into snapshots (${COLUMNS}) values (${holdersOf(COLUMNS)})`,
    valuesIn(COLUMNS, snapshot),
  );
  for (let at = 0; at < rows.length; at += PART_ROWS) {
    const part = rows.slice(at, at + PART_ROWS);
    await tx.rows(
      `insert into snapshot_rows (snapshot_id, nth, source_id, home_id, line)
       select $1, $2 + nth::integer, source_id, home_id, line
       from unnest($3::text[], $4::uuid[], $5::text[]) with ordinality
         as r (source_id, home_id, line, nth)`,
      [snapshot.snapshot_id, at, ...arraysIn('source_id, home_id, line', part)],
    );
  }
}

/** The snapshot of an account with this content; undefined for none. */
export const findSnapshotByHash = (
  db: Db,
  accountId: string,
  hash: string,
): Promise<StoredSnapshot | undefined> =>
  first(db, `select ${COLUMNS} from snapshots where account_id = $1 and hash = $2`, [
    accountId,
    hash,
  ]);

/** The snapshots of an account made before a moment, newest first. */
export const listSnapshots = (
  db: Db,
  accountId: string,
  before: Date,
  limit: number,
): Promise<StoredSnapshot[]> =>
  db.rows<StoredSnapshot>(
    `select ${COLUMNS} from snapshots where account_id = $1 and created_at < $2
     order by created_at desc, snapshot_id desc limit $3`,
    [accountId, before, limit],
  );

/** The rows of a snapshot, in the order of the search. */
export const findSnapshotRows = (db: Db, snapshotId: string): Promise<SnapshotRow[]> =>
  db.rows<SnapshotRow>(
    'select source_id, home_id, line from snapshot_rows where snapshot_id = $1 order by nth',
    [snapshotId],
  );

/** A home by its id, or one id at a source. */
export type ErasedHome =
  | { readonly home_id: string }
  | { readonly source: string; readonly source_id: string };

/** Waits for an erasure under way; the next one waits for the end of this transaction. */
export async function lockAgainstErasures(tx: Db): Promise<void> {
  await tx.rows('lock table snapshots in row exclusive mode');
}

/**
 * Erases the rows of a home from all snapshots, in a transaction; returns how many. It locks the
 * table: snapshots that are being made end before, and those that begin later leave the home out.
 */
export async function eraseSnapshotRows(tx: Db, one: ErasedHome): Promise<number> {
  await tx.rows('lock table snapshots in share row exclusive mode');
  const [where, values] =
    'home_id' in one
      ? ['r.home_id = $1', [one.home_id]]
      : [
          `r.source_id = $1
           and r.snapshot_id in (select snapshot_id from snapshots where source = $2)`,
          [one.source_id, one.source],
        ];
  const counted = await tx.rows<{ rows: number }>(
    `with gone as (delete from snapshot_rows r where ${where} returning snapshot_id),
       sums as (select snapshot_id, count(*)::integer as rows from gone group by snapshot_id)
     update snapshots s set rows_erased = rows_erased + sums.rows
     from sums where s.snapshot_id = sums.snapshot_id returning sums.rows`,
    values,
  );
  return counted.reduce((sum, { rows }) => sum + rows, 0);
}
