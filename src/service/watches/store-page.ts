/** A page of a run: compared with what is known of its homes, and stored. */
import type { Result } from '#contract/envelope.js';
import { WATCHED_FIELDS } from '#contract/watches.js';
import {
  addressKey,
  compareHome,
  nextState,
  unknownFields,
  watchedOf,
} from '#domain/watch-changes.js';
import { type EndedState, putChangedStates } from '#store/home-states.js';
import { findWatchRows, putWatchRows, type WatchRow } from '#store/watch-rows.js';
import { notePage, type WatchRun } from '#store/watch-runs.js';
import type { Watch } from '#store/watches.js';
import { type App, now } from '../app.js';
import { routeOf } from './read-body.js';

/** What of a page matters to a watch. */
export type WatchedPage = Pick<Result, 'data' | 'field_notes' | 'next_cursor' | 'completeness'>;

/**
 * Stores a page in the transaction that moves its run on; false when the run was taken away: then nothing is
 * stored.
 */
export function storePage(
  app: App,
  watch: Watch,
  run: WatchRun,
  page: WatchedPage,
  credits: number,
): Promise<boolean> {
  const isPartial = page.completeness === 'partial';
  const noted = {
    next_cursor: page.next_cursor,
    is_partial: isPartial,
    reason: isPartial ? reasonOf(page.field_notes) : null,
    credits,
  };
  return app.db.transaction(async (tx) => {
    if (!(await notePage(tx, run, noted))) return false;
    const ids = page.data.map(({ source_id }) => source_id);
    const { compared_run_id: compared } = run;
    const known = compared === null ? [] : await findWatchRows(tx, compared, ids);
    const byId = new Map(known.map((row) => [row.source_id, row]));
    const rows = rowsOf(app, watch, run, page, byId);
    await putWatchRows(tx, run.run_id, rows);
    await putChangedStates(tx, watch.watch_id, endedStates(rows, byId));
    return true;
  });
}

/** The states of known homes that the rows of a page end. A removed home has none. */
const endedStates = (
  rows: readonly WatchRow[],
  byId: ReadonlyMap<string, WatchRow>,
): EndedState[] =>
  rows.flatMap(({ source_id, state_since }) => {
    const before = byId.get(source_id);
    if (before === undefined || before.removed_at !== null) return [];
    const { state_since: from_at, last_seen_at: to_at, state } = before;
    return from_at.getTime() === state_since.getTime()
      ? []
      : [{ source_id, from_at, to_at, state }];
  });

/** Why a page is partial, in the words of its note. */
const reasonOf = (notes: Result['field_notes']): string =>
  notes.find(({ field, detail }) => field === 'data' && detail !== null)?.detail ??
  'The source did not show the complete search.';

/** A home that is seen for the first time. */
const newRow = (
  sourceId: string,
  row: WatchRow['row'],
  seen: WatchRow['watched'],
  at: Date,
): WatchRow => ({
  source_id: sourceId,
  row,
  watched: seen,
  address_key: addressKey(row),
  first_seen_at: at,
  last_seen_at: at,
  missed: 0,
  removed_at: null,
  change: null,
  previous: null,
  state: nextState({}, seen).state,
  state_since: at,
});

/** The rows of a page with what changed of each since the snapshot. */
function rowsOf(
  app: App,
  watch: Watch,
  run: WatchRun,
  { data, field_notes }: WatchedPage,
  byId: ReadonlyMap<string, WatchRow>,
): WatchRow[] {
  const unknown = unknownFields(field_notes);
  const fields = WATCHED_FIELDS[routeOf(watch).kind];
  const reported = new Set(watch.fields);
  const at = now(app);
  const rows = data.map((row): WatchRow => {
    const json = row as unknown as Readonly<Record<string, unknown>>;
    const seen = watchedOf(json, fields, unknown);
    const fresh = newRow(row.source_id, json, seen, at);
    const before = byId.get(row.source_id);
    if (before === undefined) {
      return { ...fresh, change: run.compared_run_id === null ? null : 'added' };
    }
    const { watched, previous } = compareHome(
      before.watched,
      seen,
      reported,
      watch.min_price_change,
    );
    const { state, isSame } = nextState(before.state, seen);
    const kept = { ...fresh, watched, first_seen_at: before.first_seen_at, state };
    if (before.removed_at !== null) {
      return { ...kept, change: 'relisted', previous: { source_id: row.source_id } };
    }
    return {
      ...kept,
      state_since: isSame ? before.state_since : at,
      change: previous === null ? null : 'changed',
      previous,
    };
  });
  return [...new Map(rows.map((row) => [row.source_id, row])).values()];
}
