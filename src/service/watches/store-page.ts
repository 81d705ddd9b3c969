/** Compares a page of a run with the known states of its homes, and stores it. */
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
import { findWatch, type Watch } from '#store/watches.js';
import { now, type Parts } from '../app.js';
import { routeOf } from './read-body.js';

/** The parts of a page that a watch uses. */
export type WatchedPage = Pick<Result, 'data' | 'field_notes' | 'next_cursor' | 'completeness'>;

/**
 * Stores a page in the transaction that advances its run; false when the lease was lost: then
 * nothing is stored.
 */
export function storePage(
  app: Parts<'clock' | 'db'>,
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
    const { account_id, watch_id } = watch;
    const isThere = (await findWatch(tx, account_id, watch_id, 'for key share')) !== undefined;
    if (!isThere || !(await notePage(tx, run, noted))) return false;
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

/** The states of known homes that a page's rows end. A removed home has none. */
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

/** Why a page is partial, from its note. */
const reasonOf = (notes: Result['field_notes']): string =>
  notes.find(({ field, detail }) => field === 'data' && detail !== null)?.detail ??
  'The source did not show the complete search.';

/** The row of a home seen for the first time. */
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

/** The rows of a page, each with its changes since the snapshot. */
function rowsOf(
  app: Parts<'clock'>,
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
