/** API keys: `rh_live_` or `rh_test_`, 30 base62 characters, 6 characters of CRC-32. */
import { createHash, hash } from 'node:crypto';

/** Live keys read the configured sources, test keys the sandbox. */
export type KeyMode = 'live' | 'test';
const prefixOf = (mode: KeyMode): string => `rh_${mode}_`;
const TEST_PREFIX = prefixOf('test');
const BODY_CHARS = 30;
const CHECK_CHARS = 6;
const START_CHARS = 12;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^rh_(?:live|test)_[0-9A-Za-z]{${BODY_CHARS + CHECK_CHARS}}$`);
/** A key, whole, cut or with more after it; its start alone is no secret. */
const IN_TEXT = new RegExp(
  `(rh_(?:live|test)_[0-9A-Za-z]{${START_CHARS - TEST_PREFIX.length}})[0-9A-Za-z]+`,
  'g',
);
/** Characters of a key in percent-encoding, which says the same in a path (RFC 3986, 2.3). */
const ENCODED = /%(3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/gi;
/** Larger bytes would make some characters more likely than others; they are skipped. */
const FAIR_BYTES = 248;
const CRC_POLYNOMIAL = 0xedb88320;

/** Enough bytes for a key: about one in 32 is skipped. */
export const KEY_RANDOM_BYTES = 64;

/** A new key from unpredictable bytes (at least KEY_RANDOM_BYTES of them). */
export function makeApiKey(random: Uint8Array, mode: KeyMode = 'live'): string {
  const chars = [...random].filter((byte) => byte < FAIR_BYTES).map((byte) => ALPHABET[byte % 62]);
  const body = prefixOf(mode) + chars.slice(0, BODY_CHARS).join('');
  return body + checksum(body);
}

/** Whether a text has the form and checksum of a key, so that a mistyped one needs no lookup. */
export function isApiKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const body = text.slice(0, -CHECK_CHARS);
  return checksum(body) === text.slice(-CHECK_CHARS);
}

/** Whether a text is a key of the sandbox, by its form. */
export const isTestKey = (text: string): boolean => text.startsWith(TEST_PREFIX) && isApiKey(text);

/** The stored form of a key: its SHA-256. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The same as text, base64url. */
export const apiKeyHash = (key: string): string => hash('sha256', key, 'base64url');

/** The visible start of a key, which identifies it to people. */
export const startOfApiKey = (key: string): string => key.slice(0, START_CHARS);

/** A path in which callers may have written keys, with no more than the start of each. */
export const hideApiKeys = (path: string): string =>
  path
    .replace(ENCODED, (_encoded, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(IN_TEXT, '$1…');

function checksum(text: string): string {
  let rest = crc32(text);
  let out = '';
  for (let index = 0; index < CHECK_CHARS; index += 1) {
    out = (ALPHABET[rest % 62] ?? '') + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}

/** A key is checked at every call, so its CRC is computed from a table, byte by byte. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ text.charCodeAt(index)) & 0xff] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? CRC_POLYNOMIAL : 0);
  return crc;
});
