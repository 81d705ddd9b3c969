/** Places by the numbering of each source, with what was found about them and when. */
import type { Box } from '#domain/box.js';
import type { PlaceName } from '#domain/extent.js';
import type { Db } from './db.js';

export interface SourcePlaceRow {
  readonly status: 'good' | 'none' | 'wrong' | 'leaks' | 'failed';
  /** Null where the status is not `good`. */
  readonly token: string | null;
  readonly label: string | null;
  readonly box: Box | null;
  readonly checked_at: Date;
}

export interface FoundPlace extends SourcePlaceRow {
  readonly audited: boolean;
  readonly imported: boolean;
}

type StoredRow = Omit<FoundPlace, 'box'> & { readonly [edge in keyof Box]: number | null };

/** What was found about a place, or undefined. */
export async function findSourcePlace(
  db: Db,
  source: string,
  { form, name }: PlaceName,
): Promise<FoundPlace | undefined> {
  const [row] = await db.rows<StoredRow>(
    `select status, token, label, w, s, e, n, checked_at, audited_at is not null as audited,
       imported_at is not null as imported
     from source_places
     where source = $1 and form = $2 and name = $3`,
    [source, form, name],
    'find_source_place',
  );
  if (row === undefined) return undefined;
  const { w, s, e, n, ...found } = row;
  const hasBox = w !== null && s !== null && e !== null && n !== null;
  return { ...found, box: hasBox ? { w, s, e, n } : null };
}

/**
 * Stores what was found about a place; the newest wins. An imported place that is dropped still
 * counts among the imported ones.
 */
export async function keepSourcePlace(
  db: Db,
  source: string,
  { form, name }: PlaceName,
  { status, token, label, box, checked_at }: SourcePlaceRow,
): Promise<void> {
  await db.rows(
    `insert into source_places as p (source, form, name, status, token, label, w, s, e, n, checked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (source, form, name) do update
     set status = excluded.status, token = excluded.token, label = excluded.label, w = excluded.w,
         s = excluded.s, e = excluded.e, n = excluded.n, checked_at = excluded.checked_at,
         audited_at = null, homes = null, outside = null,
         imported_at = case when excluded.status = 'good' then null else p.imported_at end`,
    [
      source,
      form,
      name,
      status,
      token,
      label,
      box?.w ?? null,
      box?.s ?? null,
      box?.e ?? null,
      box?.n ?? null,
      checked_at,
    ],
  );
}

/** Stores the result of a place's audit; one with homes outside leaks, and loses its token. */
export async function keepPlaceAudit(
  db: Db,
  source: string,
  { form, name }: PlaceName,
  { homes, outside }: { readonly homes: number; readonly outside: number },
  at: Date,
): Promise<void> {
  await db.rows(
    `update source_places
     set audited_at = $4, homes = $5, outside = $6, checked_at = $4,
         status = case when $6 > 0 then 'leaks' else status end,
         token = case when $6 > 0 then null else token end
     where source = $1 and form = $2 and name = $3 and status = 'good'`,
    [source, form, name, at, homes, outside],
  );
}

export interface AuditSummary {
  readonly source: string;
  readonly audits: number;
  readonly homes: number;
  readonly outside: number;
}

/** The audit results of each source's places, as far as they are still stored. */
export const listPlaceAudits = (db: Db): Promise<AuditSummary[]> =>
  db.rows<AuditSummary>(
    `select source, count(*)::int as audits, sum(homes)::int as homes, sum(outside)::int as outside
     from source_places where audited_at is not null group by source order by source`,
  );
