/** What the free pages answer: account, sources, health; and GeoJSON. */
import { ERRORS } from '../errors.js';
import { SOURCES } from '../sources.js';
import { errorBody } from './job-schemas.js';
import {
  arrayOf,
  count,
  day,
  decimal,
  exactly,
  flag,
  instant,
  objectOf,
  oneOfTexts,
  orNull,
  refTo,
  type Schema,
  text,
  uuid,
  whole,
} from './schema.js';

export function pageSchemas(): Record<string, Schema> {
  return {
    ...errorSchemas(),
    ...accountSchemas(),
    ...sourceSchemas(),
    Health: objectOf({ status: exactly('ok', 'The process answers.') }),
    Readiness: objectOf({
      status: oneOfTexts(['ready', 'not ready'], 'Whether calls can be answered.'),
      why: arrayOf({ type: 'string' }, { description: 'What is not ready; [] when ready.' }),
    }),
    FeatureCollection: objectOf({
      type: exactly('FeatureCollection', 'RFC 7946.'),
      features: arrayOf(
        objectOf({
          type: exactly('Feature', 'RFC 7946.'),
          geometry: orNull({ type: 'object', description: 'A Point, or null without a location.' }),
          properties: {
            type: 'object',
            description:
              'The fields of the row, named as the columns of rows.csv: `list_price.amount`, `address.zip`. Lists are JSON text; the location is the geometry.',
            additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
          },
        }),
        { description: 'One feature a row.' },
      ),
    }),
  };
}

/** The error envelope of every code, and of every HTTP status the codes that have it. */
function errorSchemas(): Record<string, Schema> {
  const schemas: Record<string, Schema> = {
    ErrorEnvelope: objectOf({ error: refTo('ErrorBody') }),
  };
  const statuses = new Set<number>(Object.values(ERRORS).map(({ http }) => http));
  // No GET is answered with it: it stands in the response of every other API error.
  statuses.delete(ERRORS.method_not_allowed.http);
  for (const status of statuses) {
    const codes = Object.entries(ERRORS).flatMap(([code, { http }]) =>
      http === status ? [code] : [],
    );
    schemas[`Error${status}`] = objectOf(
      { error: errorBody(codes, 'What went wrong and what to do next.') },
      { description: `The errors of HTTP ${status}.` },
    );
  }
  return schemas;
}

/** The key of a call, and what it may do. */
const keySchema = (): Schema =>
  objectOf({
    key_id: uuid('The key of the call.'),
    scopes: arrayOf(text('A scope.'), {
      description: 'What the key may do: read, search, watches, webhooks, secrets.',
    }),
    credits_max: orNull(whole('Credits that the key may spend in all.')),
    credits_used: orNull(whole('Credits that it has spent or reserved.')),
    expires_at: orNull(instant('When the key ends.')),
  });

function accountSchemas(): Record<string, Schema> {
  return {
    Account: objectOf({
      account_id: uuid('ID of the account.'),
      name: text('Name that the operator gave.'),
      status: oneOfTexts(['active', 'suspended'], 'Suspended accounts are rejected.'),
      balance: refTo('Balance'),
      plan: objectOf({
        credits_per_month: count('Plan credits of a month; they do not roll over.'),
        period: text('The month, UTC.', { pattern: '^\\d{4}-\\d{2}$' }),
        resets_at: instant('When the next month begins.'),
      }),
      limits: objectOf({
        calls_per_minute: count('Calls a minute of the account.'),
        pending_searches: count('Searches that may be pending at once.'),
      }),
      key: keySchema(),
      endpoints: objectOf({
        enabled: count('Webhook endpoints that events are sent to.'),
        disabled_by_caller: count('Webhook endpoints that the account disabled.'),
        disabled_by_service: count(
          'Webhook endpoints that answered 410 or failed for five days: nothing is sent until they are enabled.',
        ),
      }),
      usage: arrayOf(refTo('UsageDay'), {
        description: 'One entry a UTC day and route, newest day first, of the last 31 days.',
      }),
    }),
    Balance: objectOf({
      plan: whole('Plan credits left this month.'),
      extra: whole('Extra credits left; used after the plan.'),
      reserved: count('Credits held by pending jobs.'),
      available: whole('What new searches can use.'),
    }),
    UsageDay: objectOf({
      date: day('UTC day.'),
      route: text('ID of the route.'),
      path: text('Path of the route.'),
      complete: count('Jobs that completed.'),
      failed: count('Jobs that failed.'),
      pending: count('Jobs that are pending.'),
      credits: count('Credits charged.'),
    }),
  };
}

function sourceSchemas(): Record<string, Schema> {
  return {
    Sources: objectOf({ sources: arrayOf(refTo('SourceHealth')) }),
    SourceHealth: objectOf({
      source: text('Name of the source.', { 'x-extensible-enum': SOURCES }),
      configured: flag('Whether the source has an address, of an upstream or of the sandbox.'),
      sandbox: flag('Whether the built-in sandbox serves it: its homes are synthetic data.'),
      place_audits: objectOf({
        audits: count("The source's own places that were also read by boxes."),
        homes: count('Homes that the boxes showed.'),
        homes_outside: count('Those of them that the place did not show; it is not used any more.'),
      }),
      feeds: arrayOf(text('Name of a licensed feed: an account needs a grant for it.')),
      replicas: arrayOf(refTo('ReplicaHealth')),
      circuit: objectOf(CIRCUIT),
      feed_circuits: arrayOf(refTo('FeedCircuit')),
      routes: arrayOf(refTo('RouteHealth')),
    }),
    FeedCircuit: objectOf({
      feed: text('Name of a licensed feed. Its circuit rejects only searches that read it.'),
      ...CIRCUIT,
      last_error: orNull(text('Why the feed failed last; null when it never did.')),
    }),
    ReplicaHealth: replicaSchema(),
    RouteHealth: objectOf({
      route: text('ID of the route.'),
      path: text('Path of the route.'),
      readings: count('Readings of the source.'),
      success_rate: orNull(decimal('From 0 to 1; null before the first reading.')),
      last_success_at: orNull(instant('Last reading that succeeded.')),
      last_failure_at: orNull(instant('Last reading that failed.')),
      last_error: orNull(text('What the last failure was.')),
      median_ms: orNull(decimal('Median time of a reading.')),
      rows_read: count('Rows read in all.'),
      fill_rates: {
        type: 'object',
        additionalProperties: { type: 'number', minimum: 0, maximum: 1 },
        description: 'Share of the rows in which a field was filled, by field.',
      },
      lost_fields: {
        type: 'object',
        additionalProperties: { type: 'string', format: 'date-time' },
        description:
          'Fields that the source no longer sends as it did, and since when. Their values are null as `unreadable`, and pages are `partial`.',
      },
    }),
  };
}

const CIRCUIT = {
  state: oneOfTexts(
    ['open', 'closed', 'paused'],
    'An open circuit rejects new searches; so does the pause of an operator.',
  ),
  failures_in_a_row: count('Failed readings since the last good one.'),
  open_until: orNull(instant('When it is tried again.')),
};

const replicaSchema = (): Schema =>
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
  });
