/** Error responses: which codes an operation may answer with, grouped by HTTP status. */
import { ERRORS, type ErrorCode, retryAfterSeconds } from '../errors.js';
import { scopesOf } from '../operations/operation.js';
import { type KnownOperation, OPERATIONS, type OperationId } from '../resources.js';
import { type Json, refTo, schemaName } from '../schema.js';
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

const OF_PLACE: readonly ErrorCode[] = ['location_required', 'location_too_large'];
const OF_BODY: readonly ErrorCode[] = ['body_too_large', 'unsupported_media_type', 'invalid_body'];

/** By the id in a path: the error of one that the account does not have. */
const OF_IDS: Readonly<Record<string, ErrorCode>> = {
  watch_id: 'watch_not_found',
  endpoint_id: 'endpoint_not_found',
  snapshot_id: 'snapshot_not_found',
  batch_id: 'lookup_batch_not_found',
  home_id: 'home_not_found',
  seq: 'event_not_found',
};

const OF_SQL: readonly ErrorCode[] = [
  'invalid_sql',
  'sql_too_large',
  'sql_busy',
  'sql_unavailable',
];
/** The errors of one operation, beside those of its path, its query and its body. */
const OWN: { readonly [Id in OperationId]?: readonly ErrorCode[] } = {
  create_watch: ['watch_not_allowed', 'too_many_watches', ...OF_PLACE],
  change_watch: ['watch_not_allowed', ...OF_PLACE],
  run_watch: ['watch_not_allowed'],
  watch_rows: ['watch_not_allowed'],
  home_history: ['watch_not_allowed'],
  events: ['events_expired'],
  homes: ['home_not_found', 'invalid_cursor'],
  comparables: ['home_not_found'],
  create_lookup_batch: ['too_many_lookup_batches'],
  create_snapshot: [
    'request_not_found',
    'result_not_ready',
    'snapshot_not_allowed',
    'too_many_snapshots',
  ],
  snapshot_parquet: ['snapshot_not_allowed'],
  sql: OF_SQL,
  sql_csv: OF_SQL,
  sql_ndjson: OF_SQL,
  create_endpoint: ['endpoint_not_allowed', 'too_many_endpoints'],
  change_endpoint: ['endpoint_not_allowed'],
  replay_endpoint: ['events_expired'],
};

/** The errors of an operation on a resource. */
function errorsOf(operation: KnownOperation): readonly ErrorCode[] {
  const { id, path, query = {}, body, replay } = operation;
  const [, inPath] = /\{(\w+)\}/.exec(path) ?? [];
  const ofId = OF_IDS[inPath ?? ''];
  return [
    ...WITH_KEY,
    ...(scopesOf(operation).length > 0 ? (['scope_missing'] as const) : []),
    ...(inPath === undefined ? [] : (['not_found'] as const)),
    ...(ofId === undefined ? [] : [ofId]),
    ...('wait' in query ? (['invalid_wait'] as const) : []),
    ...('zip' in query ? OF_PLACE : []),
    ...(body === undefined ? [] : OF_BODY),
    ...(replay === undefined || body === undefined ? [] : (['idempotency_conflict'] as const)),
    ...(OWN[id] ?? []),
  ];
}

/** Possible errors of each kind of call, and of each operation on a resource. */
const GROUPS: Readonly<Record<string, readonly ErrorCode[]>> = {
  Open: BEFORE_KEY,
  Page: WITH_KEY,
  Job: OF_JOB,
  Export: OF_EXPORT,
  Search: OF_SEARCH,
  Lookup: OF_LOOKUP,
  ...Object.fromEntries(OPERATIONS.map((one) => [schemaName(one.id), errorsOf(one)])),
};

/** The codes of a group with their status, in the order of the error table. */
export function codesOf(group: string): ReadonlyMap<number, readonly ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    if (GROUPS[group]?.includes(code) !== true) continue;
    byStatus.set(ERRORS[code].http, [...(byStatus.get(ERRORS[code].http) ?? []), code]);
  }
  return byStatus;
}

/** The name of each response: that of the first group which has the same codes of a status. */
const NAMES: ReadonlyMap<string, string> = namesOf();

function namesOf(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const group of Object.keys(GROUPS))
    for (const [status, codes] of codesOf(group))
      if (!names.has(codes.join())) names.set(codes.join(), `${group}${status}`);
  return names;
}

/** The error responses of an operation, by reference, and the one of every other API error. */
export const errorResponses = (group: string): Record<string, Json> =>
  Object.fromEntries([
    ...[...codesOf(group)].map(([status, codes]) => [
      String(status),
      responseRef(NAMES.get(codes.join()) ?? ''),
    ]),
    ['default', responseRef('Refused')],
  ]);

const STATUS_DIGITS = 3;

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
  for (const [codes, name] of NAMES) {
    const names = codes.split(',') as ErrorCode[];
    responses[name] = errorResponse(Number(name.slice(-STATUS_DIGITS)), names);
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
