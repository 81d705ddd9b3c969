/** The answer of a use case to one request: the envelope, and the cached body of its result. */

import { assert } from '#base/assert.js';
import type { ErrorBody, JobEnvelope, Result } from '#contract/envelope.js';
import { BASE_PATH } from '#contract/envelope.js';
import { JOBS_PATH, routeById } from '#contract/routes.js';
import type { SourceName } from '#contract/sources.js';
import { ApiError } from '#domain/api-error.js';
import type { RequestRow } from '#store/requests.js';
import type { CachedPage } from './page-cache.js';

export interface Answer {
  readonly status: JobEnvelope['status'];
  readonly request_id: string;
  readonly credits: number;
  /** The envelope up to where the body follows, or all of it when there is no body. */
  readonly prefix: string;
  /** The result from `count` on; null when there is no result. */
  readonly page: CachedPage | null;
  /** Identifies the content of a finished job; null where an answer is not read again. */
  readonly version: string | null;
  /** How the cache served a search; null on polls. */
  readonly cache: CacheUse | null;
  /** Whether it repeats the answer of an earlier call with the same Idempotency-Key. */
  readonly replayed: boolean;
}

/** What the cache did for a search: `collapsed` joined a collection in flight. */
export type CacheUse =
  | { readonly use: 'hit'; readonly age_s: number }
  | { readonly use: 'miss' }
  | { readonly use: 'collapsed' };

/** Path of a job, for poll_url. */
export const jobPath = (requestId: string): string => `${BASE_PATH}${JOBS_PATH}${requestId}`;

/** The result of a complete answer as an object, for callers that process its rows. */
export function resultOf({ prefix, page }: Answer): Result {
  assert(page !== null, 'a complete answer has a page');
  const { result } = JSON.parse(prefix + page.identity().toString()) as JobEnvelope;
  assert(result !== null, 'a complete answer has a result');
  return result;
}

/** The error of a failed answer. */
export function errorOf({ prefix }: Answer): ApiError {
  const { error } = JSON.parse(prefix) as JobEnvelope;
  assert(error !== null, 'a failed answer has an error');
  return asApiError(error);
}

/** A stored or sent error, to throw again. */
export const asApiError = ({ code, message, param, candidates }: ErrorBody): ApiError =>
  new ApiError(code, { message, param, ...(candidates && { candidates }) });

/** A request whose collection has not settled. */
export function pendingAnswer(row: RequestRow): Answer {
  const prefix = withoutResult(row, 'pending', jobPath(row.request_id), null);
  return answerOf(row, 'pending', 0, { prefix });
}

/** A request whose collection failed: nothing is charged. */
export function failedAnswer(row: RequestRow, error: ErrorBody): Answer {
  // The stored members have no order; code, message, param is the order everywhere else.
  const { code, message, param, candidates } = error;
  const body = { code, message, param, ...(candidates && { candidates }) };
  const prefix = withoutResult(row, 'failed', null, body);
  return answerOf(row, 'failed', 0, { prefix, version: row.request_id });
}

/** A finished request: the prefix has what differs between calls, the shared body follows. */
export function completeAnswer(
  row: Pick<RequestRow, 'request_id' | 'route' | 'cached' | 'query'>,
  credits: number,
  page: CachedPage,
): Answer {
  const route = routeById(row.route);
  assert(route !== undefined, 'a request names a route of the table');
  const { request_id, cached } = row;
  const prefix = completePrefix(route.source, request_id, credits, cached, row.query);
  return answerOf(row, 'complete', credits, { prefix, page, version: page.result_id });
}

const answerOf = (
  { request_id }: Pick<RequestRow, 'request_id'>,
  status: Answer['status'],
  credits: number,
  more: Pick<Answer, 'prefix'> & Partial<Answer>,
): Answer => ({
  status,
  request_id,
  credits,
  page: null,
  version: null,
  cache: null,
  replayed: false,
  ...more,
});

/** The envelope of a complete request up to its result's query; `query` is JSON text. */
export const completePrefix = (
  source: SourceName,
  requestId: string,
  credits: number,
  cached: boolean,
  query: string,
): string =>
  `{"request_id":"${requestId}","status":"complete","credits":${credits},"cached":${cached},"poll_url":null,"error":null,"result":{"source":"${source}","query":${query}`;

/** Age of a result's contents, in whole seconds. */
export const ageOf = (collectedAtMs: number, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - collectedAtMs) / 1000));

/** The envelope of a request that nothing is charged for. */
function withoutResult(
  { request_id, cached }: RequestRow,
  status: JobEnvelope['status'],
  poll_url: string | null,
  error: ErrorBody | null,
): string {
  const envelope = { request_id, status, credits: 0, cached, poll_url, error, result: null };
  return JSON.stringify(envelope satisfies JobEnvelope);
}
