/**
 * Arrays in PostgreSQL's binary form: dimensions, null flag, element type, length and lower bound,
 * then each element after its length. The database reads them in half the time of text.
 */
import { assert } from '#base/assert.js';

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const UUID_OID = 2950;
const UUID_BYTES = 16;
const INT_OID = 23;
const INT_BYTES = 4;
const HYPHEN = 0x2d;

/** The values of hexadecimal digits by their character codes. */
const DIGITS = new Uint8Array(0x80);
for (const digit of '0123456789abcdef') DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** A uuid[] of ids in lower case. */
export function uuidArray(ids: readonly string[]): Buffer {
  const array = open(UUID_OID, ids.length, UUID_BYTES);
  let at = HEADER_BYTES;
  for (const id of ids) {
    array[at + LENGTH_BYTES - 1] = UUID_BYTES;
    writeUuid(array, at + LENGTH_BYTES, id);
    at += LENGTH_BYTES + UUID_BYTES;
  }
  return array;
}

/** An integer[]. */
export function intArray(numbers: readonly number[]): Buffer {
  const array = open(INT_OID, numbers.length, INT_BYTES);
  let at = HEADER_BYTES;
  for (const number of numbers) {
    array[at + LENGTH_BYTES - 1] = INT_BYTES;
    array.writeInt32BE(number, at + LENGTH_BYTES);
    at += LENGTH_BYTES + INT_BYTES;
  }
  return array;
}

/** The bytes of an array with one dimension; its elements are zero. */
function open(oid: number, count: number, bytes: number): Buffer {
  const array = Buffer.alloc(HEADER_BYTES + count * (LENGTH_BYTES + bytes));
  array.writeInt32BE(1, 0);
  array.writeInt32BE(oid, 8);
  array.writeInt32BE(count, 12);
  array.writeInt32BE(1, 16);
  return array;
}

function writeUuid(into: Buffer, at: number, id: string): void {
  let place = at;
  for (let index = 0; index < id.length; ) {
    const code = id.charCodeAt(index);
    if (code === HYPHEN) index += 1;
    else {
      into[place] = ((DIGITS[code] ?? 0) << 4) | (DIGITS[id.charCodeAt(index + 1)] ?? 0);
      place += 1;
      index += 2;
    }
  }
  assert(place === at + UUID_BYTES, 'an id is a UUID');
}
