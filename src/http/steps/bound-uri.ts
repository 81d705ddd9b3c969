import { QUERY_STRING_CHARS_MAX } from '#contract/limits.js';
import { apiError } from '#domain/api-error.js';
import type { Call } from '../call.js';

/** Step 2: a query string longer than the contract allows is rejected before it is parsed. */
export function boundUri(call: Call): void {
  if (call.queryText.length > QUERY_STRING_CHARS_MAX) throw apiError('uri_too_long');
}
