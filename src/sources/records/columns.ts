/** The columns of a file, found by the mapping's names. */
import { importError, type OperatorError } from '#base/operator-error.js';
import type { ImportFile } from '../importer.js';
import type { FileRecord } from '../mapping/apply-mapping.js';
import { columnsOf, type Mapping } from '../mapping/mapping.js';
import { columnName } from '../mapping/members.js';
import { nearest } from '../mapping/nearest.js';

/** A record as a format returns it. */
export interface LineRecord {
  /** The line in a text, else the number of the record; from 1. */
  readonly line: number;
  /** Null: this line is not a record. */
  readonly record: FileRecord | null;
}

/** A format: returns the records of a file, and finds the columns of the mapping. */
export type ReadFormat = (file: ImportFile, mapping: Mapping) => AsyncIterable<LineRecord>;

/** The mapping's columns that a file lacks, as one error that suggests the nearest. */
export function absentColumns(
  absent: readonly string[],
  present: readonly string[],
): OperatorError {
  const named = absent.map((column) => `"${column}"${nearest(column, present)}`).join(', ');
  const shown = present
    .slice(0, COLUMNS_SHOWN)
    .map((name) => name.slice(0, NAME_CHARS_SHOWN))
    .join(', ');
  const more = present.length > COLUMNS_SHOWN ? ', …' : '';
  return importError(
    `The mapping names columns that the file does not have: ${named}. The file has ${shown}${more}.`,
  );
}
const COLUMNS_SHOWN = 60;
const NAME_CHARS_SHOWN = 80;

/** How many records of a format without a header are looked at for its columns. */
const LOOKED_AT = 1_000;

/**
 * The records of a format with column names in each record. Columns that none of the first records
 * has are an error.
 */
export async function* byMembers(
  records: AsyncIterable<{
    readonly line: number;
    readonly members: ReadonlyMap<string, unknown> | null;
  }>,
  mapping: Mapping,
): AsyncGenerator<LineRecord> {
  const wanted = columnsOf(mapping);
  const absent = new Set(wanted.map(columnName));
  const present = new Map<string, true>();
  const held: LineRecord[] = [];
  let isSettled = false;
  for await (const { line, members } of records) {
    const record = members && ((column: string) => members.get(columnName(column)));
    if (isSettled) {
      yield { line, record };
      continue;
    }
    held.push({ line, record });
    for (const name of members?.keys() ?? []) {
      absent.delete(name);
      present.set(name, true);
    }
    if (held.length < LOOKED_AT && absent.size > 0) continue;
    requireNone(wanted, absent, present);
    isSettled = true;
    yield* held.splice(0);
  }
  if (held.some(({ record }) => record !== null)) requireNone(wanted, absent, present);
  yield* held;
}

function requireNone(
  wanted: readonly string[],
  absent: ReadonlySet<string>,
  present: ReadonlyMap<string, true>,
): void {
  if (absent.size === 0) return;
  const names = wanted.filter((column) => absent.has(columnName(column)));
  throw absentColumns(names, [...present.keys()]);
}
