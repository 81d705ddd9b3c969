/** The account that a key belongs to, and the health of the sources (docs/sources.md). */
import * as s from '../schema.js';
import { SOURCES } from '../sources.js';
import { ACCOUNT_STATUSES } from '../values.js';
import type { Operation } from './operation.js';

const Balance = s.shapeOf('Balance', {
  plan: s.whole('Plan credits left this month.'),
  extra: s.whole('Extra credits left; used after the plan.'),
  reserved: s.count('Credits reserved by pending jobs.'),
  available: s.whole('Credits available to new searches.'),
});
/** Current credits of an account. */
export type Balance = s.ValueOf<typeof Balance>;

const UsageDay = s.shapeOf('UsageDay', {
  date: s.day('UTC day.'),
  route: s.text('ID of the route.'),
  path: s.text('Path of the route.'),
  complete: s.count('Jobs that completed.'),
  failed: s.count('Jobs that failed.'),
  pending: s.count('Jobs that are pending.'),
  credits: s.count('Credits charged.'),
});
/** An account's usage of a route on a UTC day. */
export type UsageEntry = s.ValueOf<typeof UsageDay>;

const Account = s.shapeOf('Account', {
  account_id: s.uuid('ID of the account.'),
  name: s.text('Name given by the operator.'),
  status: s.oneOfTexts(
    ACCOUNT_STATUSES,
    'Calls of a suspended account are rejected; those of a moved one get 503.',
  ),
  balance: s.refTo(Balance),
  plan: s.objectOf({
    credits_per_month: s.count('Plan credits per month; they do not roll over.'),
    period: s.text('The month, UTC.', { pattern: '^\\d{4}-\\d{2}$' }),
    resets_at: s.instant('When the next month starts.'),
  }),
  limits: s.objectOf({
    calls_per_minute: s.count('Calls per minute of the account.'),
    pending_searches: s.count('Searches that may be pending at once.'),
  }),
  key: s.objectOf({
    key_id: s.uuid('The key of the call.'),
    scopes: s.arrayOf(s.text('A scope.'), {
      description: 'Scopes of the key: read, search, watches, webhooks, secrets.',
    }),
    credits_max: s.orNull(s.whole('Total credits that the key may spend.')),
    credits_used: s.orNull(s.whole('Credits spent or reserved by the key.')),
    expires_at: s.orNull(s.instant('When the key expires.')),
  }),
  endpoints: s.objectOf({
    enabled: s.count('Enabled webhook endpoints.'),
    disabled_by_caller: s.count('Webhook endpoints disabled by the account.'),
    disabled_by_service: s.count(
      'Webhook endpoints that answered 410 or failed for five days; nothing is sent until they are enabled.',
    ),
  }),
  usage: s.arrayOf(s.refTo(UsageDay), {
    description: 'One entry per UTC day and route, newest day first, for the last 31 days.',
  }),
});
/** Balance, plan, limits and usage of the account that a key belongs to. */
export type AccountBody = s.ValueOf<typeof Account>;
/** How many webhook endpoints of an account are active, and how many are not. */
export type EndpointCounts = AccountBody['endpoints'];

const CIRCUIT = {
  state: s.oneOfTexts(
    ['open', 'closed', 'paused'],
    "An open circuit rejects new searches; so does an operator's pause.",
  ),
  failures_in_a_row: s.count('Failed collections since the last success.'),
  open_until: s.orNull(s.instant('When the source is tried again.')),
};

const FeedCircuit = s.shapeOf('FeedCircuit', {
  feed: s.text('Name of a feed. Its circuit rejects only searches that use it.'),
  ...CIRCUIT,
  last_error: s.orNull(s.text("The feed's last failure; null without one.")),
});

const ReplicaHealth = s.shapeOf('ReplicaHealth', {
  feed: s.text('Name of a replicated feed.'),
  ready: s.flag('Whether it can be searched: its first pull has ended.'),
  rows: s.count('Stored rows.'),
  last_pull_at: s.orNull(s.instant('The rows match the feed at this time.')),
  lag_s: s.orNull(s.count('Seconds since then.')),
  last_compared_at: s.orNull(s.instant('When its keys were last compared, to find deleted rows.')),
  last_error: s.orNull(s.text('Failure of the last pull; null without one.')),
});
/** The health of a replicated feed. */
export type ReplicaHealth = s.ValueOf<typeof ReplicaHealth>;

const RouteHealth = s.shapeOf('RouteHealth', {
  route: s.text('ID of the route.'),
  path: s.text('Path of the route.'),
  readings: s.count('Collections from the source.'),
  success_rate: s.orNull(s.decimal('From 0 to 1; null before the first collection.')),
  last_success_at: s.orNull(s.instant('Last successful collection.')),
  last_failure_at: s.orNull(s.instant('Last failed collection.')),
  last_error: s.orNull(s.text('The last failure.')),
  median_ms: s.orNull(s.decimal('Median time of a collection.')),
  rows_read: s.count('Total rows collected.'),
  fill_rates: s.recordOf(
    s.plain<number>({ type: 'number', minimum: 0, maximum: 1 }),
    'Share of the rows in which a field was filled, by field.',
  ),
  lost_fields: s.recordOf(
    s.plain<string>({ type: 'string', format: 'date-time' }),
    'Fields that the source no longer sends as before, with the time of the change. Their values are null as `unreadable`, and pages are `partial`.',
  ),
});
/** Statistics of a route's collections. */
export type RouteHealth = s.ValueOf<typeof RouteHealth>;

const Dataset = s.shapeOf('Dataset', {
  dataset: s.text('Name of the dataset; `extras.dataset` of its rows.'),
  title: s.orNull(s.text('What it holds.')),
  rows: s.count('Rows.'),
  earliest: s.orNull(s.day('First sale.')),
  latest: s.orNull(s.day('Last sale.')),
  imported_at: s.instant('When it was imported.'),
  publisher: s.orNull(s.text('Who publishes it.')),
  licence: s.orNull(s.text('Licence or terms.')),
  licence_url: s.orNull(s.text('Where the licence is written.')),
  attribution: s.orNull(s.text('What must be shown beside its rows.')),
});
/** An imported dataset, with the rights to its rows. */
export type DatasetBody = s.ValueOf<typeof Dataset>;

const SourceHealth = s.shapeOf('SourceHealth', {
  source: s.openText<string>('Name of the source.', SOURCES),
  configured: s.flag('Whether the source has an address, of an upstream or of the sandbox.'),
  sandbox: s.flag('Whether the built-in sandbox serves it: its homes are synthetic data.'),
  place_audits: s.objectOf({
    audits: s.count("The source's own places that were also collected by boxes."),
    homes: s.count('Homes found by the boxes.'),
    homes_outside: s.count('Of these, homes missing from the place; it is no longer used.'),
  }),
  feeds: s.arrayOf(s.text('Name of a licensed feed: an account needs a grant for it.')),
  replicas: s.arrayOf(s.refTo(ReplicaHealth)),
  datasets: s.arrayOf(s.refTo(Dataset), {
    description: 'Imported datasets, with their licences.',
  }),
  circuit: s.objectOf(CIRCUIT),
  feed_circuits: s.arrayOf(s.refTo(FeedCircuit)),
  routes: s.arrayOf(s.refTo(RouteHealth)),
});
export type SourceHealth = s.ValueOf<typeof SourceHealth>;

const Sources = s.shapeOf('Sources', { sources: s.arrayOf(s.refTo(SourceHealth)) });
export type SourcesBody = s.ValueOf<typeof Sources>;

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
