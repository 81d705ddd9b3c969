/** Homes seen by watch runs. Each run has its own rows; when it ends, they are the known ones. */
import type { ChangeKind } from '#contract/watches.js';
import type { Db } from './db.js';

type JsonObject = Readonly<Record<string, unknown>>;

export interface WatchRow {
  readonly source_id: string;
  readonly row: JsonObject;
  readonly watched: JsonObject;
  readonly address_key: string | null;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
  readonly missed: number;
  readonly removed_at: Date | null;
  readonly change: ChangeKind | null;
  readonly previous: JsonObject | null;
  /** Prices and status, and since which run they are so. */
  readonly state: JsonObject;
  readonly state_since: Date;
}

const COLUMNS = `source_id, "row", watched, address_key, first_seen_at, last_seen_at, missed, removed_at,
  change, previous, state, state_since`;
/** Columns of the JSON record in which rows are sent. */
const RECORD = `source_id text, "row" json, watched json, address_key text, first_seen_at timestamptz,
  last_seen_at timestamptz, missed smallint, removed_at timestamptz, change text, previous json,
  state json, state_since timestamptz`;

/** The rows of a run by their ids, as far as they exist. */
export const findWatchRows = (
  db: Db,
  runId: string,
  sourceIds: readonly string[],
): Promise<WatchRow[]> =>
  db.rows<WatchRow>(
    // One key lookup for each id: a plan over a table that has just grown would read the whole run.
    `select found.* from unnest($2::text[]) as id cross join lateral (
       select ${COLUMNS} from watch_rows where run_id = $1 and source_id = id limit 1
     ) found`,
    [runId, sourceIds],
  );

/** Stores rows of a run; an existing home is replaced, as when a page is collected twice. */
export async function putWatchRows(
  tx: Db,
  runId: string,
  rows: readonly WatchRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.rows(
    `insert into watch_rows (run_id, ${COLUMNS})
     select $1, ${COLUMNS} from json_to_recordset($2::json) as sent (${RECORD})
     on conflict (run_id, source_id) do update set "row" = excluded."row", watched = excluded.watched,
       address_key = excluded.address_key, change = excluded.change, previous = excluded.previous,
       state = excluded.state, state_since = excluded.state_since`,
    [runId, JSON.stringify(rows)],
  );
}

/**
 * Carries over the rows of an earlier run that this one did not see: each counts as missed once
 * more when `isMiss`; homes removed before `forgetBefore` are dropped.
 */
export async function carryUnseen(
  tx: Db,
  runId: string,
  earlier: string,
  { isMiss, forgetBefore }: { readonly isMiss: boolean; readonly forgetBefore: Date },
): Promise<void> {
  await tx.rows(
    `insert into watch_rows (run_id, ${COLUMNS})
     select $1, source_id, "row", watched, address_key, first_seen_at, last_seen_at,
       case when $3 and removed_at is null then missed + 1 else missed end, removed_at, null, null,
       state, state_since
     from watch_rows e
     where run_id = $2 and (removed_at is null or removed_at >= $4)
       and not exists (
         select from watch_rows n where n.run_id = $1 and n.source_id = e.source_id
       )`,
    [runId, earlier, isMiss, forgetBefore],
  );
}

/**
 * Homes under a new id: an added row with the street address of one that this run did not see, or
 * that was removed. The old row is deleted and its state ends; the new one is relisted. Of several
 * at an address, each has another predecessor, the last seen first.
 */
export async function noteRelisted(tx: Db, watchId: string, runId: string): Promise<void> {
  await tx.rows(
    `with added as (
       select address_key, source_id, row_number() over (partition by address_key order by source_id) as nth
       from watch_rows where run_id = $1 and change = 'added'
     ), missed as (
       select address_key, source_id as old_id,
         row_number() over (partition by address_key order by last_seen_at desc, source_id) as nth
       from watch_rows where run_id = $1 and missed > 0
     ), pairs as (
       select source_id, old_id from added join missed using (address_key, nth)
     ), gone as (
       delete from watch_rows r using pairs p where r.run_id = $1 and r.source_id = p.old_id
       returning r.source_id, r.state_since, r.last_seen_at, r.state, p.source_id as new_id
     ), ended as (
       insert into home_states (watch_id, source_id, from_at, to_at, state, ended_by, next_source_id)
       select $2, source_id, state_since, last_seen_at, state, 'relisted', new_id from gone
       on conflict (watch_id, source_id, from_at)
         do update set ended_by = 'relisted', next_source_id = excluded.next_source_id
     )
     update watch_rows r
     set change = 'relisted', previous = json_build_object('source_id', p.old_id)
     from pairs p where r.run_id = $1 and r.source_id = p.source_id`,
    [runId, watchId],
  );
}

/** Marks homes as removed that were missed `missedMin` times. */
export async function noteRemoved(
  tx: Db,
  runId: string,
  missedMin: number,
  at: Date,
): Promise<void> {
  await tx.rows(
    `update watch_rows set change = 'removed', removed_at = $3
     where run_id = $1 and removed_at is null and missed >= $2`,
    [runId, missedMin, at],
  );
}

/** How many rows of a run are on the market, and how many of each change. */
export async function countRows(
  tx: Db,
  runId: string,
): Promise<Readonly<Record<ChangeKind | 'homes', number>>> {
  const rows = await tx.rows<Record<ChangeKind | 'homes', number>>(
    `select count(*) filter (where removed_at is null) as homes,
       count(*) filter (where change = 'added') as added,
       count(*) filter (where change = 'changed') as changed,
       count(*) filter (where change = 'removed') as removed,
       count(*) filter (where change = 'relisted') as relisted
     from watch_rows where run_id = $1`,
    [runId],
  );
  return rows[0] ?? { homes: 0, added: 0, changed: 0, removed: 0, relisted: 0 };
}

/** Changed rows after an id, in id order. */
export const listChanged = (
  tx: Db,
  runId: string,
  after: string,
  limit: number,
): Promise<WatchRow[]> =>
  tx.rows<WatchRow>(
    `select ${COLUMNS} from watch_rows
     where run_id = $1 and change is not null and source_id > $2 collate "C"
     order by source_id collate "C" limit $3`,
    [runId, after, limit],
  );

/** The known homes of a watch: a run's rows on the market, after an id, in id order. */
export const listKnown = (
  db: Db,
  runId: string,
  after: string,
  limit: number,
): Promise<Pick<WatchRow, 'source_id' | 'row'>[]> =>
  db.rows(
    `select source_id, "row" from watch_rows
     where run_id = $1 and removed_at is null and source_id > $2 collate "C"
     order by source_id collate "C" limit $3`,
    [runId, after, limit],
  );

/** Runs whose rows one cleanup step removes. */
const OLD_RUNS_MAX = 100;

/** Removes rows of ended runs that are not a snapshot; at most `limit`. Returns how many. */
export async function deleteOldWatchRows(db: Db, limit: number): Promise<number> {
  const old = await db.rows<{ run_id: string }>(
    `select r.run_id from watch_runs r join watches w using (watch_id)
     where r.has_rows and r.state <> 'running' and r.run_id is distinct from w.snapshot_run_id
     order by r.run_id limit $1`,
    [OLD_RUNS_MAX],
  );
  if (old.length === 0) return 0;
  const ids = old.map(({ run_id }) => run_id);
  const gone = await db.rows(
    `delete from watch_rows where (run_id, source_id) in (
       select run_id, source_id from watch_rows where run_id = any($1::uuid[]) limit $2
     ) returning 1`,
    [ids, limit],
  );
  await db.rows(
    `update watch_runs r set has_rows = false
     where run_id = any($1::uuid[])
       and not exists (select from watch_rows o where o.run_id = r.run_id)`,
    [ids],
  );
  return gone.length;
}
