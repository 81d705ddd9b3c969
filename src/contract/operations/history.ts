/** What the watches of an account saw of one home (docs/watches.md). */
import { HISTORY_FIELDS, HISTORY_PATH, STATE_ENDS } from '../home-history.js';
import { SOURCE_ID_CHARS_MAX } from '../limits.js';
import {
  anyObject,
  arrayOf,
  count,
  instant,
  meaningsOf,
  named,
  objectOf,
  orNull,
  refTo,
  text,
  uuid,
  type ValueOf,
} from '../schema.js';
import type { Operation } from './operation.js';

const HomeState = named(
  'HomeState',
  objectOf({
    from: instant('The first run that saw this state.'),
    to: instant('The last run that saw this state.'),
    values: anyObject(
      `Prices and status, by the names of the row's fields: ${HISTORY_FIELDS.join(', ')}, if the route has them.`,
    ),
    ended_by: orNull(meaningsOf('Why it ended; null for the current state.', STATE_ENDS)),
    next_source_id: orNull(text('The later id of a relisted home.')),
  }),
);
/** A state of a home (prices and status) from the first to the last run that saw it. */
export type HomeState = ValueOf<typeof HomeState>;

const WatchedHome = named(
  'WatchedHome',
  objectOf({
    watch_id: uuid('ID of the watch.'),
    route: text('ID of the search route.'),
    query: anyObject('The current inputs of the search.'),
    watched_since: instant('Start of the watch; nothing is known before it.'),
    last_complete_at: orNull(instant('End of the last complete run.')),
    gaps: arrayOf(
      objectOf({
        from: instant('End of the previous complete run.'),
        to: orNull(instant('Start of the next complete run; null while the gap lasts.')),
      }),
    ),
    previous_source_id: orNull(text('The previous id of a relisted home.')),
    states: arrayOf(refTo(HomeState)),
    states_left_out: count('Older states not shown.'),
  }),
);
/** What one watch saw of a home. */
export type WatchedHome = ValueOf<typeof WatchedHome>;
/** A period in which the search was due but not read completely. */
export type WatchGap = WatchedHome['gaps'][number];

const HomeHistory = named(
  'HomeHistory',
  objectOf({
    source: text('Name of the source.'),
    source_id: text('ID of the home at the source.'),
    watches: arrayOf(refTo(WatchedHome)),
  }),
);
export type HomeHistoryBody = ValueOf<typeof HomeHistory>;

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
      source_id: text('The id of a home at the source. Required.', {
        minLength: 1,
        maxLength: SOURCE_ID_CHARS_MAX,
      }),
    },
    required: ['source_id'],
    status: 200,
    answer: HomeHistory,
  },
] as const satisfies readonly Operation[];
