/** Watches, their runs and the rows that they know (docs/watches.md): their shapes, and what can be done. */
import {
  anyObject,
  arrayOf,
  bodyOf,
  choiceOf,
  count,
  flag,
  instant,
  named,
  objectOf,
  oneOfTexts,
  orNull,
  plain,
  refTo,
  type Schema,
  text,
  uuid,
  type ValueOf,
  whole,
} from '../schema.js';
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
import { AMOUNT_MAX, NAME, type Operation } from './operation.js';

/** A value of a query as JSON: lists stand for values with commas. */
export type QueryValue = string | number | readonly (string | number)[];

const QUERY_TEXT = { type: 'string', maxLength: 200 };

/** What a caller sets of a watch. */
const SETTINGS = {
  query: plain<Readonly<Record<string, QueryValue>>>({
    type: 'object',
    minProperties: 1,
    maxProperties: 20,
    description:
      'The inputs of the search as JSON, one member each; lists stand for values with commas. Without `cursor` and `sort`.',
    additionalProperties: {
      anyOf: [
        QUERY_TEXT,
        { type: 'number' },
        { type: 'array', maxItems: 20, items: { anyOf: [QUERY_TEXT, { type: 'number' }] } },
      ],
    },
  }),
  name: NAME,
  interval_s: whole(
    `Seconds between runs, ${INTERVAL_S_DEFAULT} when neither it nor times is sent. Runs come up to a tenth of it earlier or later.`,
    { minimum: INTERVAL_S_MIN, maximum: INTERVAL_S_MAX },
  ),
  times: arrayOf(plain<string>({ type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }), {
    minItems: 1,
    maxItems: TIMES_MAX,
    description:
      'Local times of each day, `07:00`, in place of interval_s. Runs come up to five minutes later.',
  }),
  time_zone: text('The zone of times, a name of the IANA database: `America/Chicago`.', {
    maxLength: 64,
  }),
  events: arrayOf(choiceOf(CHANGE_KINDS), {
    minItems: 1,
    uniqueItems: true,
    description: 'What of a home to report; all when it is not sent.',
  }),
  fields: arrayOf(choiceOf(ALL_WATCHED_FIELDS), {
    minItems: 1,
    uniqueItems: true,
    description:
      'Fields whose change is reported; all watched fields of the route when it is not sent.',
  }),
  min_price_change: whole(
    'Prices that moved by less are no change, in whole units of their currency. Small steps add up.',
    { minimum: 0, maximum: AMOUNT_MAX },
  ),
  max_credits_per_run: orNull(
    whole('A run that would cost more ends as partial and pauses the watch. No limit when null.', {
      minimum: 1,
      maximum: AMOUNT_MAX,
    }),
  ),
  runs_until_removed: whole(
    `Complete runs in a row without a home until it counts as removed, ${RUNS_UNTIL_REMOVED_DEFAULT} when it is not sent.`,
    { minimum: 1, maximum: RUNS_UNTIL_REMOVED_MAX },
  ),
};

export const NewWatch = bodyOf(
  'NewWatch',
  {
    route: text(
      'The search route, by its id (`SOURCE_listings`) or its path (`/SOURCE/listings`).',
      { maxLength: 100 },
    ),
    ...SETTINGS,
    estimate: flag('Tell the price and store nothing.'),
  },
  ['route', 'query'],
);
export type NewWatch = ValueOf<typeof NewWatch>;

const WatchChanges = bodyOf('WatchChanges', {
  ...SETTINGS,
  state: choiceOf(['active', 'paused'], 'Paused watches do not run.'),
});
/** The members to change. */
export type WatchChanges = ValueOf<typeof WatchChanges>;

/** When a watch runs: every so many seconds, or at local times of each day. */
export type Schedule =
  | { readonly interval_s: number }
  | { readonly times: readonly string[]; readonly time_zone: string };

const WatchEstimate = named(
  'WatchEstimate',
  objectOf({
    homes: orNull(count('Homes that the source counted; null where no count is known.')),
    counted_at: orNull(instant('When they were counted.')),
    pages: orNull(count('Pages of a run.')),
    credits_per_run: orNull(count('What a run costs.')),
    runs_per_month: count('Runs in 30 days.'),
    credits_per_month: orNull(count('What 30 days cost.')),
  }),
);
export type WatchEstimate = ValueOf<typeof WatchEstimate>;

const WatchPrice = named('WatchPrice', objectOf({ estimate: refTo(WatchEstimate) }));

const WatchRun = named(
  'WatchRun',
  objectOf({
    run_id: uuid('ID of the run.'),
    state: oneOfTexts(['running', 'complete', 'partial', 'failed'], 'How far it is.'),
    reason: orNull(text('Why it is not complete.')),
    started_at: instant('When it began.'),
    ended_at: orNull(instant('When it ended.')),
    pages: count('Pages that were read.'),
    credits: count('Credits that they cost.'),
    homes: count('Homes that the watch knows after it.'),
    added: count('Homes that appeared.'),
    changed: count('Homes of which a watched field changed.'),
    removed: count('Homes that left.'),
    relisted: count('Homes that came back, or came under a new id.'),
  }),
);
export type WatchRunBody = ValueOf<typeof WatchRun>;

const WatchRuns = named('WatchRuns', objectOf({ runs: arrayOf(refTo(WatchRun)) }));
export type WatchRunsBody = ValueOf<typeof WatchRuns>;

const SCHEDULE: Schema<Schedule> = plain({
  anyOf: [
    objectOf({ interval_s: whole('Seconds between runs.') }),
    objectOf({
      times: arrayOf(text('Local time, `07:00`.')),
      time_zone: text('IANA name of the zone.'),
    }),
  ],
  description: 'When it runs.',
});

const Watch = named(
  'Watch',
  objectOf({
    watch_id: uuid('ID of the watch.'),
    name: text('Name for people.'),
    route: text('ID of the search route.'),
    path: text('Path of the search route.'),
    query: anyObject('The inputs of the search as they were read.'),
    schedule: SCHEDULE,
    events: arrayOf(oneOfTexts(CHANGE_KINDS, 'Kind of change.')),
    fields: arrayOf(text('Field whose change is reported.')),
    min_price_change: count('Prices that moved by less are no change.'),
    max_credits_per_run: orNull(count('A run that would cost more pauses the watch.')),
    runs_until_removed: count('Complete runs without a home until it counts as removed.'),
    state: oneOfTexts(['active', 'paused'], 'Paused watches do not run.'),
    pause_reason: orNull(oneOfTexts(PAUSE_REASONS, 'Why it is paused.')),
    key_id: uuid('The key that answers for it: it made it, or resumed it.'),
    created_at: instant('When it was made.'),
    next_run_at: orNull(instant('When it runs next.')),
    last_complete_at: orNull(instant('End of the last complete run.')),
    last_run: orNull(refTo(WatchRun)),
    estimate: refTo(WatchEstimate),
  }),
);
export type WatchBody = ValueOf<typeof Watch>;

const Watches = named('Watches', objectOf({ watches: arrayOf(refTo(Watch)) }));
export type WatchesBody = ValueOf<typeof Watches>;

const WatchRows = named(
  'WatchRows',
  objectOf({
    rows: arrayOf(anyObject('A row of the route.')),
    next_after: orNull(text('Send as `after` for the rows that follow; null after the last.')),
  }),
);
export type WatchRowsBody = ValueOf<typeof WatchRows>;

export const WATCH_SCHEMAS = [
  Watches,
  Watch,
  WatchPrice,
  WatchEstimate,
  WatchRuns,
  WatchRun,
  WatchRows,
];

const WATCH = { tag: 'Watches', path: '/watches/{watch_id}' } as const;

export const WATCH_OPERATIONS = [
  {
    id: 'create_watch',
    tag: 'Watches',
    method: 'POST',
    path: '/watches',
    summary: 'Watch a search',
    description:
      'Stores a search that is read whole on a schedule; the first run begins at once. Each run costs what its pages cost. With `"estimate": true` nothing is stored and the answer (200) has only the price.',
    scopes: ['watches'],
    body: NewWatch,
    replay: {
      description:
        'The watch that the Idempotency-Key made before, or the price that was asked for.',
      answers: [Watch, WatchPrice],
    },
    status: 201,
    answer: Watch,
  },
  {
    id: 'watches',
    tag: 'Watches',
    method: 'GET',
    path: '/watches',
    summary: 'All watches',
    description: 'The watches of the account with their last runs, oldest first. Free.',
    status: 200,
    answer: Watches,
  },
  {
    ...WATCH,
    id: 'watch',
    method: 'GET',
    summary: 'One watch',
    description: 'A watch with its last run. Free.',
    status: 200,
    answer: Watch,
  },
  {
    ...WATCH,
    id: 'change_watch',
    method: 'PATCH',
    summary: 'Change, pause or resume a watch',
    description:
      'Changes the members sent. Another `query` begins a new snapshot; `"state": "paused"` stops the runs.',
    scopes: ['watches'],
    body: WatchChanges,
    status: 200,
    answer: Watch,
  },
  {
    ...WATCH,
    id: 'delete_watch',
    method: 'DELETE',
    summary: 'Delete a watch',
    description: 'Ends the watch and a run in hand; its events stay in the log.',
    scopes: ['watches'],
    status: 204,
  },
  {
    id: 'run_watch',
    tag: 'Watches',
    method: 'POST',
    path: `${WATCH.path}/run`,
    summary: 'Run a watch now',
    description:
      'Begins a run, or answers with the one in hand. Pages that are still fresh come from the cache, and cost the same.',
    scopes: ['watches'],
    status: 202,
    answer: WatchRun,
  },
  {
    id: 'watch_runs',
    tag: 'Watches',
    method: 'GET',
    path: `${WATCH.path}/runs`,
    summary: 'The runs of a watch',
    description: 'The newest 50 runs, newest first. Free.',
    status: 200,
    answer: WatchRuns,
  },
  {
    id: 'watch_rows',
    tag: 'Watches',
    method: 'GET',
    path: `${WATCH.path}/rows`,
    summary: 'The homes that a watch knows',
    description:
      'The rows of the last snapshot, a hundred at a time, in the order of their ids. Free.',
    query: { after: text('What the answer follows: the `next_after` of the page before.') },
    status: 200,
    answer: WatchRows,
  },
] as const satisfies readonly Operation[];
