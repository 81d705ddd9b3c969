/** What operations on resources answer. */
import { HISTORY_FIELDS, STATE_ENDS } from '../home-history.js';
import { CHANGE_KINDS, EVENT_TYPES, PAUSE_REASONS } from '../watches.js';
import { DELIVERY_STATUSES, DISABLED_REASONS } from '../webhooks.js';
import { homeSchemas } from './home-schemas.js';
import {
  arrayOf,
  count,
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

const ANY_OBJECT: Schema = { type: 'object', additionalProperties: true };

export const resourceSchemas = (): Record<string, Schema> => ({
  ...watchSchemas(),
  ...runSchemas(),
  ...historySchemas(),
  ...homeSchemas(),
  ...eventSchemas(),
  ...endpointSchemas(),
});

const watchSchemas = (): Record<string, Schema> => ({
  Watches: objectOf({ watches: arrayOf(refTo('Watch')) }),
  Watch: objectOf({
    watch_id: uuid('ID of the watch.'),
    name: text('Name for people.'),
    route: text('ID of the search route.'),
    path: text('Path of the search route.'),
    query: { ...ANY_OBJECT, description: 'The inputs of the search as they were read.' },
    schedule: {
      anyOf: [
        objectOf({ interval_s: whole('Seconds between runs.') }),
        objectOf({
          times: arrayOf(text('Local time, `07:00`.')),
          time_zone: text('IANA name of the zone.'),
        }),
      ],
      description: 'When it runs.',
    },
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
    last_run: orNull(refTo('WatchRun')),
    estimate: refTo('WatchEstimate'),
  }),
  WatchPrice: objectOf({ estimate: refTo('WatchEstimate') }),
  WatchEstimate: objectOf({
    homes: orNull(count('Homes that the source counted; null where no count is known.')),
    counted_at: orNull(instant('When they were counted.')),
    pages: orNull(count('Pages of a run.')),
    credits_per_run: orNull(count('What a run costs.')),
    runs_per_month: count('Runs in 30 days.'),
    credits_per_month: orNull(count('What 30 days cost.')),
  }),
});

const runSchemas = (): Record<string, Schema> => ({
  WatchRuns: objectOf({ runs: arrayOf(refTo('WatchRun')) }),
  WatchRun: objectOf({
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
  WatchRows: objectOf({
    rows: arrayOf({ ...ANY_OBJECT, description: 'A row of the route.' }),
    next_after: orNull(text('Send as `after` for the rows that follow; null after the last.')),
  }),
});

const historySchemas = (): Record<string, Schema> => ({
  HomeHistory: objectOf({
    source: text('Name of the source.'),
    source_id: text('ID of the home at the source.'),
    watches: arrayOf(refTo('WatchedHome')),
  }),
  WatchedHome: objectOf({
    watch_id: uuid('ID of the watch.'),
    route: text('ID of the search route.'),
    query: { ...ANY_OBJECT, description: 'The inputs of the search as they are now.' },
    watched_since: instant('Since when the watch reads; before it nothing is known.'),
    last_complete_at: orNull(instant('End of the last complete run.')),
    gaps: arrayOf(
      objectOf({
        from: instant('End of the complete run before.'),
        to: orNull(instant('Begin of the complete run after; null while the gap lasts.')),
      }),
    ),
    previous_source_id: orNull(text('The id that the home had before, where it was relisted.')),
    states: arrayOf(refTo('HomeState')),
    states_left_out: count('Older states that are not shown.'),
  }),
  HomeState: objectOf({
    from: instant('The first run that saw the home so.'),
    to: instant('The last run that saw the home so.'),
    values: {
      ...ANY_OBJECT,
      description: `Prices and status, by the names of the row's fields: ${HISTORY_FIELDS.join(', ')}, as far as the route has them.`,
    },
    ended_by: orNull(
      oneOfTexts(
        Object.keys(STATE_ENDS),
        `Why it ended; null while it holds. ${Object.entries(STATE_ENDS)
          .map(([end, meaning]) => `\`${end}\`: ${meaning}`)
          .join(' ')}`,
      ),
    ),
    next_source_id: orNull(text('The id that the home has since, where it was relisted.')),
  }),
});

const eventSchemas = (): Record<string, Schema> => ({
  Events: objectOf({
    events: arrayOf(refTo('Event')),
    next_after: count('Send as `after` for the events that follow.'),
    next_before: orNull(
      count(
        'Send as `before` for the events that come before; null when no earlier ones are kept.',
      ),
    ),
    last_seq: count('The newest event of the account.'),
  }),
  Event: objectOf({
    seq: count('Rises by one with each event of the account.'),
    event_id: uuid('ID of the event.'),
    type: text(
      Object.entries(EVENT_TYPES)
        .map(([type, meaning]) => `\`${type}\`: ${meaning}`)
        .join(' '),
      { 'x-extensible-enum': Object.keys(EVENT_TYPES) },
    ),
    timestamp: instant('When it was written.'),
    watch_id: orNull(uuid('The watch that it is about.')),
    data: {
      ...ANY_OBJECT,
      description:
        'What happened. `watch.changed` has `changes`, at most 20: `kind`, `source_id`, the `row`, the `previous` values of the fields that changed, `previous_source_id` of a relisted home, `last_seen_at`.',
    },
  }),
});

const ENDPOINT: Readonly<Record<string, Schema>> = {
  endpoint_id: uuid('ID of the endpoint.'),
  url: text('Where events are sent.'),
  name: text('Name for people.'),
  types: arrayOf(text('Type of event that is sent.')),
  state: oneOfTexts(['enabled', 'disabled'], 'Nothing is sent to disabled endpoints.'),
  disabled_reason: orNull(
    oneOfTexts(
      DISABLED_REASONS,
      'Why it is disabled: `gone` after a 410, `failing` after five days without a success.',
    ),
  ),
  disabled_at: orNull(instant('When it was disabled.')),
  created_at: instant('When it was made.'),
  next_seq: count('The first event of the log that was not sent to it.'),
  old_secret_ends_at: orNull(instant('Until when a replaced secret signs too.')),
  held_until: orNull(instant('Nothing is sent until then: the endpoint sent Retry-After.')),
  failing_since: orNull(instant('Since when no attempt succeeded.')),
  last_attempt: orNull(refTo('DeliveryAttempt')),
};

const endpointSchemas = (): Record<string, Schema> => ({
  Endpoints: objectOf({ endpoints: arrayOf(refTo('Endpoint')) }),
  Endpoint: objectOf(ENDPOINT),
  EndpointSecret: objectOf({
    ...ENDPOINT,
    secret: text(
      'Verifies signatures: `whsec_` and base64. It is shown once, and to whoever repeats the call that made the endpoint under its Idempotency-Key.',
    ),
  }),
  DeliveryAttempt: objectOf({
    at: instant('When it ended.'),
    code: orNull(whole('HTTP status of the answer; null without one.')),
    took_ms: count('How long it took.'),
    error: orNull(text('Why it failed; null when it did not.')),
  }),
  Deliveries: objectOf({ deliveries: arrayOf(refTo('Delivery')) }),
  Delivery: objectOf({
    endpoint_id: uuid('ID of the endpoint.'),
    seq: count('Number of the event.'),
    event_id: orNull(uuid('ID of the event; null when it is no longer kept.')),
    type: orNull(text('Type of the event; null when it is no longer kept.')),
    status: oneOfTexts(DELIVERY_STATUSES, 'Failed ones are not tried again by themselves.'),
    attempts: count('Attempts so far.'),
    created_at: instant('When it was stored.'),
    next_at: orNull(instant('When the next attempt is due.')),
    last_attempt: orNull(refTo('DeliveryAttempt')),
  }),
});
