/** Webhook endpoints and deliveries (docs/webhooks.md): their shapes and operations. */
import * as s from '../schema.js';
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

/** What a caller sets on an endpoint. */
const SETTINGS = {
  url: s.text(
    `Where events are sent: https, port 443 or 8443, at most ${ENDPOINT_URL_CHARS_MAX} characters; or \`mailto:\` and an address, for alerts by mail.`,
  ),
  name: NAME,
  types: s.arrayOf(s.choiceOf(ENDPOINT_TYPES), {
    minItems: 1,
    uniqueItems: true,
    description:
      'Event types to send; by default all `watch.*`, by mail `watch.changed`, `watch.failed` and `watch.paused`.',
  }),
};

const NewEndpoint = s.bodyOf('NewEndpoint', SETTINGS, ['url']);
export type NewEndpoint = s.ValueOf<typeof NewEndpoint>;

const EndpointChanges = s.bodyOf('EndpointChanges', {
  ...SETTINGS,
  state: s.choiceOf(['enabled', 'disabled'], 'Nothing is sent to disabled endpoints.'),
});
/** The members to change. */
export type EndpointChanges = s.ValueOf<typeof EndpointChanges>;

const Replay = s.bodyOf(
  'Replay',
  {
    after: s.whole('Events after this number are sent again.', {
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  },
  ['after'],
);
export type Replay = s.ValueOf<typeof Replay>;

const DeliveryAttempt = s.shapeOf('DeliveryAttempt', {
  at: s.instant('End time.'),
  code: s.orNull(
    s.whole('HTTP status of the response, or reply code of the mail server; null without one.'),
  ),
  took_ms: s.count('Duration.'),
  error: s.orNull(s.text('Reason of the failure; null on success.')),
});
export type AttemptBody = s.ValueOf<typeof DeliveryAttempt>;

const ENDPOINT = {
  endpoint_id: s.uuid('ID of the endpoint.'),
  url: s.text('URL that receives the events.'),
  name: s.text('Display name.'),
  types: s.arrayOf(s.text('Event type to send.')),
  state: s.oneOfTexts(['enabled', 'disabled'], 'Nothing is sent to disabled endpoints.'),
  disabled_reason: s.orNull(
    s.oneOfTexts(
      DISABLED_REASONS,
      'Why it is disabled: `gone` after a 410 or a permanent refusal of a mail, `failing` after five days without a success, `unconfirmed` until the owner of a mail address agrees, `unsubscribed` when the owner ended the alerts.',
    ),
  ),
  disabled_at: s.orNull(s.instant('Time of disabling.')),
  created_at: s.instant('Creation time.'),
  next_seq: s.count('The first event of the log not yet sent to it.'),
  old_secret_ends_at: s.orNull(s.instant('End of the time in which a replaced secret also signs.')),
  held_until: s.orNull(
    s.instant('Nothing is sent until this time: the endpoint sent Retry-After.'),
  ),
  failing_since: s.orNull(s.instant('Start of the time without a successful attempt.')),
  last_attempt: s.orNull(s.refTo(DeliveryAttempt)),
};

const Endpoint = s.shapeOf('Endpoint', ENDPOINT);
export type EndpointBody = s.ValueOf<typeof Endpoint>;

const EndpointSecret = s.shapeOf('EndpointSecret', {
  ...ENDPOINT,
  secret: s.text(
    'Verifies signatures: `whsec_` and base64. Shown once, and again when the call that created the endpoint is repeated with its Idempotency-Key.',
  ),
});
/** The answers that show a secret. */
export type EndpointSecretBody = s.ValueOf<typeof EndpointSecret>;

const Endpoints = s.shapeOf('Endpoints', { endpoints: s.arrayOf(s.refTo(Endpoint)) });
export type EndpointsBody = s.ValueOf<typeof Endpoints>;

const Delivery = s.shapeOf('Delivery', {
  endpoint_id: s.uuid('ID of the endpoint.'),
  seq: s.count('Number of the event.'),
  event_id: s.orNull(s.uuid('ID of the event; null after it has expired.')),
  type: s.orNull(s.text('Type of the event; null after it has expired.')),
  status: s.oneOfTexts(DELIVERY_STATUSES, 'Failed deliveries are not retried automatically.'),
  attempts: s.count('Attempts so far.'),
  created_at: s.instant('Creation time.'),
  next_at: s.orNull(s.instant('Time of the next attempt.')),
  last_attempt: s.orNull(s.refTo(DeliveryAttempt)),
});
/** A delivery that did not succeed at its first attempt, or that was requested. */
export type DeliveryBody = s.ValueOf<typeof Delivery>;

const Deliveries = s.shapeOf('Deliveries', { deliveries: s.arrayOf(s.refTo(Delivery)) });
export type DeliveriesBody = s.ValueOf<typeof Deliveries>;

export const ENDPOINT_SCHEMAS = [
  Endpoints,
  Endpoint,
  EndpointSecret,
  DeliveryAttempt,
  Deliveries,
  Delivery,
];

const ENDPOINT_PATH = '/endpoints/{endpoint_id}';
const READ = { tag: 'Webhooks', method: 'GET', status: 200 } as const;
const CHANGE = { tag: 'Webhooks', scopes: ['webhooks'] } as const;

export const ENDPOINT_OPERATIONS = [
  {
    ...CHANGE,
    id: 'redeliver_event',
    method: 'POST',
    path: '/events/{seq}/redeliver',
    summary: 'Send an event again',
    description:
      'Sends one event again to the enabled endpoints that receive its type. Its `webhook-id` stays the same.',
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
      'New events are sent to the URL, signed with the secret in the response. The secret is shown once; the same call with its Idempotency-Key shows it again.',
    // The answer includes the signing secret.
    scopes: ['webhooks', 'secrets'],
    body: NewEndpoint,
    replay: {
      description:
        'The endpoint already created with this Idempotency-Key, in its current state, with the newest secret.',
      answers: [EndpointSecret],
    },
    status: 201,
    answer: EndpointSecret,
  },
  {
    ...READ,
    id: 'endpoints',
    path: '/endpoints',
    summary: 'All webhook endpoints',
    description: 'The endpoints of the account with their last attempts, oldest first.',
    answer: Endpoints,
  },
  {
    ...READ,
    id: 'endpoint',
    path: ENDPOINT_PATH,
    summary: 'One webhook endpoint',
    description: 'An endpoint with its last attempt.',
    answer: Endpoint,
  },
  {
    ...CHANGE,
    id: 'change_endpoint',
    method: 'PATCH',
    path: ENDPOINT_PATH,
    summary: 'Change, disable or enable a webhook endpoint',
    description:
      'Changes the given members. An endpoint that is enabled again resumes where it stopped and receives the events written meanwhile.',
    body: EndpointChanges,
    status: 200,
    answer: Endpoint,
  },
  {
    ...CHANGE,
    id: 'delete_endpoint',
    method: 'DELETE',
    path: ENDPOINT_PATH,
    summary: 'Delete a webhook endpoint',
    description: 'Nothing more is sent to it; the events remain in the log.',
    status: 204,
  },
  {
    id: 'rotate_secret',
    tag: 'Webhooks',
    method: 'POST',
    path: `${ENDPOINT_PATH}/rotate`,
    summary: 'Replace the secret of an endpoint',
    description: `Returns a new secret. The old one also signs for ${OLD_SECRET_HOURS} hours.`,
    scopes: ['secrets'],
    status: 200,
    answer: EndpointSecret,
  },
  {
    ...CHANGE,
    id: 'test_endpoint',
    method: 'POST',
    path: `${ENDPOINT_PATH}/test`,
    summary: 'Send a test event',
    description:
      'Writes an `endpoint.test` event to the log; only this endpoint receives it, whatever its types.',
    status: 202,
    answer: Event,
  },
  {
    ...READ,
    id: 'deliveries',
    path: `${ENDPOINT_PATH}/deliveries`,
    summary: 'Deliveries that needed more than one attempt',
    description: `The newest ${DELIVERIES_SHOWN} events that failed at the first attempt or were sent again, newest first.`,
    query: {
      status: s.choiceOf(
        DELIVERY_STATUSES,
        `Only deliveries with this status: ${DELIVERY_STATUSES.join(', ')}.`,
        { type: 'string' },
      ),
    },
    answer: Deliveries,
  },
  {
    ...CHANGE,
    id: 'replay_endpoint',
    method: 'POST',
    path: `${ENDPOINT_PATH}/replay`,
    summary: 'Send all events after a number again',
    description:
      'Moves the endpoint back: it receives every event after `after` again, in order, with the same `webhook-id`s.',
    body: Replay,
    status: 202,
    answer: Endpoint,
  },
] as const satisfies readonly Operation[];
