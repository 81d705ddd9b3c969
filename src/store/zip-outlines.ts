/** Outlines of ZIPs that the operator imported: the box of each, and their file. */
import type { Box } from '#domain/box.js';
import type { Db } from './db.js';
import { first } from './first-row.js';

/** The set as operators see it. */
export interface OutlineSet {
  readonly file_name: string;
  readonly file_sha256: string;
  readonly report: unknown;
  readonly imported_at: Date;
}

/** Rows per statement. */
const BATCH_ROWS = 5_000;

/**
 * Replaces the previous set: all or nothing. The row of the set is written first, so that two
 * imports wait for each other, and the later one removes what the earlier one stored.
 */
export async function replaceOutlines(
  db: Db,
  { file_name, file_sha256, report, imported_at }: OutlineSet,
  outlines: readonly (readonly [zip: string, box: Box])[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.rows(
      `insert into zip_outline_sets (current, file_name, file_sha256, report, imported_at)
       values (true, $1, $2, $3, $4)
       on conflict (current) do update
       set file_name = excluded.file_name, file_sha256 = excluded.file_sha256,
           report = excluded.report, imported_at = excluded.imported_at`,
      [file_name, file_sha256, JSON.stringify(report), imported_at],
    );
    await tx.rows('delete from zip_outlines');
    for (let from = 0; from < outlines.length; from += BATCH_ROWS) {
      await insertOutlines(tx, outlines.slice(from, from + BATCH_ROWS));
    }
  });
}

async function insertOutlines(
  db: Db,
  outlines: readonly (readonly [zip: string, box: Box])[],
): Promise<void> {
  const edge = (name: keyof Box) => outlines.map(([, box]) => box[name]);
  await db.rows(
    `insert into zip_outlines (zip, w, s, e, n)
     select * from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::int[])`,
    [outlines.map(([zip]) => zip), edge('w'), edge('s'), edge('e'), edge('n')],
  );
}

/** The box of a ZIP's outline, or undefined. */
export const findOutline = (db: Db, zip: string): Promise<Box | undefined> =>
  first(db, 'select w, s, e, n from zip_outlines where zip = $1', [zip], 'find_outline');

/** The current set, or undefined. */
export const findOutlineSet = (db: Db): Promise<OutlineSet | undefined> =>
  first(db, 'select file_name, file_sha256, report, imported_at from zip_outline_sets');

/** Removes the set; false when it does not exist. */
export async function removeOutlines(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    const gone = await tx.rows('delete from zip_outline_sets returning current');
    if (gone.length > 0) await tx.rows('delete from zip_outlines');
    return gone.length > 0;
  });
}
