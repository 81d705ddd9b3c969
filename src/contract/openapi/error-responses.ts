/** Error responses: which codes an operation may answer with, grouped by HTTP status. */
import { ERRORS, type ErrorCode, retryAfterSeconds } from '../errors.js';
import { type Json, refTo } from '../schema.js';
import { errorExample } from './examples.js';
import { headersOf, PAST_KEY } from './headers.js';

/** Steps 1 to 5: before the key is checked. */
const BEFORE_KEY: readonly ErrorCode[] = ['uri_too_long', 'origin_not_allowed'];

/** Steps 1 to 10, and the proxy in front of the service: every call with a key. */
const WITH_KEY: readonly ErrorCode[] = [
  ...BEFORE_KEY,
  'invalid_api_key',
  'account_suspended',
  'feed_not_granted',
  'rate_limited',
  'storage_unavailable',
  'service_unconfigured',
  'origin_unavailable',
  'invalid_idempotency_key',
  'duplicate_parameter',
  'unsupported_or_invalid_query',
];

/** Steps 12 to 17: every call that may start a job. */
const STARTS_JOB: readonly ErrorCode[] = [
  ...WITH_KEY,
  'idempotency_conflict',
  'quota_exceeded',
  'too_many_pending',
  'queue_full',
  'collection_unavailable',
  'loop_detected',
];

const OF_SEARCH: readonly ErrorCode[] = [
  ...STARTS_JOB,
  'location_required',
  'location_too_large',
  'invalid_cursor',
];
const OF_LOOKUP: readonly ErrorCode[] = [
  ...STARTS_JOB,
  'lookup_required',
  'address_not_found',
  'address_ambiguous',
];
const OF_JOB: readonly ErrorCode[] = [
  ...WITH_KEY,
  'not_found',
  'request_not_found',
  'invalid_wait',
];
const OF_EXPORT: readonly ErrorCode[] = [
  ...WITH_KEY,
  'not_found',
  'request_not_found',
  'result_not_ready',
];

const OF_RESOURCE: readonly ErrorCode[] = [
  ...WITH_KEY,
  'scope_missing',
  'not_found',
  'watch_not_found',
  'endpoint_not_found',
  'snapshot_not_found',
  'lookup_batch_not_found',
  'event_not_found',
  'events_expired',
  'invalid_wait',
];
const OF_AREA: readonly ErrorCode[] = [...WITH_KEY, 'location_required', 'location_too_large'];
const OF_HOME: readonly ErrorCode[] = [...WITH_KEY, 'not_found', 'home_not_found'];
/** Calls with a body. */
const OF_CHANGE: readonly ErrorCode[] = [
  ...WITH_KEY,
  'scope_missing',
  'not_found',
  'watch_not_found',
  'idempotency_conflict',
  'body_too_large',
  'unsupported_media_type',
  'invalid_body',
  'watch_not_allowed',
  'too_many_watches',
  'request_not_found',
  'result_not_ready',
  'snapshot_not_allowed',
  'too_many_snapshots',
  'too_many_lookup_batches',
  'endpoint_not_found',
  'endpoint_not_allowed',
  'too_many_endpoints',
  'events_expired',
  'location_required',
  'location_too_large',
];

const OF_SQL: readonly ErrorCode[] = [
  ...WITH_KEY,
  'not_found',
  'body_too_large',
  'unsupported_media_type',
  'invalid_body',
  'invalid_sql',
  'sql_too_large',
  'sql_busy',
  'sql_unavailable',
];

/** Possible errors of each kind of call: the prefix of the names of their responses. */
const GROUPS = {
  Open: BEFORE_KEY,
  Page: WITH_KEY,
  Job: OF_JOB,
  Export: OF_EXPORT,
  Search: OF_SEARCH,
  Lookup: OF_LOOKUP,
  Resource: OF_RESOURCE,
  Home: OF_HOME,
  Homes: [...new Set([...OF_HOME, ...OF_AREA])],
  Area: OF_AREA,
  Change: OF_CHANGE,
  Sql: OF_SQL,
} as const;
export type ErrorGroup = keyof typeof GROUPS;

/** The codes of a group with their status, in the order of the error table. */
export function codesOf(group: ErrorGroup): ReadonlyMap<number, readonly ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    if (!GROUPS[group].includes(code)) continue;
    byStatus.set(ERRORS[code].http, [...(byStatus.get(ERRORS[code].http) ?? []), code]);
  }
  return byStatus;
}

/** The error responses of an operation, by reference, and the one of every other API error. */
export const errorResponses = (group: ErrorGroup): Record<string, Json> =>
  Object.fromEntries([
    ...[...codesOf(group).keys()].map((status) => [String(status), responseRef(group + status)]),
    ['default', responseRef('Refused')],
  ]);

const responseRef = (name: string): Json => ({ $ref: `#/components/responses/${name}` });

/** Every error response that operations refer to. */
export function responseComponents(): Record<string, Json> {
  const responses: Record<string, Json> = {
    Refused: {
      description: `Any other API error. \`method_not_allowed\`: ${ERRORS.method_not_allowed.message} \`not_found\`: ${ERRORS.not_found.message}`,
      headers: headersOf(['X-Request-Id']),
      content: errorContent('ErrorEnvelope', ['method_not_allowed', 'not_found']),
    },
  };
  for (const group of Object.keys(GROUPS) as ErrorGroup[]) {
    for (const [status, codes] of codesOf(group)) {
      responses[group + status] = errorResponse(status, codes);
    }
  }
  return responses;
}

/** One example of every error; the responses refer to them. */
export const errorExamples = (): Json =>
  Object.fromEntries(
    (Object.keys(ERRORS) as ErrorCode[]).map((code) => [code, { value: errorExample(code) }]),
  );

function errorResponse(status: number, codes: readonly ErrorCode[]): Json {
  const lines = codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`);
  const waits = codes.some((code) => retryAfterSeconds(code) !== null);
  const early = status === 401 || codes.every((code) => BEFORE_KEY.includes(code));
  return {
    description: lines.join('\n\n'),
    headers: headersOf([
      ...(early ? ['X-Request-Id'] : PAST_KEY),
      ...(waits ? ['Retry-After'] : []),
      ...(status === 401 ? ['WWW-Authenticate'] : []),
    ]),
    content: errorContent(`Error${status}`, codes),
  };
}

const errorContent = (schema: string, codes: readonly ErrorCode[]): Json => ({
  'application/json': {
    schema: refTo(schema),
    examples: Object.fromEntries(
      codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
    ),
  },
});
