/** File imports: the current one of each dataset and its report. Feeds share their numbers. */
import type { Provenance } from '#domain/table.js';
import {
  attachRows,
  createRows,
  dropRows,
  type ImportedTable,
  WHOLE_IMPORT_MS,
} from './dataset-rows.js';
import type { Db } from './db.js';
import { hasRow } from './first-row.js';
import { subtractMonths } from './sale-months.js';

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
export interface ImportRow extends Omit<NewImport, 'source'> {
  readonly import_id: number;
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
export const touchImport = (
  db: Db,
  importId: number,
  at: Date,
  progress: unknown,
): Promise<boolean> =>
  hasRow(
    db,
    `update imports set touched_at = $2, report = $3
     where import_id = $1 and state = 'loading' returning import_id`,
    [importId, at, JSON.stringify(progress)],
  );

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
    await tx.rows(
      `update imports set state = 'ended', settled_at = $3, replaced_by = $4
       where source = $1 and dataset = $2 and state = 'current'`,
      [row.source, row.dataset, at, importId],
    );
    await tx.rows(
      `update imports set state = 'current', report = $2, settled_at = $3, current_at = $3
       where import_id = $1`,
      [importId, JSON.stringify(report), at],
    );
    return true;
  }, ATTACH_MS);
}

/** Ends the current import of a dataset and its earlier versions; false when it has none. */
export async function endCurrent(
  db: Db,
  source: string,
  dataset: string,
  at: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await tx.rows(
      `update imports set state = 'ended', settled_at = $3
       where source = $1 and dataset = $2 and state = 'current' returning import_id`,
      [source, dataset, at],
    );
    if (rows.length === 0) return false;
    await tx.rows(
      `update imports set state = 'ended', replaced_by = null, settled_at = $3
       where source = $1 and dataset = $2 and replaced_by is not null`,
      [source, dataset, at],
    );
    return true;
  });
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
 * A version of a dataset. An earlier one has the months that differ from the next version, and so
 * on up to the first that is whole: that is the last of `later`.
 */
export type DatasetVersion = ImportRow & { readonly source: string; readonly later: number[] };

/** The version of each dataset that was current at a moment, or became current first after it. */
export const versionsAt = (
  db: Db,
  sources: readonly string[],
  at: Date,
): Promise<(DatasetVersion & { readonly was_current: boolean })[]> =>
  db.rows(
    `select distinct on (i.source, i.dataset collate "C") i.import_id, i.source, i.dataset, i.file_name, i.file_sha256, i.mapping,
       mapping_hash, report, current_at as settled_at, current_at <= $2 as was_current,
       array(select n.import_id from imports n
         where n.source = i.source and n.dataset = i.dataset and n.import_id > i.import_id
           and n.import_id <= (
             select min(w.import_id) from imports w
             where w.source = i.source and w.dataset = i.dataset and w.import_id >= i.import_id
               and (w.state = 'current' or (w.state = 'ended' and w.replaced_by is not null)))
           and (n.state in ('current', 'earlier') or n.replaced_by is not null)
         order by n.import_id) as later
     from imports i
     where source = any($1::text[]) and feed is null and (state = 'current' or replaced_by is not null)
     order by i.source, i.dataset collate "C", (current_at <= $2) desc, abs(extract(epoch from current_at - $2))`,
    [sources, at],
  );

/** Versions of a dataset whose months are retained, besides the current one. */
export const DATASET_VERSIONS_MAX = 100;

/**
 * Drops the tables of imports and feeds that ended before `before`, and of imports untouched since
 * `staleAt`. Of a replaced import the months stay. Returns how many tables.
 */
export async function dropEndedImports(
  db: Db,
  before: Date,
  staleAt: Date,
  limit: number,
): Promise<number> {
  const ended = await db.rows<{ import_id: number; replaced_by: number | null }>(
    `select import_id, replaced_by from imports
     where (state = 'ended' and settled_at < $1) or (state = 'loading' and touched_at < $2)
     order by import_id limit $3`,
    [before, staleAt, limit],
  );
  for (const { import_id, replaced_by } of ended) {
    await db.transaction(async (tx) => {
      const isRetained = replaced_by !== null && (await retainMonths(tx, import_id, replaced_by));
      const gone = isRetained
        ? []
        : await tx.rows(
            `delete from imports
             where import_id = $1 and (state = 'ended' or (state = 'loading' and touched_at < $2))
             returning import_id`,
            [import_id, staleAt],
          );
      if (isRetained || gone.length > 0) await dropRows(tx, import_id);
    }, WHOLE_IMPORT_MS);
  }
  return ended.length;
}

/**
 * Makes a replaced import an earlier version: its months that equal those of the next one go, and
 * the oldest version beyond the bound goes. False for a series, or when it was removed meanwhile.
 */
async function retainMonths(tx: Db, importId: number, next: number): Promise<boolean> {
  const [row] = await tx.rows<{ source: string; dataset: string }>(
    `update imports set state = 'earlier' where import_id = $1 and replaced_by = $2 and state = 'ended'
       and source <> '${SERIES}'
     returning source, dataset`,
    [importId, next],
  );
  if (row === undefined) return false;
  await subtractMonths(tx, importId, next);
  await tx.rows(
    `delete from imports where import_id in (
       select import_id from imports where source = $1 and dataset = $2 and state = 'earlier'
       order by import_id desc offset $3)`,
    [row.source, row.dataset, DATASET_VERSIONS_MAX],
  );
  return true;
}
