/** The part of the driver port for files that the operator imports. */

/** A file that the operator imports. */
export interface ImportFile {
  readonly name: string;
  readonly bytes: number;
  stream(): AsyncIterable<Uint8Array>;
  /** The bytes from `start` to before `end`. */
  slice(start: number, end: number): Promise<Uint8Array>;
}

/** One record of a file, mapped: what the driver's toRow reads, or why it is left out. */
export interface ImportRecord {
  readonly line: number;
  readonly raw: unknown;
  /** Why the record is no row: a few words, counted by the report. */
  readonly dropped: string | null;
  /** The record itself where it could not be read: more than half of a file ends its import. */
  readonly unreadable: boolean;
}

/** How the operator's files become rows of a source's table. */
export interface Importer {
  /** The mapping in a JSON value. Throws OperatorError with everything that is wrong in it. */
  readMapping(value: unknown): ImportMapping;
}

export interface ImportMapping {
  readonly dataset: string;
  /** Every column that it reads. */
  readonly columns: readonly string[];
  /** The records of a file, in its order. Throws OperatorError when it cannot be read on. */
  records(file: ImportFile, nowMs: number): AsyncIterable<ImportRecord>;
}
