import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { assert } from '#base/assert.js';

/** SHA-256 of a value's canonical JSON (RFC 8785), base64url: equal values have equal hashes. */
export function hashOf(value: unknown): string {
  const text = canonicalize(value);
  assert(text !== undefined, 'only a JSON value has a hash');
  return createHash('sha256').update(text).digest('base64url');
}
