import { IDEMPOTENCY_KEY_CHARS_MAX } from '#contract/limits.js';
import { refuse } from '#domain/refusal.js';
import { type Call, header } from '../call.js';

const SHAPE = new RegExp(`^[\\x21-\\x7e]{1,${IDEMPOTENCY_KEY_CHARS_MAX}}$`);

/** Rung 10: Idempotency-Key, when sent, is 1 to 128 printable ASCII characters without spaces. */
export function checkIdempotencyKey(call: Call): void {
  const key = header(call, 'idempotency-key');
  if (key !== undefined && !SHAPE.test(key)) throw refuse('invalid_idempotency_key');
}
