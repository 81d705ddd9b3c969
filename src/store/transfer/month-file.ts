/** A table of an archived month as a Parquet file, in row groups, proven by its rows' texts. */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetRead,
  type SchemaElement,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { assert } from '#base/assert.js';
import { MONTH_TABLES, type MonthTable } from './archived-months.js';
import { Prover, type TableProof, type TransferRow } from './rows.js';
import type { TransferColumn } from './tables.js';

export const MONTH_FORMAT = 'rowhouse-archive-2';

/** A file's description, as key-value metadata. */
export interface MonthHead {
  readonly month: string;
  readonly table: MonthTable;
  readonly columns: readonly TransferColumn[];
  /** The digest of the chain of archived months before this one; '' for the first. */
  readonly previous: string;
}

export interface MonthFile extends MonthHead {
  /** As stated in the file. */
  readonly proof: TableProof;
}

/** Rows per row group: held in memory at once, about 50 MB while its columns are built. */
const GROUP_ROWS = 25_000;
/** Only the owner may read it: it has account ids. */
const MODE = 0o600;

/** How a PostgreSQL type is stored in Parquet, and how a stored value is made from its text. */
interface Stored {
  readonly element: Omit<SchemaElement, 'name'>;
  readonly of: (text: string) => unknown;
}

const TEXT: Stored = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  of: (text) => text,
};
const WHOLE: Stored = { element: { type: 'INT64' }, of: BigInt };
const STORED: Readonly<Record<string, Stored>> = {
  uuid: TEXT,
  text: TEXT,
  boolean: { element: { type: 'BOOLEAN' }, of: (text) => text === 'true' },
  date: {
    element: { type: 'INT32', converted_type: 'DATE' },
    of: (text) => new Date(`${text}T00:00:00Z`),
  },
  smallint: WHOLE,
  integer: WHOLE,
  bigint: WHOLE,
  'timestamp with time zone': {
    element: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MICROS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
    },
    of: microsOf,
  },
};

const storedAs = ({ name, type }: TransferColumn): Stored => {
  const stored = STORED[type];
  assert(stored !== undefined, `an archive has no form for the column ${name} of type ${type}`);
  return stored;
};

/** Writes a complete, flushed file; returns the proof of its rows. */
export const writeMonthFile = (
  path: string,
  head: MonthHead,
  rows: AsyncIterable<TransferRow[]>,
): Promise<TableProof> =>
  writeParquet(path, { name: head.table, columns: head.columns }, rows, (proof) =>
    metadataOf(head, proof),
  );

/** What a Parquet file says of itself, by name. */
export type Metadata = Readonly<Record<string, string>>;

/** Writes rows to a complete, flushed Parquet file; returns their proof. */
export async function writeParquet(
  path: string,
  { name, columns }: { readonly name: string; readonly columns: readonly TransferColumn[] },
  rows: AsyncIterable<TransferRow[]>,
  metadata: (proof: TableProof) => Metadata,
): Promise<TableProof> {
  const prover = new Prover();
  const bytes = new FileWriter(path);
  try {
    const file = new ParquetWriter({
      writer: bytes,
      schema: [
        { name, num_children: columns.length },
        ...columns.map((column) => ({
          name: column.name,
          ...storedAs(column).element,
          repetition_type: 'OPTIONAL' as const,
        })),
      ],
      codec: 'GZIP',
      compressors: { GZIP: gzipSync },
      createdBy: 'rowhouse',
    });
    let group: TransferRow[] = [];
    const writeGroup = async () => {
      await file.write({ columnData: columnsOf(columns, group), rowGroupSize: GROUP_ROWS });
      group = [];
    };
    for await (const some of rows) {
      prover.add(some);
      group.push(...some);
      if (group.length >= GROUP_ROWS) await writeGroup();
    }
    if (group.length > 0) await writeGroup();
    const proof = prover.proof();
    file.kvMetadata = Object.entries(metadata(proof)).map(([key, value]) => ({ key, value }));
    await file.finish();
    bytes.sync();
    return proof;
  } finally {
    bytes.close();
  }
}

const columnsOf = (columns: readonly TransferColumn[], rows: readonly TransferRow[]) =>
  columns.map((column, place) => {
    const { of } = storedAs(column);
    return {
      name: column.name,
      data: rows.map((row) => {
        const text = row[place] ?? null;
        return text === null ? null : of(text);
      }),
    };
  });

const metadataOf = (
  { month, table, columns, previous }: MonthHead,
  { rows, sha256 }: TableProof,
): Metadata => ({
  'rowhouse.format': MONTH_FORMAT,
  'rowhouse.month': month,
  'rowhouse.table': table,
  'rowhouse.rows': String(rows),
  'rowhouse.rows_sha256': sha256,
  'rowhouse.chain_before_sha256': previous,
  'rowhouse.columns': JSON.stringify(columns),
});

/** A file's description; undefined for a foreign file. Throws when it is not Parquet. */
export async function readMonthHead(path: string): Promise<MonthFile | undefined> {
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path));
  const said = new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value ?? '']));
  const of = (name: string) => said.get(`rowhouse.${name}`) ?? '';
  const table = MONTH_TABLES.find((name) => name === of('table'));
  if (of('format') !== MONTH_FORMAT || table === undefined) return undefined;
  return {
    month: of('month'),
    table,
    columns: JSON.parse(of('columns')) as TransferColumn[],
    previous: of('chain_before_sha256'),
    proof: { rows: Number(of('rows')), sha256: of('rows_sha256') },
  };
}

/** The rows of a file in order, one row group at a time, each value as PostgreSQL wrote it. */
export async function* rowsInMonthFile(
  path: string,
  { columns }: MonthHead,
): AsyncGenerator<TransferRow[]> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    let rows: unknown[][] = [];
    await parquetRead({
      file,
      metadata,
      compressors,
      rowStart,
      rowEnd,
      parsers: { timestampFromMicroseconds: textOfMicros },
      rowFormat: 'array',
      onComplete: (read) => {
        rows = read;
      },
    });
    yield rows.map((row) => columns.map((_column, place) => numberText(row[place])));
    rowStart = rowEnd;
  }
}

/** Numbers are read as bigint; other types become null, which the proof detects. */
function numberText(value: unknown): string | null {
  if (typeof value === 'bigint') return value.toString();
  return typeof value === 'string' ? value : null;
}

/** The SHA-256 of a file's bytes. */
export async function fileSha256(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) digest.update(chunk);
  return digest.digest('hex');
}

const SECOND = '2026-09-20 12:00:00'.length;
const MICROS = 6;
const UTC = '+00';

/** Microseconds since the epoch of PostgreSQL's UTC time: '2026-09-20 12:00:00.5+00'. */
function microsOf(text: string): bigint {
  const seconds = text.slice(0, SECOND).replace(' ', 'T');
  const fraction = text.slice(SECOND, -UTC.length).replace('.', '').padEnd(MICROS, '0');
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000n + BigInt(fraction);
}

function textOfMicros(micros: bigint): string {
  const text = new Date(Number(micros / 1_000n)).toISOString().slice(0, SECOND).replace('T', ' ');
  const fraction = String(micros % 1_000_000n)
    .padStart(MICROS, '0')
    .replace(/0+$/, '');
  return `${text}${fraction === '' ? '' : '.'}${fraction}${UTC}`;
}

/** Writes the Parquet writer's output to disk, one row group at a time. */
class FileWriter extends ByteWriter {
  readonly #file: number;

  constructor(path: string) {
    super();
    this.#file = openSync(path, 'w', MODE);
  }

  flush(): void {
    const bytes = this.getBytes();
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }

  /** Flushes the file: before that, a power cut could lose what was written. */
  sync(): void {
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}
