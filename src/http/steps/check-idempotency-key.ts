import { IDEMPOTENCY_KEY_CHARS_MAX } from '#contract/limits.js';
import { apiError } from '#domain/api-error.js';
import { type Call, header } from '../call.js';

const SHAPE = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_CHARS_MAX}}$`);

/** Step 10: Idempotency-Key, when sent, is 1 to 128 printable ASCII characters without spaces. */
export function checkIdempotencyKey(call: Call): void {
  const key = header(call, 'idempotency-key');
  if (key !== undefined && !SHAPE.test(key)) throw apiError('invalid_idempotency_key');
}
