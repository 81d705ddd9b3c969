import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { assert } from '#base/assert.js';

/** A short name for a value: SHA-256 of its canonical JSON (RFC 8785), base64url. Equal values have equal names. */
export function hashOf(value: unknown): string {
  const text = canonicalize(value);
  assert(text !== undefined, 'only a JSON value has a hash');
  return createHash('sha256').update(text).digest('base64url');
}
