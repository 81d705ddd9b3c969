/** Watches, their runs and the rows that they know (docs/watches.md): shapes and operations. */
import * as s from '../schema.js';
import {
  ALL_WATCHED_FIELDS,
  CHANGE_KINDS,
  INTERVAL_S_DEFAULT,
  INTERVAL_S_MAX,
  INTERVAL_S_MIN,
  PAUSE_REASONS,
  RUNS_UNTIL_REMOVED_DEFAULT,
  RUNS_UNTIL_REMOVED_MAX,
  TIMES_MAX,
} from '../watches.js';
import { AMOUNT_MAX, NAME, type Operation, TIME_OF_DAY } from './operation.js';

/** A value of a query as JSON: a list replaces comma-separated values. */
export type QueryValue = string | number | readonly (string | number)[];

const QUERY_TEXT = { type: 'string', maxLength: 200 };

/** What a caller sets on a watch. */
const SETTINGS = {
  query: s.plain<Readonly<Record<string, QueryValue>>>({
    type: 'object',
    minProperties: 1,
    maxProperties: 20,
    description:
      'The inputs of the search as JSON, one member each; lists replace comma-separated values. Without `cursor` and `sort`.',
    additionalProperties: {
      anyOf: [
        QUERY_TEXT,
        { type: 'number' },
        { type: 'array', maxItems: 20, items: { anyOf: [QUERY_TEXT, { type: 'number' }] } },
      ],
    },
  }),
  name: NAME,
  interval_s: s.whole(
    `Seconds between runs, ${INTERVAL_S_DEFAULT} by default without times. Runs start up to a tenth of it earlier or later.`,
    { minimum: INTERVAL_S_MIN, maximum: INTERVAL_S_MAX },
  ),
  times: s.arrayOf(s.plain<string>({ type: 'string', pattern: TIME_OF_DAY }), {
    minItems: 1,
    maxItems: TIMES_MAX,
    description:
      'Local times of each day, `07:00`, instead of interval_s. Runs start up to five minutes later.',
  }),
  time_zone: s.text('Time zone of times, an IANA name: `America/Chicago`.', { maxLength: 64 }),
  events: s.arrayOf(s.choiceOf(CHANGE_KINDS), {
    minItems: 1,
    uniqueItems: true,
    description: 'Changes to report; all by default.',
  }),
  fields: s.arrayOf(s.choiceOf(ALL_WATCHED_FIELDS), {
    minItems: 1,
    uniqueItems: true,
    description: 'Fields whose changes are reported; all watched fields of the route by default.',
  }),
  min_price_change: s.whole(
    'Smaller price changes are not reported, in whole units of their currency. Small steps add up.',
    { minimum: 0, maximum: AMOUNT_MAX },
  ),
  max_credits_per_run: s.orNull(
    s.whole(
      'A run that would cost more ends as partial and pauses the watch. No limit when null.',
      {
        minimum: 1,
        maximum: AMOUNT_MAX,
      },
    ),
  ),
  runs_until_removed: s.whole(
    `Consecutive complete runs without a home before it counts as removed, ${RUNS_UNTIL_REMOVED_DEFAULT} by default.`,
    { minimum: 1, maximum: RUNS_UNTIL_REMOVED_MAX },
  ),
};

export const NewWatch = s.bodyOf(
  'NewWatch',
  {
    route: s.text(
      'The search route, by its id (`SOURCE_listings`) or its path (`/SOURCE/listings`).',
      { maxLength: 100 },
    ),
    ...SETTINGS,
    estimate: s.flag('Return the price and store nothing.'),
  },
  ['route', 'query'],
);
export type NewWatch = s.ValueOf<typeof NewWatch>;
const WatchChanges = s.bodyOf('WatchChanges', {
  ...SETTINGS,
  state: s.choiceOf(['active', 'paused'], 'Paused watches do not run.'),
});
/** The members to change. */
export type WatchChanges = s.ValueOf<typeof WatchChanges>;

/** When a watch runs: at a fixed interval, or at local times of each day. */
export type Schedule =
  | { readonly interval_s: number }
  | { readonly times: readonly string[]; readonly time_zone: string };

const WatchEstimate = s.shapeOf('WatchEstimate', {
  homes: s.orNull(s.count('Homes counted by the source; null if unknown.')),
  counted_at: s.orNull(s.instant('Time of the count.')),
  pages: s.orNull(s.count('Pages of a run.')),
  credits_per_run: s.orNull(s.count('Cost of a run.')),
  runs_per_month: s.count('Runs in 30 days.'),
  credits_per_month: s.orNull(s.count('Cost of 30 days.')),
});
export type WatchEstimate = s.ValueOf<typeof WatchEstimate>;

const WatchPrice = s.shapeOf('WatchPrice', { estimate: s.refTo(WatchEstimate) });

const WatchRun = s.shapeOf('WatchRun', {
  run_id: s.uuid('ID of the run.'),
  state: s.oneOfTexts(['running', 'complete', 'partial', 'failed'], 'State of the run.'),
  reason: s.orNull(s.text('Why it is incomplete.')),
  started_at: s.instant('Start time.'),
  ended_at: s.orNull(s.instant('End time.')),
  pages: s.count('Collected pages.'),
  credits: s.count('Their cost in credits.'),
  homes: s.count('Known homes after the run.'),
  added: s.count('Homes that appeared.'),
  changed: s.count('Homes with a change in a watched field.'),
  removed: s.count('Homes that left.'),
  relisted: s.count('Homes that returned, or appeared under a new id.'),
});
export type WatchRunBody = s.ValueOf<typeof WatchRun>;
const WatchRuns = s.shapeOf('WatchRuns', { runs: s.arrayOf(s.refTo(WatchRun)) });
export type WatchRunsBody = s.ValueOf<typeof WatchRuns>;

const SCHEDULE: s.Schema<Schedule> = s.plain({
  anyOf: [
    s.objectOf({ interval_s: s.whole('Seconds between runs.') }),
    s.objectOf({
      times: s.arrayOf(s.text('Local time, `07:00`.')),
      time_zone: s.text('IANA name of the zone.'),
    }),
  ],
  description: 'Schedule.',
});

const Watch = s.shapeOf('Watch', {
  watch_id: s.uuid('ID of the watch.'),
  name: s.text('Display name.'),
  route: s.text('ID of the search route.'),
  path: s.text('Path of the search route.'),
  query: s.anyObject('The inputs of the search as parsed.'),
  schedule: SCHEDULE,
  events: s.arrayOf(s.oneOfTexts(CHANGE_KINDS, 'Kind of change.')),
  fields: s.arrayOf(s.text('Field whose changes are reported.')),
  min_price_change: s.count('Smaller price changes are not reported.'),
  max_credits_per_run: s.orNull(s.count('A run that would cost more pauses the watch.')),
  runs_until_removed: s.count('Complete runs without a home before it counts as removed.'),
  state: s.oneOfTexts(['active', 'paused'], 'Paused watches do not run.'),
  pause_reason: s.orNull(s.oneOfTexts(PAUSE_REASONS, 'Why it is paused.')),
  key_id: s.uuid('The key on which it depends: the one that created or resumed it.'),
  created_at: s.instant('Creation time.'),
  next_run_at: s.orNull(s.instant('Next run.')),
  last_complete_at: s.orNull(s.instant('End of the last complete run.')),
  last_run: s.orNull(s.refTo(WatchRun)),
  estimate: s.refTo(WatchEstimate),
});
export type WatchBody = s.ValueOf<typeof Watch>;

const Watches = s.shapeOf('Watches', { watches: s.arrayOf(s.refTo(Watch)) });
export type WatchesBody = s.ValueOf<typeof Watches>;

const WatchRows = s.shapeOf('WatchRows', {
  rows: s.arrayOf(s.anyObject('A row of the route.')),
  next_after: s.orNull(s.text('Send as `after` for the following rows; null after the last.')),
});
export type WatchRowsBody = s.ValueOf<typeof WatchRows>;

export const WATCH_SCHEMAS = [
  Watches,
  Watch,
  WatchPrice,
  WatchEstimate,
  WatchRuns,
  WatchRun,
  WatchRows,
];

/** Reading operations need no scope. */
const WATCH = { tag: 'Watches', path: '/watches/{watch_id}', scopes: ['watches'] } as const;
const READ = { tag: 'Watches', method: 'GET', status: 200 } as const;

export const WATCH_OPERATIONS = [
  {
    ...WATCH,
    id: 'create_watch',
    method: 'POST',
    path: '/watches',
    summary: 'Watch a search',
    description:
      'Stores a search that runs on a schedule, with all its pages; the first run starts at once. A run costs as much as its pages. With `"estimate": true` nothing is stored and the response (200) has only the price.',
    body: NewWatch,
    replay: {
      description: 'The watch already created with this Idempotency-Key, or the requested price.',
      answers: [Watch, WatchPrice],
    },
    status: 201,
    answer: Watch,
  },
  {
    ...READ,
    id: 'watches',
    path: '/watches',
    summary: 'All watches',
    description: 'The watches of the account with their last runs, oldest first. Free.',
    answer: Watches,
  },
  {
    ...READ,
    ...WATCH,
    id: 'watch',
    summary: 'One watch',
    description: 'A watch with its last run. Free.',
    answer: Watch,
  },
  {
    ...WATCH,
    id: 'change_watch',
    method: 'PATCH',
    summary: 'Change, pause or resume a watch',
    description:
      'Changes the given members. Another `query` starts a new snapshot; `"state": "paused"` stops the runs.',
    body: WatchChanges,
    status: 200,
    answer: Watch,
  },
  {
    ...WATCH,
    id: 'delete_watch',
    method: 'DELETE',
    summary: 'Delete a watch',
    description: 'Ends the watch and any current run; its events remain in the log.',
    status: 204,
  },
  {
    ...WATCH,
    id: 'run_watch',
    method: 'POST',
    path: `${WATCH.path}/run`,
    summary: 'Run a watch now',
    description:
      'Starts a run, or returns the current one. Fresh pages come from the cache and cost the same.',
    replay: { description: 'The run of this Idempotency-Key.', answers: [WatchRun] },
    status: 202,
    answer: WatchRun,
  },
  {
    ...READ,
    id: 'watch_runs',
    path: `${WATCH.path}/runs`,
    summary: 'The runs of a watch',
    description: 'The newest 50 runs, newest first. Free.',
    answer: WatchRuns,
  },
  {
    ...READ,
    id: 'watch_rows',
    path: `${WATCH.path}/rows`,
    summary: 'The known homes of a watch',
    description: 'The rows of the last snapshot, a hundred at a time, ordered by id. Free.',
    query: {
      after: s.text('Only events after this number: the `next_after` of the previous page.'),
    },
    answer: WatchRows,
  },
] as const satisfies readonly Operation[];
