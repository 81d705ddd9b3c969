/** The operations besides searches and jobs, generated from OPERATIONS. */
import type { Operation } from '../operations/operation.js';
import { OPERATIONS } from '../resources.js';
import { ROW_FORMATS } from '../routes.js';
import { type Json, type NamedSchema, nameOf, refTo, type Schema, schemaName } from '../schema.js';
import { SOURCES } from '../sources.js';
import { errorResponses } from './error-responses.js';
import { headersOf, PAST_KEY } from './headers.js';
import { json } from './operations.js';
import { parameterRef } from './parameters.js';
import { BODY_EXAMPLES, RESOURCE_EXAMPLES } from './resource-examples.js';

/** Paths below BASE_PATH. */
export function resourceOperations(): Record<string, Json> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of OPERATIONS) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(operation) };
  }
  return paths;
}

function operationOf(operation: Operation): Json {
  const { id, tag, path, summary, description, query = {}, body, csv, status, replay } = operation;
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(name)),
    ...Object.entries(query).map(([name, schema]) => queryParameter(operation, name, schema)),
    ...(replay === undefined ? [] : [parameterRef('idempotency_key')]),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    'x-credit-cost': 0,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: {
          ...json(body, { first: BODY_EXAMPLES[nameOf(body)] }),
          ...(csv !== undefined && { 'text/csv': { schema: { type: 'string' } } }),
        },
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
      ...errorResponses(schemaName(id)),
    },
  };
}

function responseOf({ answer, format }: Operation): Json {
  const headers = headersOf(PAST_KEY);
  if (format !== undefined) {
    const [type = ''] = ROW_FORMATS[format].split(';');
    return { description: 'A file.', headers, content: { [type]: { schema: { type: 'string' } } } };
  }
  if (answer === undefined) return { description: 'Deleted.', headers };
  const examples = { now: RESOURCE_EXAMPLES[nameOf(answer)] };
  return { description: 'The current state.', headers, content: json(refTo(answer), examples) };
}

function anyOf(schemas: readonly NamedSchema[]): Schema {
  const [first, ...others] = schemas.map((schema) => refTo(schema));
  return others.length === 0 && first !== undefined ? first : { anyOf: [first, ...others] };
}

const pathParameter = (name: string): Json => ({
  name,
  in: 'path',
  required: true,
  ...(PATH_PARAMS[name] ?? ID),
});

const ID: Json = {
  description: 'The id from the response that created it, or from the list.',
  schema: { type: 'string', format: 'uuid' },
  example: '01a1f943-a5cf-7400-980f-428580d9d4fd',
};
const PATH_PARAMS: Readonly<Record<string, Json>> = {
  seq: {
    description: 'The number of an event in the log.',
    schema: { type: 'integer', minimum: 0 },
    example: 81_342,
  },
  source: {
    description: 'The name of a source.',
    schema: { type: 'string', enum: [...SOURCES] },
    example: SOURCES[0],
  },
};

function queryParameter({ required }: Operation, name: string, schema: Schema): Json {
  const { description, ...rest } = schema as Json;
  return {
    name,
    in: 'query',
    ...(required?.includes(name) && { required: true }),
    description,
    schema: rest,
  };
}
