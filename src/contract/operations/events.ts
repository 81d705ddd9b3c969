/** The event log of an account (docs/watches.md), and redelivered events (docs/webhooks.md). */
import { WAIT_SECONDS_MAX } from '../limits.js';
import * as s from '../schema.js';
import { EVENT_TYPES, EVENTS_LIMIT_DEFAULT, EVENTS_LIMIT_MAX } from '../watches.js';
import { ALL_EVENT_TYPES } from '../webhooks.js';
import type { Operation } from './operation.js';

export const Event = s.shapeOf('Event', {
  seq: s.count('Rises by one with each event of the account.'),
  event_id: s.uuid('ID of the event.'),
  type: s.meaningsOf('', EVENT_TYPES),
  timestamp: s.instant('Time of the event.'),
  watch_id: s.orNull(s.uuid('The watch that caused it.')),
  data: s.anyObject(
    'Type of event. `watch.changed` has `changes`, at most 20: `kind`, `source_id`, the `row`, the `previous` values of the fields that changed, `previous_source_id` of a relisted home, `last_seen_at`.',
  ),
});
export type EventBody = s.ValueOf<typeof Event>;

const Events = s.shapeOf('Events', {
  events: s.arrayOf(s.refTo(Event)),
  next_after: s.count('Send as `after` for the following events.'),
  next_before: s.orNull(
    s.count('Send as `before` for the preceding events; null when none are stored.'),
  ),
  last_seq: s.count('The newest event of the account.'),
});
/** A page of the event log. */
export type EventsBody = s.ValueOf<typeof Events>;

export const EVENT_SCHEMAS = [Events, Event];

export const EVENT_OPERATIONS = [
  {
    id: 'events',
    tag: 'Watches',
    method: 'GET',
    path: '/events',
    summary: 'The event log',
    description:
      'All events in order and without gaps: `seq` rises by one with each event of the account. Stored for 90 days. Continue with `after` = `next_after`; with `wait` the response is held until an event exists. With `before` the newest come first; go back with `before` = `next_before`. Free.',
    query: {
      after: s.count('Only events after this number: the `next_after` of the previous page.'),
      before: s.whole(
        'Newest first: the events before this number. Any number above the newest starts there. Not with `after` or `wait`.',
        { minimum: 1 },
      ),
      limit: s.whole('Maximum number of items.', {
        minimum: 1,
        maximum: EVENTS_LIMIT_MAX,
        default: EVENTS_LIMIT_DEFAULT,
      }),
      watch: s.uuid('Only events of this watch.'),
      type: s.choiceOf(ALL_EVENT_TYPES, 'Only events of this type.', { type: 'string' }),
      wait: s.whole('Seconds to hold the response until an event exists, from 0 to 20.', {
        minimum: 0,
        maximum: WAIT_SECONDS_MAX,
        default: 0,
      }),
    },
    status: 200,
    answer: Events,
  },
] as const satisfies readonly Operation[];
