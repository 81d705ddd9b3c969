/** Webhook endpoints and deliveries (docs/webhooks.md): their shapes, and what can be done. */
import {
  arrayOf,
  bodyOf,
  choiceOf,
  count,
  instant,
  named,
  objectOf,
  oneOfTexts,
  orNull,
  refTo,
  text,
  uuid,
  type ValueOf,
  whole,
} from '../schema.js';
import {
  DELIVERIES_SHOWN,
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  ENDPOINT_TYPES,
  ENDPOINT_URL_CHARS_MAX,
  OLD_SECRET_HOURS,
} from '../webhooks.js';
import { Event } from './events.js';
import { NAME, type Operation } from './operation.js';

/** What a caller sets of an endpoint. */
const SETTINGS = {
  url: text(
    `Where events are sent: https, port 443 or 8443, at most ${ENDPOINT_URL_CHARS_MAX} characters.`,
  ),
  name: NAME,
  types: arrayOf(choiceOf(ENDPOINT_TYPES), {
    minItems: 1,
    uniqueItems: true,
    description: 'Types of events to send; all `watch.*` when it is not sent.',
  }),
};

const NewEndpoint = bodyOf('NewEndpoint', SETTINGS, ['url']);
export type NewEndpoint = ValueOf<typeof NewEndpoint>;

const EndpointChanges = bodyOf('EndpointChanges', {
  ...SETTINGS,
  state: choiceOf(['enabled', 'disabled'], 'Nothing is sent to disabled endpoints.'),
});
/** The members to change. */
export type EndpointChanges = ValueOf<typeof EndpointChanges>;

const Replay = bodyOf(
  'Replay',
  {
    after: whole('Events that follow this number are sent again.', {
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  },
  ['after'],
);
export type Replay = ValueOf<typeof Replay>;

const DeliveryAttempt = named(
  'DeliveryAttempt',
  objectOf({
    at: instant('When it ended.'),
    code: orNull(whole('HTTP status of the answer; null without one.')),
    took_ms: count('How long it took.'),
    error: orNull(text('Why it failed; null when it did not.')),
  }),
);
export type AttemptBody = ValueOf<typeof DeliveryAttempt>;

const ENDPOINT = {
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
  last_attempt: orNull(refTo(DeliveryAttempt)),
};

const Endpoint = named('Endpoint', objectOf(ENDPOINT));
export type EndpointBody = ValueOf<typeof Endpoint>;

const EndpointSecret = named(
  'EndpointSecret',
  objectOf({
    ...ENDPOINT,
    secret: text(
      'Verifies signatures: `whsec_` and base64. It is shown once, and to whoever repeats the call that made the endpoint under its Idempotency-Key.',
    ),
  }),
);
/** The answers that show a secret. */
export type EndpointSecretBody = ValueOf<typeof EndpointSecret>;

const Endpoints = named('Endpoints', objectOf({ endpoints: arrayOf(refTo(Endpoint)) }));
export type EndpointsBody = ValueOf<typeof Endpoints>;

const Delivery = named(
  'Delivery',
  objectOf({
    endpoint_id: uuid('ID of the endpoint.'),
    seq: count('Number of the event.'),
    event_id: orNull(uuid('ID of the event; null when it is no longer kept.')),
    type: orNull(text('Type of the event; null when it is no longer kept.')),
    status: oneOfTexts(DELIVERY_STATUSES, 'Failed ones are not tried again by themselves.'),
    attempts: count('Attempts so far.'),
    created_at: instant('When it was stored.'),
    next_at: orNull(instant('When the next attempt is due.')),
    last_attempt: orNull(refTo(DeliveryAttempt)),
  }),
);
/** A delivery that did not succeed at its first attempt, or that was asked for. */
export type DeliveryBody = ValueOf<typeof Delivery>;

const Deliveries = named('Deliveries', objectOf({ deliveries: arrayOf(refTo(Delivery)) }));
export type DeliveriesBody = ValueOf<typeof Deliveries>;

export const ENDPOINT_SCHEMAS = [
  Endpoints,
  Endpoint,
  EndpointSecret,
  DeliveryAttempt,
  Deliveries,
  Delivery,
];

const ENDPOINT_PATH = '/endpoints/{endpoint_id}';

export const ENDPOINT_OPERATIONS = [
  {
    id: 'redeliver_event',
    tag: 'Webhooks',
    method: 'POST',
    path: '/events/{seq}/redeliver',
    summary: 'Send an event again',
    description:
      'Sends one event again to the enabled endpoints that ask for its type. Its `webhook-id` stays the same.',
    scopes: ['webhooks'],
    status: 202,
    answer: Deliveries,
  },
  {
    id: 'create_endpoint',
    tag: 'Webhooks',
    method: 'POST',
    path: '/endpoints',
    summary: 'Add a webhook endpoint',
    description:
      'Events that are written from now on are sent to the address, signed with the secret in the answer. It is shown once; the same call under its Idempotency-Key shows it again.',
    // The answer has the secret that signs.
    scopes: ['webhooks', 'secrets'],
    body: NewEndpoint,
    replay: {
      description:
        'The endpoint that the Idempotency-Key made before, as it is now, with the newest secret.',
      answers: [EndpointSecret],
    },
    status: 201,
    answer: EndpointSecret,
  },
  {
    id: 'endpoints',
    tag: 'Webhooks',
    method: 'GET',
    path: '/endpoints',
    summary: 'All webhook endpoints',
    description: 'The endpoints of the account with their last attempts, oldest first.',
    status: 200,
    answer: Endpoints,
  },
  {
    id: 'endpoint',
    tag: 'Webhooks',
    method: 'GET',
    path: ENDPOINT_PATH,
    summary: 'One webhook endpoint',
    description: 'An endpoint with its last attempt.',
    status: 200,
    answer: Endpoint,
  },
  {
    id: 'change_endpoint',
    tag: 'Webhooks',
    method: 'PATCH',
    path: ENDPOINT_PATH,
    summary: 'Change, disable or enable a webhook endpoint',
    description:
      'Changes the members sent. An endpoint that is enabled again goes on where it stood: it gets what was written meanwhile.',
    scopes: ['webhooks'],
    body: EndpointChanges,
    status: 200,
    answer: Endpoint,
  },
  {
    id: 'delete_endpoint',
    tag: 'Webhooks',
    method: 'DELETE',
    path: ENDPOINT_PATH,
    summary: 'Delete a webhook endpoint',
    description: 'Nothing is sent to it any more; the events stay in the log.',
    scopes: ['webhooks'],
    status: 204,
  },
  {
    id: 'rotate_secret',
    tag: 'Webhooks',
    method: 'POST',
    path: `${ENDPOINT_PATH}/rotate`,
    summary: 'Replace the secret of an endpoint',
    description: `Answers with a new secret. The old one signs beside it for ${OLD_SECRET_HOURS} hours.`,
    scopes: ['secrets'],
    status: 200,
    answer: EndpointSecret,
  },
  {
    id: 'test_endpoint',
    tag: 'Webhooks',
    method: 'POST',
    path: `${ENDPOINT_PATH}/test`,
    summary: 'Send a test event',
    description:
      'Writes an `endpoint.test` event to the log; this endpoint alone gets it, whatever types it asks for.',
    scopes: ['webhooks'],
    status: 202,
    answer: Event,
  },
  {
    id: 'deliveries',
    tag: 'Webhooks',
    method: 'GET',
    path: `${ENDPOINT_PATH}/deliveries`,
    summary: 'Deliveries that needed more than one attempt',
    description: `The newest ${DELIVERIES_SHOWN} events that the endpoint did not take at the first attempt, or that were sent again, newest first.`,
    query: {
      status: choiceOf(
        DELIVERY_STATUSES,
        `Only deliveries of this status: ${DELIVERY_STATUSES.join(', ')}.`,
        { type: 'string' },
      ),
    },
    status: 200,
    answer: Deliveries,
  },
  {
    id: 'replay_endpoint',
    tag: 'Webhooks',
    method: 'POST',
    path: `${ENDPOINT_PATH}/replay`,
    summary: 'Send all events again from a number on',
    description:
      'Sets the endpoint back: it gets every event that follows `after` once more, in order, with the same `webhook-id`s.',
    scopes: ['webhooks'],
    body: Replay,
    status: 202,
    answer: Endpoint,
  },
] as const satisfies readonly Operation[];
