/** The event log of an account (docs/watches.md), and events that are sent again (docs/webhooks.md). */
import { WAIT_SECONDS_MAX } from '../limits.js';
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
  whole,
} from '../schema.js';
import { EVENT_TYPES, EVENTS_LIMIT_DEFAULT, EVENTS_LIMIT_MAX } from '../watches.js';
import type { Operation } from './operation.js';

export const Event = named(
  'Event',
  objectOf({
    seq: count('Rises by one with each event of the account.'),
    event_id: uuid('ID of the event.'),
    type: meaningsOf('', EVENT_TYPES),
    timestamp: instant('When it was written.'),
    watch_id: orNull(uuid('The watch that it is about.')),
    data: anyObject(
      'What happened. `watch.changed` has `changes`, at most 20: `kind`, `source_id`, the `row`, the `previous` values of the fields that changed, `previous_source_id` of a relisted home, `last_seen_at`.',
    ),
  }),
);
export type EventBody = ValueOf<typeof Event>;

const Events = named(
  'Events',
  objectOf({
    events: arrayOf(refTo(Event)),
    next_after: count('Send as `after` for the events that follow.'),
    next_before: orNull(
      count(
        'Send as `before` for the events that come before; null when no earlier ones are kept.',
      ),
    ),
    last_seq: count('The newest event of the account.'),
  }),
);
/** A page of the event log. */
export type EventsBody = ValueOf<typeof Events>;

export const EVENT_SCHEMAS = [Events, Event];

export const EVENT_OPERATIONS = [
  {
    id: 'events',
    tag: 'Watches',
    method: 'GET',
    path: '/events',
    summary: 'The event log',
    description:
      'What happened, in order and without gaps: `seq` rises by one with each event of the account. Kept for 90 days. Read on with `after` = `next_after`; with `wait` the answer is held until there is something to tell. With `before` the newest come first; read back with `before` = `next_before`. Free.',
    query: {
      after: count('What the answer follows: the `next_after` of the page before.'),
      before: whole(
        'Newest first: the events before this number. Any number above the newest begins there. Not with `after` or `wait`.',
        { minimum: 1 },
      ),
      limit: whole('How many at most.', {
        minimum: 1,
        maximum: EVENTS_LIMIT_MAX,
        default: EVENTS_LIMIT_DEFAULT,
      }),
      watch: uuid('Only events of this watch.'),
      type: text(`Only events of this type: ${Object.keys(EVENT_TYPES).join(', ')}.`, {
        'x-extensible-enum': Object.keys(EVENT_TYPES),
      }),
      wait: whole('Seconds to hold the answer while there is nothing to tell, from 0 to 20.', {
        minimum: 0,
        maximum: WAIT_SECONDS_MAX,
        default: 0,
      }),
    },
    status: 200,
    answer: Events,
  },
] as const satisfies readonly Operation[];
