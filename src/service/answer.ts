/** What a verb gives back for one request: the envelope, and the shared tail of its result. */

import { assert } from '#base/assert.js';
import type { ErrorBody, JobEnvelope } from '#contract/envelope.js';
import { BASE_PATH } from '#contract/envelope.js';
import { JOBS_PATH, routeById } from '#contract/routes.js';
import type { SourceName } from '#contract/values.js';
import type { RequestRow } from '#store/requests.js';
import type { Tail } from './tails.js';

export interface Answer {
  readonly http: 200 | 202;
  readonly request_id: string;
  readonly credits: 0 | 1;
  /** The envelope up to where the tail follows, or the whole of it when there is no tail. */
  readonly head: string;
  /** The result from `count` on; null when there is no result. */
  readonly tail: Tail | null;
  /** Names the body of a finished job (RFC 9110, ETag); null where an answer is not read again. */
  readonly etag: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Path of a job, for Location and poll_url. */
export const jobPath = (requestId: string): string => `${BASE_PATH}${JOBS_PATH}${requestId}`;

type Envelope = Omit<JobEnvelope, 'result'>;

/** A request that waits: 202 on the search route and on the job route alike. */
export function pendingAnswer(row: RequestRow, retryAfterS: number): Answer {
  const path = jobPath(row.request_id);
  const envelope = envelopeOf(row, 'pending', 0, path, null);
  return {
    http: 202,
    request_id: row.request_id,
    credits: 0,
    head: JSON.stringify({ ...envelope, result: null }),
    tail: null,
    etag: null,
    headers: { location: path, 'retry-after': String(retryAfterS) },
  };
}

/** A request whose collection did not succeed: 200, nothing charged. */
export function failedAnswer(row: RequestRow, error: ErrorBody): Answer {
  // As it was stored the members have no order: code, message, param is the order everywhere else.
  const { code, message, param, candidates } = error;
  const body = { code, message, param, ...(candidates && { candidates }) };
  const envelope = envelopeOf(row, 'failed', 0, null, body);
  const head = JSON.stringify({ ...envelope, result: null });
  const etag = `W/"${row.request_id}"`;
  return { http: 200, request_id: row.request_id, credits: 0, head, tail: null, etag, headers: {} };
}

/** A finished request: what differs between calls stands in the head, the shared tail follows. */
export function completeAnswer(row: RequestRow, credits: 0 | 1, tail: Tail): Answer {
  const route = routeById(row.route);
  assert(route !== undefined, 'a request names a route of the table');
  const { request_id, cached } = row;
  const head = completeHead(route.source, request_id, credits, cached, row.query);
  const etag = `W/"${tail.result_id}"`;
  return { http: 200, request_id, credits, head, tail, etag, headers: {} };
}

/** The envelope of a complete request up to its result's query; `query` is JSON text. */
export const completeHead = (
  source: SourceName,
  requestId: string,
  credits: 0 | 1,
  cached: boolean,
  query: string,
): string =>
  `{"request_id":"${requestId}","status":"complete","credits":${credits},"cached":${cached},"poll_url":null,"error":null,"result":{"source":"${source}","query":${query}`;

/** Cache-Status of an answer from the cache (RFC 9211). */
export const CACHE_HIT = 'rowhouse; hit';

/** Age of what a result tells, in whole seconds (RFC 9111). */
export const ageOf = (collectedAtMs: number, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - collectedAtMs) / 1000));

/** What an answer from the cache says of itself: Cache-Status, and its age in seconds. */
export const hitHeaders = (age: number): Record<string, string> => ({
  'cache-status': CACHE_HIT,
  age: String(age),
});

function envelopeOf(
  row: RequestRow,
  status: JobEnvelope['status'],
  credits: 0 | 1,
  pollUrl: string | null,
  error: ErrorBody | null,
): Envelope {
  const { request_id, cached } = row;
  return { request_id, status, credits, cached, poll_url: pollUrl, error };
}
