/** The part of the driver port for files that the operator imports. */

/** A file that the operator imports. */
export interface ImportFile {
  readonly name: string;
  readonly bytes: number;
  stream(): AsyncIterable<Uint8Array>;
  /** The bytes from `start` up to but not including `end`. */
  slice(start: number, end: number): Promise<Uint8Array>;
}

/** One mapped record of a file: the input of the driver's toRow, or why it is left out. */
export interface ImportRecord {
  readonly line: number;
  readonly raw: unknown;
  /** Why the record is not a row: a few words, counted in the report. */
  readonly dropped: string | null;
  /** Whether the record itself was unreadable: if more than half are, the import ends. */
  readonly unreadable: boolean;
}

/** Turns the operator's files into rows of a source's table. */
export interface Importer {
  /** The mapping in a JSON value. Throws OperatorError with all its mistakes. */
  readMapping(value: unknown): ImportMapping;
}

export interface ImportMapping {
  readonly dataset: string;
  /** Every column that it reads. */
  readonly columns: readonly string[];
  /** The records of a file, in its order. Throws OperatorError when it cannot be read on. */
  records(file: ImportFile, nowMs: number): AsyncIterable<ImportRecord>;
}
