/** The operations that start a job: the search routes and the lookups. */
import type { JobEnvelope } from '../envelope.js';
import {
  LOOKUP_ROUTES,
  type LookupRoute,
  type RouteId,
  SEARCH_ROUTES,
  type SearchRoute,
} from '../routes.js';
import { type Json, operationId, refTo, schemaName } from '../schema.js';
import { errorResponses } from './error-responses.js';
import {
  completeExample,
  failedExample,
  lookupExample,
  pendingExample,
  requestExample,
} from './examples.js';
import { COMPLETE, FROM_SEARCH, headersOf, PENDING } from './headers.js';
import { locationRule, lookupParameters, parameterRef, searchParameters } from './parameters.js';

const COST =
  'Costs 1 credit when complete; free while pending, when failed or rejected, and for a page past the last one.';

/** One operation per row of SEARCH_ROUTES, by path. */
export const searchOperations = (): Record<string, Json> =>
  Object.fromEntries(
    SEARCH_ROUTES.map((route) => [route.path, { get: searchOperation(route.id, route) }]),
  );

function searchOperation(id: RouteId, route: SearchRoute): Json {
  const { summary, description } = route;
  const request = `Example: \`GET ${requestExample(id)}\``;
  return startsJob(operationId(route.path), {
    tag: 'Search',
    summary,
    description: [description, locationRule(route), COST, request].join('\n\n'),
    route: id,
    parameters: searchParameters(route),
    complete: completeExample(id),
    errors: 'Search',
  });
}

/** One operation per row of LOOKUP_ROUTES, by path. */
export const lookupOperations = (): Record<string, Json> =>
  Object.fromEntries(LOOKUP_ROUTES.map((route) => [route.path, { get: lookupOperation(route) }]));

const lookupOperation = (route: LookupRoute): Json =>
  startsJob(operationId(route.path), {
    tag: 'Search',
    summary: route.summary,
    description: [route.description, COST].join('\n\n'),
    route: route.id,
    parameters: lookupParameters(route),
    complete: lookupExample(route),
    errors: 'Lookup',
  });

interface StartsJob {
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly route: string;
  readonly parameters: readonly Json[];
  readonly complete: JobEnvelope;
  readonly errors: 'Search' | 'Lookup';
}

function startsJob(id: string, operation: StartsJob): Json {
  const { tag, summary, description, route, parameters, complete, errors } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    'x-route-id': route,
    'x-credit-cost': 1,
    parameters: [
      ...parameters,
      parameterRef('idempotency_key'),
      parameterRef('cache_control'),
      parameterRef('if_none_match'),
    ],
    responses: {
      200: {
        description: 'Complete; also from the cache, or an earlier request returned again.',
        headers: headersOf([...COMPLETE, ...FROM_SEARCH, 'Age']),
        content: json(
          { oneOf: [refTo(`${schemaName(id)}Complete`), refTo('FailedJob')] },
          { complete, failed: failedExample() },
        ),
      },
      202: pendingResponse(FROM_SEARCH),
      304: notChanged([...COMPLETE, ...FROM_SEARCH]),
      ...errorResponses(errors),
    },
  };
}

/** The caller already has the current answer. */
export const notChanged = (names: readonly string[]): Json => ({
  description: 'Not changed since the given `ETag`; no body.',
  headers: headersOf(names),
});

/** A job that has not settled yet, and how to poll it. */
export const pendingResponse = (more: readonly string[]): Json => ({
  description: 'Pending: poll the job.',
  headers: headersOf([...PENDING, ...more]),
  content: json(refTo('PendingJob'), { pending: pendingExample() }),
  links: {
    poll: {
      operationId: 'job',
      parameters: { request_id: '$response.body#/request_id' },
      description: 'The job of this request.',
    },
  },
});

/** A JSON body with named examples. */
export const json = (schema: Json, examples: Readonly<Record<string, unknown>>): Json => ({
  'application/json': {
    schema,
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, value]) => [name, { value }]),
    ),
  },
});
