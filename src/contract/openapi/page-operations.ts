/** The free operations: jobs, their rows as files, and the pages besides the searches. */
import { csvColumns, toFeature } from '../flat-rows.js';
import { JOBS_PATH, LOOKUP_ROUTES, OPENAPI_PATH, ROW_FORMATS, SEARCH_ROUTES } from '../routes.js';
import { type Json, operationId, refTo, schemaName } from '../schema.js';
import { errorResponses } from './error-responses.js';
import { completeExample, failedExample, sampleOf } from './examples.js';
import { COMPLETE, headersOf } from './headers.js';
import { json, notChanged, pendingResponse } from './operations.js';
import { parameterRef, WAIT_PARAMETER } from './parameters.js';

/** The route whose job the examples show. */
const ROUTE = SEARCH_ROUTES[0];

/** Paths below BASE_PATH. */
export const pageOperations = (): Record<string, Json> => ({
  [`${JOBS_PATH}{request_id}`]: { get: jobOperation() },
  ...exportOperations(),
  [OPENAPI_PATH]: { get: documentOperation() },
});

/** Paths outside BASE_PATH. */
export const healthOperations = (): Record<string, Json> => ({
  '/healthz': { get: health('healthz', 'Whether the process answers', 'Health', { status: 'ok' }) },
  '/readyz': {
    get: health('readyz', 'Whether the service is ready', 'Readiness', {
      status: 'ready',
      why: [],
    }),
  },
});

function jobOperation(): Json {
  const paths = [...SEARCH_ROUTES, ...LOOKUP_ROUTES].map(({ path }) => path);
  const complete = paths.map((path) => refTo(`${schemaName(operationId(path))}Complete`));
  return {
    operationId: 'job',
    tags: ['Jobs'],
    summary: 'The job of an earlier request',
    description:
      'The envelope of a request of this account. Polling is free: the first delivery of a result charges the credit of its search, once.',
    'x-route-id': 'Job',
    'x-credit-cost': 0,
    parameters: [
      parameterRef('request_id'),
      WAIT_PARAMETER,
      parameterRef('idempotency_key'),
      parameterRef('if_none_match'),
    ],
    responses: {
      200: {
        description: 'Settled: complete or failed.',
        headers: headersOf(COMPLETE),
        content: json(
          { anyOf: [...complete, refTo('FailedJob')] },
          { complete: completeExample(ROUTE.id), failed: failedExample() },
        ),
      },
      202: pendingResponse([]),
      304: notChanged(COMPLETE),
      ...errorResponses('Job'),
    },
  };
}

/** The properties shown in the example of a feature. */
const SHOWN = /^(source_id|list_price\.\w+|beds|address\.(line1|city|zip))$/;

function exportOperations(): Record<string, Json> {
  const { row } = sampleOf(ROUTE.id);
  const names = Object.keys(row).slice(0, 3);
  const cells = [row.source, row.source_id, row.source_url];
  const text = { type: 'string' };
  const columns = csvColumns(ROUTE.source, ROUTE.kind).filter((path) => SHOWN.test(path));
  const feature = toFeature(columns, row);
  const csv = `${names.join(',')}\r\n${cells.join(',')}\r\n`;
  const files = [
    ['csv', 'text/csv', text, csv],
    [
      'geojson',
      'application/geo+json',
      refTo('FeatureCollection'),
      { type: 'FeatureCollection', features: [feature] },
    ],
    ['ndjson', 'application/x-ndjson', text, `${JSON.stringify(row)}\n`],
    ['parquet', ROW_FORMATS.parquet, { type: 'string', format: 'binary' }, undefined],
  ] as const;
  return Object.fromEntries(
    files.map(([format, type, schema, example]) => [
      `${JOBS_PATH}{request_id}/rows.${format}`,
      {
        get: exportOperation(format, {
          [type]: { schema, ...(example !== undefined && { example }) },
        }),
      },
    ]),
  );
}

const exportOperation = (format: string, content: Json): Json => ({
  operationId: `job_rows_${format}`,
  tags: ['Jobs'],
  summary: `The rows of a finished job as ${format}`,
  description:
    'Free, because the job is already charged. Works for every request, including those answered from the cache.',
  'x-credit-cost': 0,
  parameters: [parameterRef('request_id'), parameterRef('if_none_match')],
  responses: {
    200: {
      description: 'The rows.',
      headers: headersOf([...COMPLETE, 'Content-Disposition']),
      content,
    },
    304: notChanged(COMPLETE),
    ...errorResponses('Export'),
  },
});

const documentOperation = (): Json => ({
  operationId: 'openapi',
  tags: ['Service'],
  summary: 'The OpenAPI document',
  description: 'OpenAPI 3.1. Needs no key. Free.',
  'x-credit-cost': 0,
  security: [],
  parameters: [parameterRef('if_none_match')],
  responses: {
    200: {
      description: 'The document.',
      headers: headersOf(['X-Request-Id', 'ETag']),
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    304: notChanged(['X-Request-Id', 'ETag']),
    ...errorResponses('Open'),
  },
});

function health(id: string, summary: string, schema: string, example: unknown): Json {
  const content = json(refTo(schema), { now: example });
  const headers = headersOf(['X-Request-Id']);
  const waiting = { description: 'Not ready; `why` gives the reasons.', headers };
  return {
    operationId: id,
    tags: ['Service'],
    summary,
    description: 'Needs no key. Free.',
    'x-credit-cost': 0,
    security: [],
    responses: {
      200: { description: 'Yes.', headers, content },
      503: { ...waiting, content: { 'application/json': { schema: refTo('Readiness') } } },
    },
  };
}
