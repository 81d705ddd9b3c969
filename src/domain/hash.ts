import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { assert } from '#base/assert.js';

/** The canonical JSON of a value (RFC 8785): equal values have equal texts. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  assert(text !== undefined, 'only a JSON value has a canonical text');
  return text;
}

/** SHA-256 of a value's canonical JSON, base64url: equal values have equal hashes. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonicalText(value)).digest('base64url');
