/** The text of a file, piece by piece. */
import { TextDecoder } from 'node:util';
import { ImportError, type ImportFile } from '../importer.js';
import { explained } from './failures.js';

const NUL = '\u0000';

/** What files that are no text begin with, and what to do about them. */
const MAGIC: readonly (readonly [bytes: readonly number[], advice: string])[] = [
  [[0x1f, 0x8b], 'It is compressed with gzip: unpack it first.'],
  [[0x50, 0x4b], 'It is a zip archive or an Excel sheet: unpack it, or save the sheet as CSV.'],
  [[0xd0, 0xcf], 'It is an old Excel sheet: save it as CSV.'],
  [[0x50, 0x41, 0x52, 0x31], 'It is Parquet: set "format" in the mapping to parquet.'],
  [[0x25, 0x50, 0x44, 0x46], 'It is a PDF, which holds no records.'],
];

/** Throws ImportError when the file is no text of this encoding. */
export async function* textOfFile(file: ImportFile, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let isFirst = true;
  for await (const text of explained(decoded(file, decoder), () => notIn(encoding))) {
    if (isFirst && text.includes(NUL)) throw new ImportError(`${file.name} is no text file.`);
    isFirst = false;
    if (text !== '') yield text;
  }
}

async function* decoded(file: ImportFile, decoder: TextDecoder): AsyncGenerator<string> {
  let isFirst = true;
  for await (const bytes of file.stream()) {
    if (isFirst) requireText(file, bytes);
    isFirst = false;
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}

function requireText({ name }: ImportFile, bytes: Uint8Array): void {
  const known = MAGIC.find(([magic]) => magic.every((byte, at) => bytes[at] === byte));
  if (known !== undefined) throw new ImportError(`${name} is no text file. ${known[1]}`);
}

const notIn = (encoding: string): string =>
  `The file is not text in ${encoding}. Set "encoding" in the mapping: windows-1252 where it comes from an older Windows program.`;
