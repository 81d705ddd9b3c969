/** Initial bytes of files that are not text, and what to do about them. */
import { importError } from '#base/operator-error.js';
import type { ImportFile } from '../importer.js';

const KNOWN: readonly (readonly [bytes: readonly number[], advice: string])[] = [
  [[0x1f, 0x8b], 'It is compressed with gzip: unpack it first.'],
  [[0x50, 0x4b], 'It is a zip archive or an Excel sheet: unpack it, or save the sheet as CSV.'],
  [[0xd0, 0xcf], 'It is an old Excel sheet: save it as CSV.'],
  [[0x50, 0x41, 0x52, 0x31], 'It is Parquet: set "format" in the mapping to parquet.'],
  [[0x25, 0x50, 0x44, 0x46], 'It is a PDF, which has no records.'],
];

/** The number of bytes that are checked. */
const LOOKED_AT = 4_096;

/** Throws OperatorError if a text format cannot read the file. */
export async function requireText(file: ImportFile, encoding: string): Promise<void> {
  const bytes = await file.slice(0, Math.min(LOOKED_AT, file.bytes));
  const known = KNOWN.find(([magic]) => magic.every((byte, at) => bytes[at] === byte));
  if (known !== undefined) throw importError(`${file.name} is not a text file. ${known[1]}`);
  // UTF-16 has a zero beside every letter.
  if (encoding.toLowerCase() !== 'utf-16le' && bytes.includes(0)) {
    throw importError(
      `${file.name} is not a text file. If it is UTF-16, set "encoding" in the mapping to utf-16le.`,
    );
  }
}
