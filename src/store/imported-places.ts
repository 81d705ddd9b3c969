/** Source places that the operator imported; searches use them like others (source-places.ts). */
import type { Box } from '#domain/box.js';
import type { PlaceName } from '#domain/extent.js';
import { arraysIn } from './columns.js';
import type { Db } from './db.js';
import { rowCount } from './first-row.js';

export interface ImportedPlace extends PlaceName {
  readonly token: string;
  readonly label: string;
  readonly box: Box | null;
}

/** Rows per statement. */
const BATCH_ROWS = 5_000;

/**
 * Replaces the places imported before: all or nothing. With the lock, two imports wait for each
 * other, and a search that drops a place waits for both; reads continue.
 */
export async function replaceImportedPlaces(
  db: Db,
  source: string,
  places: readonly ImportedPlace[],
  at: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.rows('lock table source_places in share row exclusive mode');
    await deleteImported(tx, source);
    for (let from = 0; from < places.length; from += BATCH_ROWS) {
      await insertPlaces(tx, source, places.slice(from, from + BATCH_ROWS), at);
    }
  });
}

const NOWHERE = { w: null, s: null, e: null, n: null };

async function insertPlaces(db: Db, source: string, places: readonly ImportedPlace[], at: Date) {
  const boxed = places.map((place) => ({ ...place, ...(place.box ?? NOWHERE) }));
  await db.rows(
    `insert into source_places
       (source, form, name, status, token, label, w, s, e, n, checked_at, imported_at)
     select $1, x.form, x.name, 'good', x.token, x.label, x.w, x.s, x.e, x.n, $2, $2
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[], $9::int[],
                 $10::int[]) as x (form, name, token, label, w, s, e, n)
     on conflict (source, form, name) do update
     set status = excluded.status, token = excluded.token, label = excluded.label, w = excluded.w,
         s = excluded.s, e = excluded.e, n = excluded.n, checked_at = excluded.checked_at,
         audited_at = null, homes = null, outside = null, imported_at = excluded.imported_at`,
    [source, at, ...arraysIn('form, name, token, label, w, s, e, n', boxed)],
  );
}

export interface ImportedCount {
  readonly form: string;
  /** `good` is in use; the others returned another place, or left out homes. */
  readonly status: string;
  readonly places: number;
  readonly imported_at: Date;
}

/** How many places of a source were imported, by form and by status. */
export const countImported = (db: Db, source: string): Promise<ImportedCount[]> =>
  db.rows<ImportedCount>(
    `select form, status, count(*)::int as places, max(imported_at) as imported_at
     from source_places where source = $1 and imported_at is not null
     group by form, status order by form desc, status`,
    [source],
  );

/** Removes all that was imported for a source; returns how many places. */
export const deleteImported = (db: Db, source: string): Promise<number> =>
  rowCount(
    db,
    'delete from source_places where source = $1 and imported_at is not null returning name',
    [source],
  );
