/** The account that a key belongs to, and how the sources do (docs/sources.md). */
import {
  arrayOf,
  count,
  day,
  decimal,
  flag,
  instant,
  named,
  objectOf,
  oneOfTexts,
  openText,
  orNull,
  plain,
  recordOf,
  refTo,
  text,
  uuid,
  type ValueOf,
  whole,
} from '../schema.js';
import { SOURCES } from '../sources.js';
import type { Operation } from './operation.js';

const Balance = named(
  'Balance',
  objectOf({
    plan: whole('Plan credits left this month.'),
    extra: whole('Extra credits left; used after the plan.'),
    reserved: count('Credits held by pending jobs.'),
    available: whole('What new searches can use.'),
  }),
);
/** Credits of an account, now. */
export type Balance = ValueOf<typeof Balance>;

const UsageDay = named(
  'UsageDay',
  objectOf({
    date: day('UTC day.'),
    route: text('ID of the route.'),
    path: text('Path of the route.'),
    complete: count('Jobs that completed.'),
    failed: count('Jobs that failed.'),
    pending: count('Jobs that are pending.'),
    credits: count('Credits charged.'),
  }),
);
/** What an account used of a route on a UTC day. */
export type UsageEntry = ValueOf<typeof UsageDay>;

const Account = named(
  'Account',
  objectOf({
    account_id: uuid('ID of the account.'),
    name: text('Name that the operator gave.'),
    status: oneOfTexts(['active', 'suspended'], 'Suspended accounts are rejected.'),
    balance: refTo(Balance),
    plan: objectOf({
      credits_per_month: count('Plan credits of a month; they do not roll over.'),
      period: text('The month, UTC.', { pattern: '^\\d{4}-\\d{2}$' }),
      resets_at: instant('When the next month begins.'),
    }),
    limits: objectOf({
      calls_per_minute: count('Calls a minute of the account.'),
      pending_searches: count('Searches that may be pending at once.'),
    }),
    key: objectOf({
      key_id: uuid('The key of the call.'),
      scopes: arrayOf(text('A scope.'), {
        description: 'What the key may do: read, search, watches, webhooks, secrets.',
      }),
      credits_max: orNull(whole('Credits that the key may spend in all.')),
      credits_used: orNull(whole('Credits that it has spent or reserved.')),
      expires_at: orNull(instant('When the key ends.')),
    }),
    endpoints: objectOf({
      enabled: count('Webhook endpoints that events are sent to.'),
      disabled_by_caller: count('Webhook endpoints that the account disabled.'),
      disabled_by_service: count(
        'Webhook endpoints that answered 410 or failed for five days: nothing is sent until they are enabled.',
      ),
    }),
    usage: arrayOf(refTo(UsageDay), {
      description: 'One entry a UTC day and route, newest day first, of the last 31 days.',
    }),
  }),
);
/** Balance, plan, limits and use of the account that a key belongs to. */
export type AccountBody = ValueOf<typeof Account>;
/** How many webhook endpoints of an account are sent to, and how many are not. */
export type EndpointCounts = AccountBody['endpoints'];

const CIRCUIT = {
  state: oneOfTexts(
    ['open', 'closed', 'paused'],
    'An open circuit rejects new searches; so does the pause of an operator.',
  ),
  failures_in_a_row: count('Failed readings since the last good one.'),
  open_until: orNull(instant('When it is tried again.')),
};

const FeedCircuit = named(
  'FeedCircuit',
  objectOf({
    feed: text('Name of a licensed feed. Its circuit rejects only searches that read it.'),
    ...CIRCUIT,
    last_error: orNull(text('Why the feed failed last; null when it never did.')),
  }),
);

const ReplicaHealth = named(
  'ReplicaHealth',
  objectOf({
    feed: text('Name of a feed whose rows are kept here.'),
    ready: flag('Whether it can be searched: its first pull has ended.'),
    rows: count('Rows that are kept.'),
    last_pull_at: orNull(instant('The rows are those of the feed at this moment.')),
    lag_s: orNull(count('Seconds since then.')),
    last_compared_at: orNull(
      instant('When its keys were last compared, to find rows that are gone.'),
    ),
    last_error: orNull(text('Why the last pull failed; null when it did not.')),
  }),
);
/** How a feed does whose rows are kept here. */
export type ReplicaHealth = ValueOf<typeof ReplicaHealth>;

const RouteHealth = named(
  'RouteHealth',
  objectOf({
    route: text('ID of the route.'),
    path: text('Path of the route.'),
    readings: count('Readings of the source.'),
    success_rate: orNull(decimal('From 0 to 1; null before the first reading.')),
    last_success_at: orNull(instant('Last reading that succeeded.')),
    last_failure_at: orNull(instant('Last reading that failed.')),
    last_error: orNull(text('What the last failure was.')),
    median_ms: orNull(decimal('Median time of a reading.')),
    rows_read: count('Rows read in all.'),
    fill_rates: recordOf(
      plain<number>({ type: 'number', minimum: 0, maximum: 1 }),
      'Share of the rows in which a field was filled, by field.',
    ),
    lost_fields: recordOf(
      plain<string>({ type: 'string', format: 'date-time' }),
      'Fields that the source no longer sends as it did, and since when. Their values are null as `unreadable`, and pages are `partial`.',
    ),
  }),
);
/** How readings of a route went. */
export type RouteHealth = ValueOf<typeof RouteHealth>;

const SourceHealth = named(
  'SourceHealth',
  objectOf({
    source: openText<string>('Name of the source.', SOURCES),
    configured: flag('Whether the source has an address, of an upstream or of the sandbox.'),
    sandbox: flag('Whether the built-in sandbox serves it: its homes are synthetic data.'),
    place_audits: objectOf({
      audits: count("The source's own places that were also read by boxes."),
      homes: count('Homes that the boxes showed.'),
      homes_outside: count('Those of them that the place did not show; it is not used any more.'),
    }),
    feeds: arrayOf(text('Name of a licensed feed: an account needs a grant for it.')),
    replicas: arrayOf(refTo(ReplicaHealth)),
    circuit: objectOf(CIRCUIT),
    feed_circuits: arrayOf(refTo(FeedCircuit)),
    routes: arrayOf(refTo(RouteHealth)),
  }),
);
export type SourceHealth = ValueOf<typeof SourceHealth>;

const Sources = named('Sources', objectOf({ sources: arrayOf(refTo(SourceHealth)) }));
export type SourcesBody = ValueOf<typeof Sources>;

export const SERVICE_SCHEMAS = [
  Account,
  Balance,
  UsageDay,
  Sources,
  SourceHealth,
  FeedCircuit,
  ReplicaHealth,
  RouteHealth,
];

const PAGE = {
  tag: 'Service',
  method: 'GET',
  description: 'Takes no parameters and costs nothing.',
  status: 200,
  errors: 'Page',
} as const;

export const SERVICE_OPERATIONS = [
  {
    ...PAGE,
    id: 'account',
    path: '/account',
    summary: 'Balance, plan, limits and usage',
    answer: Account,
  },
  { ...PAGE, id: 'sources', path: '/sources', summary: 'Health of the sources', answer: Sources },
] as const satisfies readonly Operation[];
