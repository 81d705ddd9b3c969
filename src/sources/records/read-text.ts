/** The text of a file, piece by piece. */
import { TextDecoder } from 'node:util';
import type { ImportFile } from '../importer.js';
import { explained } from './failures.js';

type TextFile = Pick<ImportFile, 'stream'>;

/** Throws OperatorError when the file is no text of this encoding. */
export const textOfFile = (file: TextFile, encoding: string): AsyncGenerator<string> =>
  explained(decoded(file, new TextDecoder(encoding, { fatal: true })), () => notIn(encoding));

async function* decoded(file: TextFile, decoder: TextDecoder): AsyncGenerator<string> {
  for await (const bytes of file.stream()) {
    const text = decoder.decode(bytes, { stream: true });
    if (text !== '') yield text;
  }
  const end = decoder.decode();
  if (end !== '') yield end;
}

const notIn = (encoding: string): string =>
  `The file is not text in ${encoding}. Set "encoding" in the mapping: windows-1252 if it comes from an older Windows program.`;
