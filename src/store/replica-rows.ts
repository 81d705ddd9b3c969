/**
 * The rows of replicated feeds, in partitions of dataset_rows, one per kind. Only the holder of a
 * feed's lease writes them: each statement below first locks the feed's row.
 */
import type { Kind } from '#contract/values.js';
import type { ChangeMark, TableRow } from '#domain/table.js';
import {
  attachRows,
  COLUMNS,
  createRows,
  INDEXES,
  insertInto,
  partition,
  vacuum,
} from './dataset-rows.js';
import type { Db, Pool } from './db.js';
import { first, numberIn, rowCount } from './first-row.js';

/** The tables of a feed by kind. */
export type ReplicaTables = ReadonlyMap<Kind, number>;

export interface Held {
  readonly feed: string;
  readonly lease_id: string;
}

/** A row as a feed has it now; it gets its line when it is first stored. */
export type KeptRow = Omit<TableRow, 'line'>;

/** A page of changes. */
export interface ChangedRows {
  /** The position after its last row. */
  readonly mark: ChangeMark;
  /** When it was requested from the feed. */
  readonly readAt: Date;
  /** Every key of the page, once each. A row that no longer has a kind is removed. */
  readonly keys: readonly string[];
  readonly rows: ReadonlyMap<Kind, readonly KeptRow[]>;
}

/** Rows that were new or changed, and rows that were removed. */
export interface ChangeCounts {
  readonly stored: number;
  readonly removed: number;
}

/** Creates the tables of a feed, with the indexes that find pages and changed rows. */
export async function createReplicaTables(
  db: Db,
  feed: string,
  kinds: readonly Kind[],
  at: Date,
): Promise<void> {
  for (const kind of kinds) {
    const [made] = await db.rows<{ import_id: number }>(
      `insert into imports (source, feed, kind, state, started_at, touched_at, settled_at)
       select source, feed, $2, 'current', $3, $3, $3 from replicas where feed = $1
       on conflict (feed, kind) where state = 'current' do nothing returning import_id`,
      [feed, kind, at],
    );
    if (made === undefined) continue;
    const name = partition(made.import_id);
    await createRows(db, made.import_id);
    await db.rows(`alter table ${name} add primary key (import_id, line)`);
    for (const index of INDEXES) await db.rows(index.replace('ROWS', name));
    await attachRows(db, made.import_id);
  }
}

/** Creates missing indexes that find changed rows: an export contains rows only. */
export async function indexKeys(db: Db, tables: ReplicaTables): Promise<void> {
  for (const id of tables.values()) {
    const name = partition(id);
    await db.rows(`create unique index if not exists ${name}_by_key on ${name} (source_id)`);
  }
}

/** Locks a feed's row. Undefined when another holds the lease by now: nothing may be written. */
const lockHeld = (
  tx: Db,
  { feed, lease_id }: Held,
): Promise<{ last_line: number; row_count: number } | undefined> =>
  first(
    tx,
    `select last_line, row_count from replicas where feed = $1 and lease_id = $2 for update`,
    [feed, lease_id],
  );

/** Stores a page of changes and its end, both or neither. Undefined when the lease was lost. */
export function storeChanges(
  db: Db,
  held: Held,
  tables: ReplicaTables,
  { mark, readAt, keys, rows }: ChangedRows,
): Promise<ChangeCounts | undefined> {
  return db.transaction(async (tx) => {
    const before = await lockHeld(tx, held);
    if (before === undefined) return undefined;
    let [line, stored, added, removed] = [before.last_line, 0, 0, 0];
    for (const [kind, id] of tables) {
      const now = rows.get(kind) ?? [];
      const known = new Set(now.map(({ source_id }) => source_id));
      removed += await removeKeys(
        tx,
        id,
        keys.filter((key) => !known.has(key)),
      );
      const written = await upsert(tx, id, now, line);
      line += now.length;
      stored += written.length;
      added += written.filter(({ is_new }) => is_new).length;
    }
    await tx.rows(
      `update replicas set mark = $2, read_at = $3, last_line = $4, row_count = row_count + $5
       where feed = $1`,
      [held.feed, JSON.stringify(mark), readAt, line, added - removed],
    );
    return { stored, removed };
  });
}

async function removeKeys(tx: Db, id: number, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const gone = await tx.rows(
    `delete from ${partition(id)} where source_id = any($1::text[]) returning line`,
    [keys],
  );
  return gone.length;
}

const CHANGED = ['strip', ...Object.keys(COLUMNS), 'body']
  .filter((name) => name !== 'line' && name !== 'source_id')
  .map((name) => `${name} = excluded.${name}`)
  .join(', ');

/** An existing row keeps its line, which page walks use; an unchanged row is not written. */
function upsert(
  tx: Db,
  id: number,
  rows: readonly KeptRow[],
  line: number,
): Promise<{ is_new: boolean }[]> {
  if (rows.length === 0) return Promise.resolve([]);
  return insertInto<{ is_new: boolean }>(
    tx,
    id,
    rows.map((row, at) => ({ ...row, line: line + at + 1 })),
    `on conflict (source_id) do update set ${CHANGED}
     where ${partition(id)}.body is distinct from excluded.body returning (xmax = 0) as is_new`,
  );
}

/** Deletes the gathered keys. */
export async function clearKeys(db: Db, feed: string): Promise<void> {
  await db.rows(`delete from replica_keys where feed = $1`, [feed]);
}

/** Gathers keys. Returns how many of them are new. */
export const addKeys = (db: Db, feed: string, keys: readonly string[]): Promise<number> =>
  rowCount(
    db,
    `insert into replica_keys (feed, source_id) select $1, key from unnest($2::text[]) key
     on conflict do nothing returning source_id`,
    [feed, keys],
  );

/** A comparison reads every key once. */
const COMPARE_MS = 600_000;

/**
 * Removes the rows whose keys are not among the `gathered` ones, all or none. Returns how many;
 * `lost` when keys or the lease were lost, `many` when more than half of the rows would be removed.
 */
export async function removeUngathered(
  db: Db,
  held: Held,
  tables: ReplicaTables,
  gathered: number,
  { at, dueAt }: { readonly at: Date; readonly dueAt: Date },
): Promise<number | 'lost' | 'many'> {
  return db.transaction(async (tx) => {
    const before = await lockHeld(tx, held);
    const [kept] = await tx.rows<{ n: number }>(
      `select count(*) as n from replica_keys where feed = $1`,
      [held.feed],
    );
    if (before === undefined || kept?.n !== gathered) return 'lost';
    const counts = await Promise.all(
      [...tables.values()].map((id) => countGone(tx, id, held.feed)),
    );
    const removed = counts.reduce((sum, count) => sum + count, 0);
    if (removed > MANY && removed * 2 > before.row_count) return 'many';
    for (const id of tables.values()) {
      await tx.rows(`delete from ${partition(id)} r where ${IS_GONE}`, [held.feed]);
    }
    await tx.rows(
      `update replicas set compared_at = $2, compare_due_at = $3, row_count = row_count - $4
       where feed = $1`,
      [held.feed, at, dueAt, removed],
    );
    return removed;
  }, COMPARE_MS);
}

/** This few rows may all be removed at once. */
const MANY = 50;

const IS_GONE =
  'not exists (select 1 from replica_keys k where k.feed = $1 and k.source_id = r.source_id)';

const countGone = (tx: Db, id: number, feed: string): Promise<number> =>
  numberIn(tx, `select count(*) as n from ${partition(id)} r where ${IS_GONE}`, [feed]);

/** Vacuums the tables, which index-only scans need, and updates the planner's statistics. */
export async function vacuumReplica(pool: Pool, tables: ReplicaTables): Promise<void> {
  for (const id of tables.values()) await vacuum(pool, partition(id));
}
