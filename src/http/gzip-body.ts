/**
 * Bodies are stored compressed, and sent after the envelope of each call without being compressed
 * again: one valid gzip stream from a small text and a body, with the text as a stored block, the
 * body's deflate blocks unchanged, and the CRC of both combined.
 */
import { crc32, gunzipSync, gzipSync } from 'node:zlib';
import { assert } from '#base/assert.js';
import type { BodyCodec } from '#service/search/page-cache.js';

/** How bodies are stored. */
export const GZIP: BodyCodec = {
  encode: (text) => gzipSync(text),
  decode: (body) => gunzipSync(body),
};

const parsed = new WeakMap<Buffer, GzipBody>();

/** A stored body, ready to follow any text; parsed once. */
export function gzipBodyOf(body: Buffer): GzipBody {
  const known = parsed.get(body);
  if (known !== undefined) return known;
  const made = gzipBody(body);
  assert(made !== undefined, 'a body is stored as one gzip member');
  parsed.set(body, made);
  return made;
}

/** A compressed body, ready to follow any text. */
export interface GzipBody {
  /** The body's deflate blocks, without gzip's header and trailer. */
  readonly blocks: Buffer;
  /** CRC-32 and length of the uncompressed body. */
  readonly crc: number;
  readonly length: number;
  /** x to the power of the body's bits, modulo the CRC's polynomial. */
  readonly shift: number;
}

const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const STORED_BYTES_MAX = 0xffff;
const POLYNOMIAL = 0xedb88320;
const TABLE_ROWS = 32;

/** gzip without name, time or flags: what zlib writes, and what precedes every such stream. */
const GZIP_HEADER = '\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff';
/** A stored block that is not the last one. */
const STORED = '\x00';

/** Parses a gzip stream; undefined when it is not one member with a plain header. */
export function gzipBody(gzip: Buffer): GzipBody | undefined {
  const plain = gzip.length > HEADER_BYTES + TRAILER_BYTES && gzip.readUInt32LE(0) === 0x00088b1f;
  if (!plain) return undefined;
  const length = gzip.readUInt32LE(gzip.length - 4);
  return {
    blocks: gzip.subarray(HEADER_BYTES, -TRAILER_BYTES),
    crc: gzip.readUInt32LE(gzip.length - TRAILER_BYTES),
    length,
    shift: powerOfX(length),
  };
}

/** The bytes before and after a body's blocks; every character is one byte (latin1). */
export interface GzipFrame {
  readonly start: string;
  readonly end: string;
}

/**
 * The stream of a text and a body: gzip's header and the text as a stored block, the body's blocks,
 * then CRC-32 and length of both. Null for a text that does not fit into one stored block.
 */
export function concatGzip(text: string, page: GzipBody): GzipFrame | null {
  const length = Buffer.byteLength(text);
  if (length > STORED_BYTES_MAX) return null;
  const bytes = length === text.length ? text : Buffer.from(text).toString('latin1');
  const crc = (multiply(page.shift, crc32(text)) ^ page.crc) >>> 0;
  return {
    start: GZIP_HEADER + STORED + twoBytes(length) + twoBytes(~length) + bytes,
    end: fourBytes(crc) + fourBytes(length + page.length),
  };
}

/** Little-endian. */
const twoBytes = (value: number) => String.fromCharCode(value & 0xff, (value >>> 8) & 0xff);
const fourBytes = (value: number) => twoBytes(value) + twoBytes(value >>> 16);

/** Product of two polynomials modulo the CRC's, bits reflected. */
function multiply(a: number, b: number): number {
  let factor = b;
  let product = 0;
  for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor;
    factor = (factor & 1) !== 0 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return product >>> 0;
}

/** x^(2^n) for n from 0. */
const SQUARES: readonly number[] = squares();

function squares(): number[] {
  const table = [0x40000000];
  while (table.length < TABLE_ROWS) {
    const last = table[table.length - 1] ?? 0;
    table.push(multiply(last, last));
  }
  return table;
}

/** x to the power of the bits of `bytes` bytes. */
function powerOfX(bytes: number): number {
  const BYTE_SQUARE = 3;
  let product = 0x80000000;
  for (let rest = bytes, n = BYTE_SQUARE; rest > 0; rest = Math.floor(rest / 2), n += 1) {
    if (rest % 2 === 1) product = multiply(SQUARES[n % TABLE_ROWS] ?? 0, product);
  }
  return product;
}
