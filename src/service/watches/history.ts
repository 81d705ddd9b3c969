/** The price and status history of a home: what the watches of an account saw of it. */
import { GAPS_SHOWN, STATES_SHOWN } from '#contract/home-history.js';
import type {
  HomeHistoryBody,
  HomeState,
  WatchedHome,
  WatchGap,
} from '#contract/operations/history.js';
import type { SourceName } from '#contract/sources.js';
import { apiError } from '#domain/api-error.js';
import {
  findEndedStates,
  findGaps,
  findPresentStates,
  findPreviousIds,
  type Gap,
  type StoredState,
} from '#store/home-states.js';
import { listWatches, type Watch } from '#store/watches.js';
import { isWatchable } from '../accounts/feeds.js';
import { now, type Parts } from '../app.js';
import { routeOf } from './read-body.js';
import { isGap } from './schedule.js';

/** What each watch of a source saw of a home, by source id. Throws watch_not_allowed (licence). */
export async function homeHistory(
  app: Parts<'clock' | 'db' | 'client'>,
  accountId: string,
  source: SourceName,
  sourceId: string,
): Promise<HomeHistoryBody> {
  if (!isWatchable(app, source)) {
    throw apiError('watch_not_allowed', { param: 'source' });
  }
  const all = await listWatches(app.db, accountId);
  const watches = all.filter((watch) => routeOf(watch).source === source);
  const ids = watches.map(({ watch_id }) => watch_id);
  const [ended, present, gaps, previous] = await Promise.all([
    findEndedStates(app.db, ids, sourceId, STATES_SHOWN),
    findPresentStates(app.db, ids, sourceId),
    findGaps(app.db, ids, GAPS_SHOWN),
    findPreviousIds(app.db, ids, sourceId),
  ]);
  const seen = watches.flatMap((watch) => {
    const mine = <T extends { readonly watch_id: string }>(rows: readonly T[]): T[] =>
      rows.filter(({ watch_id }) => watch_id === watch.watch_id);
    const states = [...mine(ended), ...mine(present)];
    const [before] = mine(previous);
    return states.length === 0
      ? []
      : [watchedHome(app, watch, states, mine(gaps), before?.source_id ?? null)];
  });
  return { source, source_id: sourceId, watches: seen };
}

/** One watch's part of the history, from its states in order. */
function watchedHome(
  app: Parts<'clock'>,
  watch: Watch,
  states: readonly StoredState[],
  gaps: readonly Gap[],
  previousId: string | null,
): WatchedHome {
  const shown = states.slice(-STATES_SHOWN);
  const count = states.reduce((most, state) => Math.max(most, state.count), 0);
  const present = states.filter(({ ended_by }) => ended_by === null).length;
  return {
    watch_id: watch.watch_id,
    route: watch.route,
    query: watch.query,
    watched_since: watch.created_at.toISOString(),
    last_complete_at: watch.last_complete_at?.toISOString() ?? null,
    gaps: gapsOf(app, watch, gaps, shown[0]?.from_at ?? watch.created_at),
    previous_source_id: previousId,
    states: shown.map(stateBody),
    states_left_out: count + present - shown.length,
  };
}

const stateBody = ({
  from_at,
  to_at,
  state,
  ended_by,
  next_source_id,
}: StoredState): HomeState => ({
  from: from_at.toISOString(),
  to: to_at.toISOString(),
  values: state,
  ended_by,
  next_source_id,
});

/** The gaps that end after a moment, and the current one. */
function gapsOf(app: Parts<'clock'>, watch: Watch, gaps: readonly Gap[], since: Date): WatchGap[] {
  const last = watch.last_read_at ?? watch.created_at;
  const ended = gaps
    .filter(({ to_at }) => to_at.getTime() > since.getTime())
    .map(({ from_at, to_at }) => ({ from: from_at.toISOString(), to: to_at.toISOString() }));
  return isGap(watch, last, now(app)) ? [...ended, { from: last.toISOString(), to: null }] : ended;
}
