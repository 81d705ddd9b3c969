/** The report of an import and its progress, for the operator. */
import type { Row } from './rows.js';

export interface ImportReport {
  /** Records in the file, rows made from them, and records that could not be read. */
  readonly records: number;
  readonly rows: number;
  readonly unreadable: number;
  readonly dropped: readonly {
    readonly cause: string;
    readonly records: number;
    /** The first lines, or numbers of records. */
    readonly lines: readonly number[];
  }[];
  /** Over all rows made, including those that repeat another. */
  readonly fields: readonly {
    readonly field: string;
    readonly filled: number;
    readonly empty: number;
    readonly reasons: Readonly<Record<string, number>>;
  }[];
  /** The first and last day; null without rows. */
  readonly earliest: string | null;
  readonly latest: string | null;
  /** Rows within the default window of a search without sold_within_days. */
  readonly rows_of_last_90_days: number;
  /** The first rows; `source_url` is null where the file names no page of the home. */
  readonly examples: readonly (Omit<Row, 'source_url'> & { readonly source_url: string | null })[];
}

/** What was found in a file of market series. */
export interface SeriesReport {
  /** Lines that were asked for, and lines that were not. */
  readonly records: number;
  readonly excluded: number;
  readonly dropped: ImportReport['dropped'];
  /** Values, and the regions that have them. */
  readonly rows: number;
  readonly regions: number;
  readonly measures: readonly {
    readonly measure: string;
    readonly values: number;
    /** Values that are not there, and values that cannot be read, with the first of their lines. */
    readonly missing: number;
    readonly unreadable: number;
    readonly unreadable_lines: readonly number[];
  }[];
  /** First days of the first and the last period. */
  readonly earliest: string | null;
  readonly latest: string | null;
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
  /** Of rows, or of series. */
  readonly report: ImportReport | SeriesReport | null;
}

/** How far a file is that is being downloaded. */
export interface FileProgress {
  readonly step: 'downloading';
  readonly bytes: number;
  /** Null where its server does not say. */
  readonly bytes_total: number | null;
  readonly seconds_left: number | null;
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
  /** Records and bytes read so far; formats that are not read from their start count no bytes. */
  readonly records: number;
  readonly bytes_read: number;
  readonly bytes: number;
}
