/** Rows as a Parquet file: row groups as they fill up, the file at the end. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { parquetColumns, parquetSchema } from '#contract/parquet-rows.js';
import type { SearchRoute } from '#contract/routes.js';

/** Rows of one row group: the most rows buffered before they become columns. */
const GROUP_ROWS = 10_000;

/** The writer of a file: nothing is written before the end, since the format's index comes last. */
export function parquetWriter({ source, kind }: SearchRoute) {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({ writer: bytes, schema: parquetSchema(source, kind) });
  let rows: object[] = [];
  const writeGroup = () => {
    void file.write({ columnData: parquetColumns(source, kind, rows), rowGroupSize: GROUP_ROWS });
    rows = [];
  };
  return {
    begin: () => '',
    page: (more: readonly object[]) => {
      rows.push(...more);
      if (rows.length >= GROUP_ROWS) writeGroup();
      return '';
    },
    end: () => {
      if (rows.length > 0) writeGroup();
      void file.finish();
      return bytes.getBytes();
    },
  };
}
