import type { Db } from './db.js';
import { rowCount } from './first-row.js';

/**
 * Removes at most `limit` rows of a table that meet a condition on `values`; returns how many. It
 * finds rows by ctid: a row that changes meanwhile gets another, and stays. `where` must be text of
 * the store.
 */
export const deleteSome = (
  db: Db,
  table: string,
  where: string,
  values: readonly unknown[],
  limit: number,
): Promise<number> =>
  rowCount(
    db,
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${where} limit $${values.length + 1}
     )) returning 1`,
    [...values, limit],
  );

/** Rows that are removed some time after a moment of theirs: which of a table are older than $1. */
const OLDER = {
  // The newest stays: nodes compare its version with theirs.
  access_changes: 'changed_at < $1 and version < (select max(version) from access_changes)',
  collections: "state in ('done', 'failed') and settled_at < $1",
  deliveries: 'created_at < $1',
  // Reports go with the member they are of.
  home_members: "seen_on < ($1 at time zone 'UTC')::date",
  home_observations: 'to_at < $1',
  home_places: 'seen_at < $1',
  home_reports: "seen_on < ($1 at time zone 'UTC')::date",
  home_states: 'to_at < $1',
  lookup_batches: 'created_at < $1',
  mail_counts: 'begins_at < $1',
  place_extents: 'seen_at < $1',
  snapshots: 'created_at < $1',
  source_places: 'checked_at < $1 and imported_at is null',
  watch_gaps: 'to_at < $1',
} as const;

/** Removes rows of a table that are older than `before`, at most `limit`; returns how many. */
export const deleteOld = (
  db: Db,
  table: keyof typeof OLDER,
  before: Date,
  limit: number,
): Promise<number> => deleteSome(db, table, OLDER[table], [before], limit);
