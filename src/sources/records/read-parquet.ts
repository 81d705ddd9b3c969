/** Parquet: the columns of the mapping, a chunk of rows at a time. */
import type { AsyncBuffer } from 'hyparquet';
import { importError } from '#base/operator-error.js';
import type { ImportFile } from '../importer.js';
import { columnsOf, type Mapping } from '../mapping/mapping.js';
import { columnName } from '../mapping/members.js';
import { absentColumns, type LineRecord } from './columns.js';
import { explained } from './failures.js';

/** Rows in memory at once. */
const CHUNK_ROWS = 20_000;
const MAGIC = 'PAR1';

export const readParquet = (file: ImportFile, mapping: Mapping): AsyncIterable<LineRecord> =>
  explained(rowsOf(file, mapping), explainParquet);

async function* rowsOf(file: ImportFile, mapping: Mapping): AsyncGenerator<LineRecord> {
  const ending = await file.slice(Math.max(0, file.bytes - MAGIC.length), file.bytes);
  if (Buffer.from(ending).toString('latin1') !== MAGIC) {
    throw importError('The file is not Parquet, or its end is missing.');
  }
  const buffer: AsyncBuffer = {
    byteLength: file.bytes,
    slice: async (start, end = file.bytes) => {
      const bytes = await file.slice(start, end);
      // The library reads buffers from their beginning.
      return new Uint8Array(bytes).buffer;
    },
  };
  // Loaded with the first such file: a start is shorter.
  const { parquetMetadataAsync, parquetReadObjects, parquetSchema } = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  const metadata = await parquetMetadataAsync(buffer);
  const present = parquetSchema(metadata).children.map(({ element }) => element.name);
  const byName = new Map(present.map((name) => [columnName(name), name]));
  const wanted = columnsOf(mapping);
  const absent = wanted.filter((column) => !byName.has(columnName(column)));
  if (absent.length > 0) throw absentColumns(absent, present);
  const columns = wanted.map((column) => byName.get(columnName(column)) ?? column);
  const total = Number(metadata.num_rows);
  for (let start = 0; start < total; start += CHUNK_ROWS) {
    const rowEnd = Math.min(total, start + CHUNK_ROWS);
    const rows = await parquetReadObjects({
      file: buffer,
      metadata,
      columns,
      rowStart: start,
      rowEnd,
      compressors,
      useOffsetIndex: true,
    });
    for (const [at, row] of rows.entries()) {
      yield {
        line: start + at + 1,
        record: (column) => row[byName.get(columnName(column)) ?? column] as unknown,
      };
    }
  }
}

const explainParquet = (message: string): string =>
  `The file cannot be read as Parquet: ${message}`;
