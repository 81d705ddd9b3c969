/** JSON Schemas of the bodies that calls send: the service checks by them, and the OpenAPI document prints them. */
import {
  ALL_WATCHED_FIELDS,
  CHANGE_KINDS,
  INTERVAL_S_DEFAULT,
  INTERVAL_S_MAX,
  INTERVAL_S_MIN,
  RUNS_UNTIL_REMOVED_DEFAULT,
  RUNS_UNTIL_REMOVED_MAX,
  TIMES_MAX,
  WATCH_NAME_CHARS_MAX,
} from './watches.js';
import { ENDPOINT_TYPES, ENDPOINT_URL_CHARS_MAX } from './webhooks.js';

type Schema = Readonly<Record<string, unknown>>;

const AMOUNT_MAX = 1_000_000_000;

const NAME: Schema = {
  type: 'string',
  maxLength: WATCH_NAME_CHARS_MAX,
  pattern: String.raw`^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$`,
  description: 'A name for people.',
};

const SETTINGS: Readonly<Record<string, Schema>> = {
  query: {
    type: 'object',
    minProperties: 1,
    maxProperties: 20,
    description:
      'The inputs of the search as JSON, one member each; lists stand for values with commas. Without `cursor` and `sort`.',
    additionalProperties: {
      anyOf: [
        { type: 'string', maxLength: 200 },
        { type: 'number' },
        {
          type: 'array',
          maxItems: 20,
          items: { anyOf: [{ type: 'string', maxLength: 200 }, { type: 'number' }] },
        },
      ],
    },
  },
  name: NAME,
  interval_s: {
    type: 'integer',
    minimum: INTERVAL_S_MIN,
    maximum: INTERVAL_S_MAX,
    description: `Seconds between runs, ${INTERVAL_S_DEFAULT} when neither it nor times is sent. Runs come up to a tenth of it earlier or later.`,
  },
  times: {
    type: 'array',
    minItems: 1,
    maxItems: TIMES_MAX,
    items: { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' },
    description:
      'Local times of each day, `07:00`, in place of interval_s. Runs come up to five minutes later.',
  },
  time_zone: {
    type: 'string',
    maxLength: 64,
    description: 'The zone of times, a name of the IANA database: `America/Chicago`.',
  },
  events: {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { enum: CHANGE_KINDS },
    description: 'What of a home to report; all when it is not sent.',
  },
  fields: {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { enum: ALL_WATCHED_FIELDS },
    description:
      'Fields whose change is reported; all watched fields of the route when it is not sent.',
  },
  min_price_change: {
    type: 'integer',
    minimum: 0,
    maximum: AMOUNT_MAX,
    description:
      'Prices that moved by less are no change, in whole units of their currency. Small steps add up.',
  },
  max_credits_per_run: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: AMOUNT_MAX,
    description:
      'A run that would cost more ends as partial and pauses the watch. No limit when null.',
  },
  runs_until_removed: {
    type: 'integer',
    minimum: 1,
    maximum: RUNS_UNTIL_REMOVED_MAX,
    description: `Complete runs in a row without a home until it counts as removed, ${RUNS_UNTIL_REMOVED_DEFAULT} when it is not sent.`,
  },
};

const ENDPOINT: Readonly<Record<string, Schema>> = {
  url: {
    type: 'string',
    description: `Where events are sent: https, port 443 or 8443, at most ${ENDPOINT_URL_CHARS_MAX} characters.`,
  },
  name: NAME,
  types: {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { enum: ENDPOINT_TYPES },
    description: 'Types of events to send; all `watch.*` when it is not sent.',
  },
};

export const BODIES = {
  NewWatch: {
    type: 'object',
    required: ['route', 'query'],
    additionalProperties: false,
    properties: {
      route: {
        type: 'string',
        maxLength: 100,
        description:
          'The search route, by its id (`SOURCE_listings`) or its path (`/SOURCE/listings`).',
      },
      ...SETTINGS,
      estimate: { type: 'boolean', description: 'Tell the price and store nothing.' },
    },
  },
  WatchChanges: {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: {
      ...SETTINGS,
      state: { enum: ['active', 'paused'], description: 'Paused watches do not run.' },
    },
  },
  NewEndpoint: {
    type: 'object',
    required: ['url'],
    additionalProperties: false,
    properties: ENDPOINT,
  },
  EndpointChanges: {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: {
      ...ENDPOINT,
      state: {
        enum: ['enabled', 'disabled'],
        description: 'Nothing is sent to disabled endpoints.',
      },
    },
  },
  Replay: {
    type: 'object',
    required: ['after'],
    additionalProperties: false,
    properties: {
      after: {
        type: 'integer',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Events that follow this number are sent again.',
      },
    },
  },
} as const satisfies Readonly<Record<string, Schema>>;
export type BodyName = keyof typeof BODIES;
