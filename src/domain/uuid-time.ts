/** The last moment that an id can name: any text that is an id names one. */
const LAST_MS = 2 ** 48 - 1;

/** The smallest UUIDv7 of a moment (RFC 9562): ids made at or after it are not smaller. */
export function firstUuidAt(ms: number): string {
  const hex = Math.min(LAST_MS, Math.max(0, Math.floor(ms)))
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The moment that a UUIDv7 was made, in milliseconds since 1970. */
export const uuidTime = (id: string): number =>
  Number.parseInt(id.replace('-', '').slice(0, 12), 16);
