/** Response headers of the contract and the sets answers carry. */
import { POLL_RETRY_AFTER_S } from '../limits.js';
import { count, type Json, type Schema, text, uuid } from '../schema.js';

const header = (schema: Schema): Json => {
  const { description, ...rest } = schema;
  return { description, schema: rest };
};

export const HEADER_COMPONENTS: Readonly<Record<string, Json>> = {
  'X-Request-Id': header(
    uuid('ID of this response, also in the log; for a new search, the job ID.'),
  ),
  'RateLimit-Limit': header(count('Requests per minute on the key.')),
  'RateLimit-Remaining': header(count('Requests left this minute.')),
  'RateLimit-Reset': header(count('Seconds until the minute resets.')),
  RateLimit: header(text('The same as one field: `"minute";r=59;t=42`.')),
  'RateLimit-Policy': header(text('The policy: `"minute";q=60;w=60`.')),
  'X-Credits-Charged': header(count('Total cost of this request in credits.')),
  Location: header(text('Path of the job.', { format: 'uri-reference' })),
  'Retry-After': header(count(`Seconds to wait; ${POLL_RETRY_AFTER_S} while a job is pending.`)),
  'Cache-Status': header(
    text('RFC 9211: `hit`, `fwd=miss`, or `collapsed` when a collection in flight was joined.'),
  ),
  Age: header(count('Age of a cached result in seconds.')),
  'Idempotent-Replayed': header(
    text('`true` when the Idempotency-Key returned an earlier request.', { const: 'true' }),
  ),
  ETag: header(text('Send as `If-None-Match` to check for changes.')),
  'Content-Disposition': header(text('`attachment` with a file name.')),
  'WWW-Authenticate': header(text('`Bearer`.')),
};

type HeaderName = string;
const WINDOW: readonly HeaderName[] = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];

/** Headers of every answer to an admitted key. */
export const PAST_KEY: readonly HeaderName[] = ['X-Request-Id', ...WINDOW];
const CHARGED: readonly HeaderName[] = [...PAST_KEY, 'X-Credits-Charged'];
export const COMPLETE: readonly HeaderName[] = [...CHARGED, 'ETag'];
export const FROM_SEARCH: readonly HeaderName[] = ['Cache-Status', 'Idempotent-Replayed'];
export const PENDING: readonly HeaderName[] = [...CHARGED, 'Location', 'Retry-After'];

/** `headers` of a response, by reference. */
export const headersOf = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
