/** Reads the files of an import in batches and in isolation: a bad file harms only its reader. */
import type { FileBatch, FileRecords, ReadOrder } from './read-orders.js';

/** A file that was received completely. */
export interface ReceivedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The open file; its receiver closes it. */
  readonly fd: number;
}

export interface FileReader {
  /** Throws OperatorError where the file cannot be read within its bounds, or the signal aborts. */
  read(file: ReceivedFile, order: ReadOrder, signal: AbortSignal): AsyncIterable<FileBatch>;
}

/** Why an import ends whose operator has disconnected. */
export const GONE = 'The command ended before its import did.';

interface Reading<What extends keyof FileRecords> {
  readonly file: ReceivedFile;
  readonly order: Extract<ReadOrder, { readonly what: What }>;
  readonly signal: AbortSignal;
  /** Called with the bytes that were read so far. */
  readonly onBytes?: (bytes: number) => void;
}

/** The records of a file, one by one. */
export async function* recordsOf<What extends keyof FileRecords>(
  reader: FileReader,
  { file, order, signal, onBytes }: Reading<What>,
): AsyncGenerator<FileRecords[What]> {
  for await (const { records, bytesRead } of reader.read(file, order, signal)) {
    onBytes?.(bytesRead);
    for (const text of records) yield JSON.parse(text) as FileRecords[What];
  }
}
