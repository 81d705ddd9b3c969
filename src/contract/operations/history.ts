/** What the watches of an account saw of one home (docs/watches.md). */
import { HISTORY_FIELDS, HISTORY_PATH, STATE_ENDS } from '../home-history.js';
import { SOURCE_ID_CHARS_MAX } from '../limits.js';
import * as s from '../schema.js';
import type { Operation } from './operation.js';

const HomeState = s.shapeOf('HomeState', {
  from: s.instant('The first run that saw this state.'),
  to: s.instant('The last run that saw this state.'),
  values: s.anyObject(
    `Prices and status, by the names of the row's fields: ${HISTORY_FIELDS.join(', ')}, if the route has them.`,
  ),
  ended_by: s.orNull(s.meaningsOf('Why it ended; null for the current state.', STATE_ENDS)),
  next_source_id: s.orNull(s.text('The later id of a relisted home.')),
});
/** A state of a home (prices and status) from the first to the last run that saw it. */
export type HomeState = s.ValueOf<typeof HomeState>;

const WatchedHome = s.shapeOf('WatchedHome', {
  watch_id: s.uuid('ID of the watch.'),
  route: s.text('ID of the search route.'),
  query: s.anyObject('The current inputs of the search.'),
  watched_since: s.instant('Start of the watch; nothing is known before it.'),
  last_complete_at: s.orNull(s.instant('End of the last complete run.')),
  gaps: s.arrayOf(
    s.objectOf({
      from: s.instant('End of the previous complete run.'),
      to: s.orNull(s.instant('Start of the next complete run; null while the gap lasts.')),
    }),
  ),
  previous_source_id: s.orNull(s.text('The previous id of a relisted home.')),
  states: s.arrayOf(s.refTo(HomeState)),
  states_left_out: s.count('Older states not shown.'),
});
/** What one watch saw of a home. */
export type WatchedHome = s.ValueOf<typeof WatchedHome>;
/** A period in which the search was due but not read completely. */
export type WatchGap = WatchedHome['gaps'][number];

const HomeHistory = s.shapeOf('HomeHistory', {
  source: s.text('Name of the source.'),
  source_id: s.text('ID of the home at the source.'),
  watches: s.arrayOf(s.refTo(WatchedHome)),
});
export type HomeHistoryBody = s.ValueOf<typeof HomeHistory>;

export const HISTORY_SCHEMAS = [HomeHistory, WatchedHome, HomeState];

export const HISTORY_OPERATIONS = [
  {
    id: 'home_history',
    tag: 'Watches',
    method: 'GET',
    path: HISTORY_PATH,
    summary: 'Price and status history of a home',
    description:
      "Prices and statuses of a home as seen by the account's watches, each with the first and last run that saw it, and the times when a watch did not run. Free.",
    query: {
      source_id: s.text('The id of a home at the source. Required.', {
        minLength: 1,
        maxLength: SOURCE_ID_CHARS_MAX,
      }),
    },
    required: ['source_id'],
    status: 200,
    answer: HomeHistory,
  },
] as const satisfies readonly Operation[];
