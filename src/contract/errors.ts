/**
 * Every error of the contract (docs/errors.md): its HTTP status, its meaning and what the caller
 * can do. `retry_after_s` marks the answers with Retry-After.
 */
interface ErrorRow {
  readonly http: number;
  /** The default message: what happened and what to do next. */
  readonly message: string;
  readonly retry_after_s?: number;
}

/** The messages of errors with one status; a number is `retry_after_s`. */
type Messages = Readonly<
  Record<string, string | readonly [message: string, retry_after_s: number]>
>;

const at = <const Http extends number, M extends Messages>(http: Http, messages: M) =>
  Object.fromEntries(
    Object.entries(messages).map(([code, said]) => {
      if (typeof said === 'string') return [code, { http, message: said }];
      const [message, retry_after_s] = said;
      return [code, { http, message, retry_after_s }];
    }),
  ) as { readonly [Code in keyof M]: ErrorRow & { readonly http: Http } };

export const ERRORS = {
  ...at(401, {
    invalid_api_key:
      'The API key is missing, malformed, expired or revoked. Send it as "Authorization: Bearer <API_KEY>".',
  }),
  ...at(403, {
    account_suspended: 'This account is suspended. Ask the operator of this service to resume it.',
    feed_not_granted:
      'This account has no grant for any feed of this source. Ask the operator for one; nothing was charged.',
    scope_missing:
      'This key lacks the scope for this call. Send another key of the account, or ask the operator for one.',
    origin_not_allowed:
      'Browser requests from this site are not allowed. Call the API from a server, or ask the operator to allow the site.',
  }),
  ...at(404, {
    not_found: 'Nothing exists at this path. The page at /docs lists the routes.',
    request_not_found:
      'No such request. It may have expired, or it belongs to another account. Send the search again to start a new one.',
    watch_not_found:
      'No such watch. It may have been deleted, or it belongs to another account. GET /v1/watches lists those of this account.',
    endpoint_not_found:
      'No such endpoint. It may have been deleted, or it belongs to another account. GET /v1/endpoints lists those of this account.',
    snapshot_not_found:
      'No such snapshot. It may have been deleted, or it belongs to another account. GET /v1/snapshots lists those of this account.',
    lookup_batch_not_found:
      'No such lookup batch. It may have expired or been deleted, or it belongs to another account. GET /v1/lookups lists those of this account.',
    event_not_found:
      'The log of this account has no event with this number, or the event has expired. GET /v1/events lists its events.',
    home_not_found:
      'No home with this id or address is known, or this account has no access to it. Search its area first; complete searches record their homes. An address has commas between street, city and state.',
    address_not_found:
      'The source has no home at that address. Check the spelling; nothing was charged.',
  }),
  ...at(405, {
    method_not_allowed: 'Only GET is allowed. Send inputs as query parameters.',
  }),
  ...at(409, {
    idempotency_conflict:
      'This Idempotency-Key was already used with other search parameters. Use a new key for a new search.',
    result_not_ready: 'The job has not settled yet. Poll it as JSON until its status is complete.',
  }),
  ...at(410, {
    events_expired:
      'Events after this number have expired. Read the rows of your watches, then continue from last_seq of GET /v1/events?limit=1.',
  }),
  ...at(413, {
    body_too_large: 'The body is larger than 16 KiB. Send a smaller one.',
  }),
  ...at(414, {
    uri_too_long: 'The query string is longer than 2048 characters. Shorten the inputs.',
  }),
  ...at(415, {
    unsupported_media_type: 'Send the body as JSON, with "Content-Type: application/json".',
  }),
  ...at(422, {
    invalid_body:
      'The body is not a JSON object, or one of its members is unknown or out of range.',
    watch_not_allowed:
      'Rows of a licensed feed may be stored for a few hours only, so its searches cannot be watched. Search them when you need them.',
    snapshot_not_allowed:
      'This job has no snapshot: it is a lookup, has too many rows, or its rows are of a licensed feed.',
    too_many_snapshots:
      'The account has reached its maximum of snapshots. Delete one, or ask the operator for more.',
    too_many_lookup_batches: 'The account has reached its maximum of lookup batches. Delete one.',
    too_many_watches:
      'The account has reached its maximum of watches. Delete one, or ask the operator for more.',
    endpoint_not_allowed:
      'Events are not sent to this address. Send an https address with a public host, port 443 or 8443, without user and password.',
    too_many_endpoints:
      'The account has reached its maximum of endpoints. Delete one, or ask the operator for more.',
    invalid_sql:
      'The statement cannot be run, or it does more than read. Send one SELECT, WITH, FROM, VALUES, DESCRIBE or SUMMARIZE over listings, sold, homes and sales.',
    sql_too_large:
      'The statement was ended at its bound of time or memory. Read fewer rows, or aggregate before you join.',
    unsupported_or_invalid_query:
      'A query parameter is unknown on this route or its value is out of range.',
    duplicate_parameter: 'A query parameter was sent more than once. Send it once.',
    invalid_idempotency_key:
      'Idempotency-Key must be 1 to 128 printable ASCII characters without spaces.',
    invalid_wait: 'wait must be a whole number of seconds from 0 to 20.',
    location_required: 'Send exactly one location form.',
    lookup_required: 'Send exactly one of address, url and source_id.',
    location_too_large: 'The area is larger than this route allows. Search a smaller area.',
    address_ambiguous:
      'The address matches more than one home. Pick one of the candidates; nothing was charged.',
    invalid_cursor:
      'The cursor is damaged, expired, from another route or made with other inputs. Send it only with the inputs of the page it came from, or start again without it.',
  }),
  ...at(429, {
    rate_limited: [
      'Too many calls in this minute. Wait until the minute ends, then try again.',
      60,
    ],
    quota_exceeded: [
      'The credits of this account are used up. Ask the operator for extra credits or wait for the next month.',
      3600,
    ],
    too_many_pending: [
      'Too many searches of this account are pending. Poll some to completion, then try again.',
      5,
    ],
    sql_busy: [
      'Another statement of this account is running, or the service runs as many as it can. Try again shortly.',
      5,
    ],
  }),
  ...at(501, {
    sql_unavailable:
      'This service answers no SQL: DuckDB is not installed beside it. Its operator adds it with "npm install @duckdb/node-api@1.5.6-r.1".',
  }),
  ...at(503, {
    queue_full: ['The collection queue is full. Try again shortly; nothing was charged.', 10],
    collection_unavailable: [
      'Collection from the source is unavailable. Try again later; nothing was charged.',
      30,
    ],
    // If the database connection is lost at that moment, it is unknown whether a charge was stored.
    storage_unavailable: [
      'The database is briefly unavailable. Try again shortly, with the same Idempotency-Key if you sent one: a search is charged once under its key.',
      2,
    ],
    origin_unavailable: [
      'The API server cannot be reached. Try again shortly; nothing was charged.',
      5,
    ],
  }),
  ...at(508, {
    loop_detected:
      'This call has come through this service before, or through too many: its sources name other Rowhouse services in a circle. Their operators have to set an address of the source.',
  }),
  ...at(503, {
    service_unconfigured: [
      'The service is not fully configured. The operator finds the cause in its log.',
      60,
    ],
  }),
} satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

const SERVER_ERROR = 500;

/** The errors that the caller can correct; all others are failures of the service or a source. */
export const CALLER_ERRORS: readonly ErrorCode[] = (Object.keys(ERRORS) as ErrorCode[]).filter(
  (code) => ERRORS[code].http < SERVER_ERROR,
);

/** Seconds for Retry-After, or null when the answer has none. */
export function retryAfterSeconds(code: ErrorCode): number | null {
  const row: ErrorRow = ERRORS[code];
  return row.retry_after_s ?? null;
}
