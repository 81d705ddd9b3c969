/** The report of an import, and how far it is, for the operator. */
import type { Row } from './rows.js';

export interface ImportReport {
  /** Records of the file, rows that were made of them, and records that could not be read. */
  readonly records: number;
  readonly rows: number;
  readonly unreadable: number;
  readonly dropped: readonly {
    readonly cause: string;
    readonly records: number;
    /** The first lines, or numbers of records. */
    readonly lines: readonly number[];
  }[];
  /** Over all rows that were made, those that repeat another included. */
  readonly fields: readonly {
    readonly field: string;
    readonly filled: number;
    readonly empty: number;
    readonly reasons: Readonly<Record<string, number>>;
  }[];
  /** The first and last day; null without rows. */
  readonly earliest: string | null;
  readonly latest: string | null;
  /** Rows of the days that a search without sold_within_days asks for. */
  readonly rows_of_last_90_days: number;
  /** The first rows; those of a file that names no page of a home have no address of one. */
  readonly examples: readonly (Omit<Row, 'source_url'> & { readonly source_url: string | null })[];
}

/** What came of adding an open set. */
export interface AddedSet {
  readonly dataset: string;
  readonly result: 'imported' | 'unchanged' | 'checked';
  /** How its server differs from its file, a sentence each. */
  readonly differences: readonly string[];
  /** Rows that its server counts, and rows that were read from there now. */
  readonly rows_total: number;
  readonly rows_read: number;
  readonly seconds: number;
  readonly licence: string;
  readonly attribution: string;
  readonly report: ImportReport | null;
}

/** How far a set is that is being added. */
export interface SetProgress {
  readonly step: 'describing' | 'reading' | 'importing';
  readonly rows: number;
  /** Null where a part is read, or before it is known. */
  readonly rows_total: number | null;
  readonly seconds_left: number | null;
}

/** How far an import is. */
export interface ImportProgress {
  readonly step: 'reading' | 'indexing';
  /** Records and bytes that were read so far; formats that are not read from their beginning count no bytes. */
  readonly records: number;
  readonly bytes_read: number;
  readonly bytes: number;
}
