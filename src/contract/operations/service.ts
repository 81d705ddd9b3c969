/** The account that a key belongs to, and the health of the sources (docs/sources.md). */
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
import { ACCOUNT_STATUSES } from '../values.js';
import type { Operation } from './operation.js';

const Balance = named(
  'Balance',
  objectOf({
    plan: whole('Plan credits left this month.'),
    extra: whole('Extra credits left; used after the plan.'),
    reserved: count('Credits reserved by pending jobs.'),
    available: whole('Credits available to new searches.'),
  }),
);
/** Current credits of an account. */
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
/** An account's usage of a route on a UTC day. */
export type UsageEntry = ValueOf<typeof UsageDay>;

const Account = named(
  'Account',
  objectOf({
    account_id: uuid('ID of the account.'),
    name: text('Name given by the operator.'),
    status: oneOfTexts(
      ACCOUNT_STATUSES,
      'Calls of a suspended account are rejected; those of a moved one get 503.',
    ),
    balance: refTo(Balance),
    plan: objectOf({
      credits_per_month: count('Plan credits per month; they do not roll over.'),
      period: text('The month, UTC.', { pattern: '^\\d{4}-\\d{2}$' }),
      resets_at: instant('When the next month starts.'),
    }),
    limits: objectOf({
      calls_per_minute: count('Calls per minute of the account.'),
      pending_searches: count('Searches that may be pending at once.'),
    }),
    key: objectOf({
      key_id: uuid('The key of the call.'),
      scopes: arrayOf(text('A scope.'), {
        description: 'Scopes of the key: read, search, watches, webhooks, secrets.',
      }),
      credits_max: orNull(whole('Total credits that the key may spend.')),
      credits_used: orNull(whole('Credits spent or reserved by the key.')),
      expires_at: orNull(instant('When the key expires.')),
    }),
    endpoints: objectOf({
      enabled: count('Enabled webhook endpoints.'),
      disabled_by_caller: count('Webhook endpoints disabled by the account.'),
      disabled_by_service: count(
        'Webhook endpoints that answered 410 or failed for five days; nothing is sent until they are enabled.',
      ),
    }),
    usage: arrayOf(refTo(UsageDay), {
      description: 'One entry per UTC day and route, newest day first, for the last 31 days.',
    }),
  }),
);
/** Balance, plan, limits and usage of the account that a key belongs to. */
export type AccountBody = ValueOf<typeof Account>;
/** How many webhook endpoints of an account are active, and how many are not. */
export type EndpointCounts = AccountBody['endpoints'];

const CIRCUIT = {
  state: oneOfTexts(
    ['open', 'closed', 'paused'],
    "An open circuit rejects new searches; so does an operator's pause.",
  ),
  failures_in_a_row: count('Failed collections since the last success.'),
  open_until: orNull(instant('When the source is tried again.')),
};

const FeedCircuit = named(
  'FeedCircuit',
  objectOf({
    feed: text('Name of a feed. Its circuit rejects only searches that use it.'),
    ...CIRCUIT,
    last_error: orNull(text("The feed's last failure; null without one.")),
  }),
);

const ReplicaHealth = named(
  'ReplicaHealth',
  objectOf({
    feed: text('Name of a replicated feed.'),
    ready: flag('Whether it can be searched: its first pull has ended.'),
    rows: count('Stored rows.'),
    last_pull_at: orNull(instant('The rows match the feed at this time.')),
    lag_s: orNull(count('Seconds since then.')),
    last_compared_at: orNull(instant('When its keys were last compared, to find deleted rows.')),
    last_error: orNull(text('Failure of the last pull; null without one.')),
  }),
);
/** The health of a replicated feed. */
export type ReplicaHealth = ValueOf<typeof ReplicaHealth>;

const RouteHealth = named(
  'RouteHealth',
  objectOf({
    route: text('ID of the route.'),
    path: text('Path of the route.'),
    readings: count('Collections from the source.'),
    success_rate: orNull(decimal('From 0 to 1; null before the first collection.')),
    last_success_at: orNull(instant('Last successful collection.')),
    last_failure_at: orNull(instant('Last failed collection.')),
    last_error: orNull(text('The last failure.')),
    median_ms: orNull(decimal('Median time of a collection.')),
    rows_read: count('Total rows collected.'),
    fill_rates: recordOf(
      plain<number>({ type: 'number', minimum: 0, maximum: 1 }),
      'Share of the rows in which a field was filled, by field.',
    ),
    lost_fields: recordOf(
      plain<string>({ type: 'string', format: 'date-time' }),
      'Fields that the source no longer sends as before, with the time of the change. Their values are null as `unreadable`, and pages are `partial`.',
    ),
  }),
);
/** Statistics of a route's collections. */
export type RouteHealth = ValueOf<typeof RouteHealth>;

const Dataset = named(
  'Dataset',
  objectOf({
    dataset: text('Name of the dataset; `extras.dataset` of its rows.'),
    title: orNull(text('What it holds.')),
    rows: count('Rows.'),
    earliest: orNull(day('First sale.')),
    latest: orNull(day('Last sale.')),
    imported_at: instant('When it was imported.'),
    publisher: orNull(text('Who publishes it.')),
    licence: orNull(text('Licence or terms.')),
    licence_url: orNull(text('Where the licence is written.')),
    attribution: orNull(text('What must be shown beside its rows.')),
  }),
);
/** An imported dataset, with the rights to its rows. */
export type DatasetBody = ValueOf<typeof Dataset>;

const SourceHealth = named(
  'SourceHealth',
  objectOf({
    source: openText<string>('Name of the source.', SOURCES),
    configured: flag('Whether the source has an address, of an upstream or of the sandbox.'),
    sandbox: flag('Whether the built-in sandbox serves it: its homes are synthetic data.'),
    place_audits: objectOf({
      audits: count("The source's own places that were also collected by boxes."),
      homes: count('Homes found by the boxes.'),
      homes_outside: count('Of these, homes missing from the place; it is no longer used.'),
    }),
    feeds: arrayOf(text('Name of a licensed feed: an account needs a grant for it.')),
    replicas: arrayOf(refTo(ReplicaHealth)),
    datasets: arrayOf(refTo(Dataset), { description: 'Imported datasets, with their licences.' }),
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
  Dataset,
];

const PAGE = {
  tag: 'Service',
  method: 'GET',
  description: 'Takes no parameters. Free.',
  status: 200,
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
