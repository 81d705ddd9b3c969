/** File imports: the current one of each dataset and its report. Feeds share their numbers. */
import type { Provenance } from '#domain/table.js';
import { attachRows, createRows, dropRows, type ImportedTable } from './dataset-rows.js';
import type { Db } from './db.js';

/** In place of a source, for files of market series: no search finds them. */
export const SERIES = 'market_series';

const tableOf = (source: string): ImportedTable => (source === SERIES ? SERIES : 'dataset_rows');

export interface NewImport {
  readonly source: string;
  readonly dataset: string;
  readonly file_name: string;
  readonly file_sha256: string;
  readonly mapping: unknown;
  readonly mapping_hash: string;
}

/** An import as operators see it. */
export interface ImportRow {
  readonly import_id: number;
  readonly dataset: string;
  readonly file_name: string;
  readonly file_sha256: string;
  readonly mapping: unknown;
  readonly mapping_hash: string;
  readonly report: Readonly<Record<string, unknown>>;
  readonly settled_at: Date;
}

/** Starts an import, unless one is loading. One untouched since `staleAt` is dead, and ended. */
export async function beginImport(
  db: Db,
  made: NewImport,
  at: Date,
  staleAt: Date,
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    await tx.rows(
      `update imports set state = 'ended', settled_at = $3
       where source = $1 and dataset = $2 and state = 'loading' and touched_at < $4`,
      [made.source, made.dataset, at, staleAt],
    );
    const [row] = await tx.rows<{ import_id: number }>(
      `insert into imports
         (source, dataset, state, file_name, file_sha256, mapping, mapping_hash, report, started_at, touched_at)
       values ($1, $2, 'loading', $3, $4, $5, $6, '{}', $7, $7)
       on conflict do nothing returning import_id`,
      [
        made.source,
        made.dataset,
        made.file_name,
        made.file_sha256,
        JSON.stringify(made.mapping),
        made.mapping_hash,
        at,
      ],
    );
    if (row !== undefined) await createRows(tx, row.import_id, tableOf(made.source));
    return row?.import_id;
  });
}

/** Records that the import is alive, and its progress. False when it was ended as dead. */
export async function touchImport(
  db: Db,
  importId: number,
  at: Date,
  progress: unknown,
): Promise<boolean> {
  const rows = await db.rows(
    `update imports set touched_at = $2, report = $3
     where import_id = $1 and state = 'loading' returning import_id`,
    [importId, at, JSON.stringify(progress)],
  );
  return rows.length > 0;
}

/** Attaching reads all rows once. */
const ATTACH_MS = 600_000;

/**
 * Replaces the current import of a dataset by a loaded one: all or nothing. False when the loaded
 * one was ended meanwhile.
 */
export async function makeCurrent(
  db: Db,
  importId: number,
  report: unknown,
  at: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx.rows<{ source: string; dataset: string }>(
      `select source, dataset from imports where import_id = $1 and state = 'loading' for update`,
      [importId],
    );
    if (row === undefined) return false;
    await attachRows(tx, importId, tableOf(row.source));
    await endCurrent(tx, row.source, row.dataset, at);
    await tx.rows(
      `update imports set state = 'current', report = $2, settled_at = $3 where import_id = $1`,
      [importId, JSON.stringify(report), at],
    );
    return true;
  }, ATTACH_MS);
}

/** Ends the current import of a dataset; false when it has none. */
export async function endCurrent(
  db: Db,
  source: string,
  dataset: string,
  at: Date,
): Promise<boolean> {
  const rows = await db.rows(
    `update imports set state = 'ended', settled_at = $3
     where source = $1 and dataset = $2 and state = 'current' returning import_id`,
    [source, dataset, at],
  );
  return rows.length > 0;
}

/** Ends an import that failed while it was loaded. */
export async function endImport(db: Db, importId: number, at: Date): Promise<void> {
  await db.rows(
    `update imports set state = 'ended', settled_at = $2 where import_id = $1 and state = 'loading'`,
    [importId, at],
  );
}

/** Ends all loading imports: when the only process of a database starts, they are dead. */
export async function endLoading(db: Db, at: Date): Promise<void> {
  await db.rows(`update imports set state = 'ended', settled_at = $1 where state = 'loading'`, [
    at,
  ]);
}

/** The current imports of a source, by dataset. */
export const currentImports = (db: Db, source: string): Promise<ImportRow[]> =>
  db.rows<ImportRow>(
    `select import_id, dataset, file_name, file_sha256, mapping, mapping_hash, report, settled_at
     from imports where source = $1 and state = 'current' and feed is null order by dataset collate "C"`,
    [source],
  );

/** The imports of a source that are loading; their report is their progress. */
export const loadingImports = (
  db: Db,
  source: string,
): Promise<{ dataset: string; file_name: string; report: Readonly<Record<string, unknown>> }[]> =>
  db.rows(
    `select dataset, file_name, report from imports
     where source = $1 and state = 'loading' order by dataset collate "C"`,
    [source],
  );

/** Which imports are current, over all sources: tables of rows, and no series. */
export const listCurrent = (db: Db): Promise<(Provenance & { source: string })[]> =>
  db.rows(
    `select source, import_id, dataset, file_sha256,
       to_char(settled_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as imported_at,
       jsonb_strip_nulls(jsonb_build_object('licence', mapping -> 'licence',
         'licence_url', mapping -> 'licence_url', 'attribution', mapping -> 'attribution')) as rights
     from imports where state = 'current' and feed is null and source <> '${SERIES}' order by import_id`,
  );

/**
 * Drops the tables of imports and feeds that ended before `before`, and of imports untouched since
 * `staleAt`. Returns how many tables.
 */
export async function dropEndedImports(
  db: Db,
  before: Date,
  staleAt: Date,
  limit: number,
): Promise<number> {
  const ended = await db.rows<{ import_id: number }>(
    `select import_id from imports
     where (state = 'ended' and settled_at < $1) or (state = 'loading' and touched_at < $2)
     order by import_id limit $3`,
    [before, staleAt, limit],
  );
  for (const { import_id } of ended) {
    await db.transaction(async (tx) => {
      const gone = await tx.rows(
        `delete from imports
         where import_id = $1 and (state = 'ended' or (state = 'loading' and touched_at < $2))
         returning import_id`,
        [import_id, staleAt],
      );
      if (gone.length > 0) await dropRows(tx, import_id);
    });
  }
  return ended.length;
}
