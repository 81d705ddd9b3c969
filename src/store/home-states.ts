/** Ended states of homes, and the gaps in which a watch did not collect: their history. */
import type { StateEnd } from '#contract/home-history.js';
import type { Db } from './db.js';

type JsonObject = Readonly<Record<string, unknown>>;

export interface EndedState {
  readonly source_id: string;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly state: JsonObject;
}

const COLUMNS = 'watch_id, source_id, from_at, to_at, state, ended_by';

/** Stores states that another state follows. A page collected twice ends the same states. */
export async function putChangedStates(
  tx: Db,
  watchId: string,
  states: readonly EndedState[],
): Promise<void> {
  if (states.length === 0) return;
  await tx.rows(
    `insert into home_states (${COLUMNS})
     select $1, source_id, from_at, to_at, state, 'changed'
     from json_to_recordset($2::json)
       as sent (source_id text, from_at timestamptz, to_at timestamptz, state json)
     on conflict (watch_id, source_id, from_at) do nothing`,
    [watchId, JSON.stringify(states)],
  );
}

/** Ends the states of the homes that a run found removed. */
export async function endRemovedStates(tx: Db, watchId: string, runId: string): Promise<void> {
  await tx.rows(
    `insert into home_states (${COLUMNS})
     select $1, source_id, state_since, last_seen_at, state, 'removed'
     from watch_rows where run_id = $2 and change = 'removed'
     on conflict (watch_id, source_id, from_at) do nothing`,
    [watchId, runId],
  );
}

/** Ends the states of all homes of a snapshot that is abandoned. */
export async function endAllStates(tx: Db, watchId: string, runId: string): Promise<void> {
  await tx.rows(
    `insert into home_states (${COLUMNS})
     select $1, source_id, state_since, last_seen_at, state, 'search_changed'
     from watch_rows where run_id = $2 and removed_at is null
     on conflict (watch_id, source_id, from_at) do nothing`,
    [watchId, runId],
  );
}

/** Records a gap in which the search was not collected. */
export async function putGap(tx: Db, watchId: string, from: Date, to: Date): Promise<void> {
  await tx.rows(
    `insert into watch_gaps (watch_id, from_at, to_at) values ($1, $2, $3)
     on conflict (watch_id, from_at) do update set to_at = excluded.to_at`,
    [watchId, from, to],
  );
}

export interface StoredState extends EndedState {
  readonly watch_id: string;
  /** Null for the state that still holds. */
  readonly ended_by: StateEnd | null;
  readonly next_source_id: string | null;
  /** How many ended states of this home the watch has. */
  readonly count: number;
}

/** The newest ended states of a home in each of the watches, oldest first. */
export const findEndedStates = (
  db: Db,
  watchIds: readonly string[],
  sourceId: string,
  limit: number,
): Promise<StoredState[]> =>
  db.rows<StoredState>(
    `select found.* from unnest($1::uuid[]) as id cross join lateral (
       select ${COLUMNS}, next_source_id, count(*) over () as count from home_states
       where watch_id = id and source_id = $2 order by from_at desc limit $3
     ) found
     order by watch_id, from_at`,
    [watchIds, sourceId, limit],
  );

/** The state that a home has now in each of the watches that know it. */
export const findPresentStates = (
  db: Db,
  watchIds: readonly string[],
  sourceId: string,
): Promise<StoredState[]> =>
  db.rows<StoredState>(
    `select w.watch_id, r.source_id, r.state_since as from_at, r.last_seen_at as to_at, r.state,
       null as ended_by, null as next_source_id, 0 as count
     from watches w join watch_rows r on r.run_id = w.snapshot_run_id
     where w.watch_id = any($1::uuid[]) and r.source_id = $2 and r.removed_at is null`,
    [watchIds, sourceId],
  );

/** The previous id of a home, by watch. */
export const findPreviousIds = (
  db: Db,
  watchIds: readonly string[],
  sourceId: string,
): Promise<{ readonly watch_id: string; readonly source_id: string }[]> =>
  db.rows(
    `select distinct on (watch_id) watch_id, source_id from home_states
     where watch_id = any($1::uuid[]) and next_source_id = $2 order by watch_id, to_at desc`,
    [watchIds, sourceId],
  );

export interface Gap {
  readonly watch_id: string;
  readonly from_at: Date;
  readonly to_at: Date;
}

/** The newest gaps of each of the watches, oldest first. */
export const findGaps = (db: Db, watchIds: readonly string[], limit: number): Promise<Gap[]> =>
  db.rows<Gap>(
    `select found.* from unnest($1::uuid[]) as id cross join lateral (
       select watch_id, from_at, to_at from watch_gaps
       where watch_id = id order by from_at desc limit $2
     ) found
     order by watch_id, from_at`,
    [watchIds, limit],
  );
