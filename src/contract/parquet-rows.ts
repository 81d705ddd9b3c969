/**
 * Rows as columns of a Parquet file: the columns of rows.csv with their types. The caller chooses
 * what writes the bytes.
 */
import { type FlatType, flatColumns, valueAt } from './flat-rows.js';
import type { SourceName } from './sources.js';
import type { Kind } from './values.js';

/** An element of a Parquet schema, with the member names of the format's metadata. */
export interface ParquetElement {
  readonly name: string;
  readonly type?: 'BYTE_ARRAY' | 'BOOLEAN' | 'DOUBLE' | 'INT32' | 'INT64';
  readonly converted_type?: 'UTF8' | 'JSON' | 'DATE' | 'TIMESTAMP_MILLIS';
  readonly repetition_type?: 'OPTIONAL';
  readonly num_children?: number;
}

interface Stored extends Pick<ParquetElement, 'type' | 'converted_type'> {
  /** The value as the column stores it; null for a value of another type. */
  readonly of: (value: unknown) => unknown;
}

const momentOf = (value: unknown): Date | null => {
  const moment = new Date(String(value));
  return Number.isNaN(moment.getTime()) ? null : moment;
};

const TEXT: Stored = {
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  of: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
};
const STORED: Readonly<Record<Extract<FlatType, string>, Stored>> = {
  string: TEXT,
  number: { type: 'DOUBLE', of: (value) => (typeof value === 'number' ? value : null) },
  integer: {
    type: 'INT64',
    of: (value) => (typeof value === 'number' ? BigInt(Math.round(value)) : null),
  },
  boolean: { type: 'BOOLEAN', of: (value) => (typeof value === 'boolean' ? value : null) },
  date: { type: 'INT32', converted_type: 'DATE', of: momentOf },
  date_time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', of: momentOf },
  units: { type: 'BYTE_ARRAY', converted_type: 'JSON', of: (value) => value },
};
/** A closed list of values is stored as text. */
const storedAs = (type: FlatType): Stored => (typeof type === 'string' ? STORED[type] : TEXT);

/** The schema of a file: its root, then the columns of a source and kind, all nullable. */
export function parquetSchema(source: SourceName, kind: Kind): ParquetElement[] {
  const columns = flatColumns(source, kind);
  return [
    { name: 'rows', num_children: columns.length },
    ...columns.map(({ path, type }) => {
      const { of: _of, ...stored } = storedAs(type);
      return { name: path, ...stored, repetition_type: 'OPTIONAL' as const };
    }),
  ];
}

/** The values of rows, column by column, in the order of the schema. */
export const parquetColumns = (
  source: SourceName,
  kind: Kind,
  rows: readonly object[],
): { name: string; data: unknown[] }[] =>
  flatColumns(source, kind).map(({ path, type }) => ({
    name: path,
    data: rows.map((row) => {
      const value = valueAt(row, path);
      return value === null || value === undefined ? null : storedAs(type).of(value);
    }),
  }));
