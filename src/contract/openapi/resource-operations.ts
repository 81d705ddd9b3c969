/** The operations on resources of the account: printed from RESOURCE_OPERATIONS. */
import { BODIES } from '../bodies.js';
import { SOURCE_ID_CHARS_MAX } from '../home-history.js';
import { ADDRESS_CHARS_MAX, HOME_MEMBERS_PATH, HOMES_PATH } from '../homes.js';
import { WAIT_SECONDS_MAX } from '../limits.js';
import {
  RESOURCE_OPERATIONS,
  RESOURCE_PARAMS,
  type ResourceOperation,
  type ResourceParam,
} from '../resources.js';
import { ROW_FORMATS } from '../routes.js';
import { SOURCES } from '../sources.js';
import { EVENT_TYPES, EVENTS_LIMIT_DEFAULT, EVENTS_LIMIT_MAX } from '../watches.js';
import { DELIVERY_STATUSES } from '../webhooks.js';
import { type ErrorGroup, errorResponses } from './error-responses.js';
import { headersOf, PAST_KEY } from './headers.js';
import { json } from './operations.js';
import { parameterRef } from './parameters.js';
import { BODY_EXAMPLES, RESOURCE_EXAMPLES } from './resource-examples.js';
import { type Json, refTo, type Schema } from './schema.js';

/** Paths below BASE_PATH. */
export function resourceOperations(): Record<string, Json> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of RESOURCE_OPERATIONS as readonly ResourceOperation[]) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationOf(operation),
    };
  }
  return paths;
}

function operationOf(operation: ResourceOperation): Json {
  const { id, path, summary, description, params, body, status, replay } = operation;
  return {
    operationId: id,
    tags: [tagOf(path)],
    summary,
    description,
    'x-credit-cost': 0,
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(name)),
      ...params.map((name) => queryParameter(operation, name)),
      ...(replay === undefined ? [] : [parameterRef('idempotency_key')]),
    ],
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: json(BODIES[body], { first: BODY_EXAMPLES[body] }),
      },
    }),
    responses: {
      [status]: responseOf(operation),
      ...(replay !== undefined && {
        200: {
          description: replay.description,
          headers: headersOf([...PAST_KEY, 'Idempotent-Replayed']),
          content: json(anyOf(replay.answers), {}),
        },
      }),
      ...errorResponses(errorsOf(operation)),
    },
  };
}

function errorsOf({ path, body }: ResourceOperation): ErrorGroup {
  // Homes that nobody has seen are a list of its answer.
  if (path === HOME_MEMBERS_PATH) return 'Page';
  if (path.startsWith(HOMES_PATH)) return 'Home';
  return body === undefined ? 'Resource' : 'Change';
}

function tagOf(path: string): string {
  if (path.startsWith(HOMES_PATH)) return 'Homes';
  return /^\/endpoints|redeliver$/.test(path) ? 'Webhooks' : 'Watches';
}

function responseOf({ answer, format }: ResourceOperation): Json {
  const headers = headersOf(PAST_KEY);
  if (format !== undefined) {
    const [type = ''] = ROW_FORMATS[format].split(';');
    return { description: 'A file.', headers, content: { [type]: { schema: { type: 'string' } } } };
  }
  if (answer === undefined) return { description: 'It is gone.', headers };
  const examples = { now: RESOURCE_EXAMPLES[answer] };
  return { description: 'As it is now.', headers, content: json(refTo(answer), examples) };
}

function anyOf(names: readonly string[]): Schema {
  const [first = '', ...others] = names;
  return others.length === 0 ? refTo(first) : { anyOf: names.map(refTo) };
}

const pathParameter = (name: string): Json => ({
  name,
  in: 'path',
  required: true,
  ...(PATH_PARAMS[name] ?? ID),
});

const SEQ: Json = {
  description: 'The number of an event in the log.',
  schema: { type: 'integer', minimum: 0 },
  example: 81_342,
};
const ID: Json = {
  description: 'The id from the answer that made it, or from the list.',
  schema: { type: 'string', format: 'uuid' },
  example: '01a1f943-a5cf-7400-980f-428580d9d4fd',
};

const SOURCE: Json = {
  description: 'The name of a source.',
  schema: { type: 'string', enum: [...SOURCES] },
  example: SOURCES[0],
};
const PATH_PARAMS: Readonly<Record<string, Json>> = { seq: SEQ, source: SOURCE };

const PARAM_SCHEMAS: Readonly<Record<ResourceParam, Schema>> = {
  source_id: { type: 'string', minLength: 1, maxLength: SOURCE_ID_CHARS_MAX },
  address: { type: 'string', minLength: 1, maxLength: ADDRESS_CHARS_MAX },
  home_ids: { type: 'string', minLength: 1 },
  after: { type: 'integer', minimum: 0 },
  before: { type: 'integer', minimum: 1 },
  limit: { type: 'integer', minimum: 1, maximum: EVENTS_LIMIT_MAX, default: EVENTS_LIMIT_DEFAULT },
  watch: { type: 'string', format: 'uuid' },
  type: { type: 'string', 'x-extensible-enum': Object.keys(EVENT_TYPES) },
  status: { type: 'string', enum: [...DELIVERY_STATUSES] },
  wait: { type: 'integer', minimum: 0, maximum: WAIT_SECONDS_MAX, default: 0 },
};

const REQUIRED: ReadonlySet<ResourceParam> = new Set(['source_id', 'address', 'home_ids']);

/** Rows of a watch follow an id of the source; events follow a number. */
const queryParameter = ({ answer }: ResourceOperation, name: ResourceParam): Json => ({
  name,
  in: 'query',
  ...(REQUIRED.has(name) && { required: true }),
  description: RESOURCE_PARAMS[name],
  schema: answer === 'WatchRows' && name === 'after' ? { type: 'string' } : PARAM_SCHEMAS[name],
});
