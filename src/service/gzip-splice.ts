/**
 * One valid gzip stream from a small text and a tail that was compressed before: the text goes in as a
 * stored block, the tail's deflate blocks follow as they are, and the CRC of both is combined.
 */
import { crc32 } from 'node:zlib';

/** A compressed tail, ready to follow any text. */
export interface GzipTail {
  /** The tail's deflate blocks, without gzip's header and trailer. */
  readonly blocks: Buffer;
  /** CRC-32 and length of the tail as it reads. */
  readonly crc: number;
  readonly length: number;
  /** x to the power of the tail's bits, modulo the CRC's polynomial. */
  readonly shift: number;
}

const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const STORED_HEAD_BYTES = 5;
const STORED_BYTES_MAX = 0xffff;
const POLYNOMIAL = 0xedb88320;
const TABLE_ROWS = 32;

/** gzip without name, time or flags: what zlib writes, and what stands before every spliced answer. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Takes a gzip stream apart; undefined when it is not one member with a plain header. */
export function gzipTail(gzip: Buffer): GzipTail | undefined {
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

/** Whether a text fits into one stored block. */
export const isSpliceable = (text: Buffer): boolean => text.length <= STORED_BYTES_MAX;

/** What stands before the tail's blocks: gzip's header and the text as a stored block. */
export function spliceStart(text: Buffer): Buffer {
  const start = Buffer.allocUnsafe(HEADER_BYTES + STORED_HEAD_BYTES + text.length);
  GZIP_HEADER.copy(start);
  start[HEADER_BYTES] = 0;
  start.writeUInt16LE(text.length, HEADER_BYTES + 1);
  start.writeUInt16LE(~text.length & STORED_BYTES_MAX, HEADER_BYTES + 3);
  text.copy(start, HEADER_BYTES + STORED_HEAD_BYTES);
  return start;
}

/** What stands after the tail's blocks: CRC-32 and length of text and tail together. */
export function spliceEnd(text: Buffer, tail: GzipTail): Buffer {
  const end = Buffer.allocUnsafe(TRAILER_BYTES);
  end.writeUInt32LE((multiply(tail.shift, crc32(text)) ^ tail.crc) >>> 0, 0);
  end.writeUInt32LE((text.length + tail.length) >>> 0, 4);
  return end;
}

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
