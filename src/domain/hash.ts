import { createHash } from 'node:crypto';

/** JSON with sorted members: equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** A short name for a value: SHA-256 of its canonical JSON, base64url. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('base64url');
