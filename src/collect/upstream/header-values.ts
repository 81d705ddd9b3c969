/** Placeholders in the headers that an operator sets: values that are new with every request. */
import { assert } from '#base/assert.js';
import type { Ids } from '#base/ids.js';

/** Replaced by a random UUID in each request. */
const UUID = '{uuid}';
const PLACEHOLDER = /\{[A-Za-z_][\w-]*\}/g;
const UUID_BYTES = 16;

/** The first unknown placeholder of a value; undefined where every one is known. */
export const unknownPlaceholder = (value: string): string | undefined =>
  value.match(PLACEHOLDER)?.find((one) => one !== UUID);

/** The headers of one request: every `{uuid}` becomes a random UUID (RFC 9562, version 4). */
export function filledHeaders(
  headers: Readonly<Record<string, string>>,
  bytes: Ids['bytes'] | undefined,
): Readonly<Record<string, string>> {
  if (!Object.values(headers).some((value) => value.includes(UUID))) return headers;
  assert(bytes !== undefined, 'headers with a placeholder need random bytes');
  const filled = Object.entries(headers).map(([name, value]) => [
    name,
    value.replaceAll(UUID, () => randomUuid(bytes)),
  ]);
  return Object.fromEntries(filled) as Record<string, string>;
}

function randomUuid(bytes: Ids['bytes']): string {
  const drawn = [...bytes(UUID_BYTES)];
  drawn[6] = ((drawn[6] ?? 0) & 0x0f) | 0x40;
  drawn[8] = ((drawn[8] ?? 0) & 0x3f) | 0x80;
  const hex = drawn.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
