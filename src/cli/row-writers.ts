/** Rows as text, page by page, with only notes buffered until the end; and as a Parquet file. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { csvColumns, csvHeader, csvLine, toFeature } from '#contract/flat-rows.js';
import type { SearchRoute } from '#contract/routes.js';
import { fixedTable } from './show.js';

export const TEXT_FORMATS = ['table', 'json', 'ndjson', 'csv', 'geojson'] as const;
/** Parquet is binary: it is written to files only. */
export const FORMATS = [...TEXT_FORMATS, 'parquet'] as const;
export type PrintedFormat = (typeof TEXT_FORMATS)[number];
export type OutputFormat = (typeof FORMATS)[number];
/** Formats that a file can be appended to, as they have no closing text. */
export const APPENDABLE: readonly OutputFormat[] = ['ndjson', 'csv'];

type Row = Readonly<Record<string, unknown>>;
type Located = Parameters<typeof toFeature>[1];

/** The state when a chain ends, complete or not. */
export interface ChainEnd {
  readonly route: string;
  readonly pages: number;
  readonly count: number;
  readonly credits: number;
  /** The request of each page, by which a snapshot is created and its rows can be read again. */
  readonly request_ids: readonly string[];
  readonly next_cursor: string | null;
  readonly completeness: string;
  readonly field_notes: readonly object[];
}

/** What to write in order: `begin`, `page` for each page, `end`. */
export interface RowWriter {
  begin(): string;
  page(rows: readonly object[]): string;
  end(end: ChainEnd): string | Uint8Array;
}

/** The writer of a format; `goOn` omits the heading, for a file that has one. */
export async function rowWriter(
  format: OutputFormat,
  route: SearchRoute,
  goOn: boolean,
): Promise<RowWriter> {
  const lines = (line: (row: object) => string, heading: string): RowWriter => ({
    begin: () => (goOn ? '' : heading),
    page: (rows) => rows.map(line).join(''),
    end: () => '',
  });
  switch (format) {
    case 'ndjson':
      return lines((row) => `${JSON.stringify(row)}\n`, '');
    case 'csv': {
      const columns = csvColumns(route.source, route.kind);
      return lines((row) => csvLine(columns, row), csvHeader(columns));
    }
    case 'json':
      return listWriter(
        '{"data":[',
        JSON.stringify,
        (end) => `],${JSON.stringify(end).slice(1)}\n`,
      );
    case 'geojson': {
      const columns = csvColumns(route.source, route.kind);
      return listWriter(
        '{"type":"FeatureCollection","features":[',
        (row) => JSON.stringify(toFeature(columns, row as Located)),
        () => ']}\n',
      );
    }
    case 'parquet':
      return (await import('./parquet-writer.js')).parquetWriter(route);
    case 'table':
      return tableWriter(route);
  }
}

/** A byte order mark and a line end, which editors may add. */
const ADDED_BYTES = 5;

/** Whether a CSV file begins with another heading than the route's: its rows do not fit. */
export function hasOtherColumns(file: string, { source, kind }: SearchRoute): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  const heading = csvHeader(csvColumns(source, kind)).trimEnd();
  const start = startOf(file, Buffer.byteLength(heading) + ADDED_BYTES);
  const [first] = start.replace(/^\uFEFF/, '').split(/\r?\n/);
  return start !== '' && first !== heading;
}

function startOf(file: string, bytes: number): string {
  const descriptor = openSync(file, 'r');
  const start = Buffer.alloc(bytes);
  const read = readSync(descriptor, start, 0, bytes, 0);
  closeSync(descriptor);
  return start.toString('utf8', 0, read);
}

function listWriter(
  opening: string,
  item: (row: object) => string,
  closing: (end: ChainEnd) => string,
): RowWriter {
  let written = 0;
  return {
    begin: () => opening,
    page: (rows) =>
      rows
        .map((row) => {
          written += 1;
          return `${written === 1 ? '\n' : ',\n'}${item(row)}`;
        })
        .join(''),
    end: (end) => `\n${closing(end)}`,
  };
}

interface Column {
  readonly name: string;
  readonly width: number;
  readonly of: (row: Row) => unknown;
}

const member = (name: string, part: string) => (row: Row) =>
  (row[name] as Row | null | undefined)?.[part];
const plain = (name: string, width: number): Column => ({ name, width, of: (row) => row[name] });
const money = (name: string): Column => ({ name, width: 13, of: member(name, 'amount') });

const HOME: readonly Column[] = [
  plain('beds', 4),
  plain('baths', 5),
  { name: 'sqft', width: 7, of: (row) => row.living_area_sqft },
  plain('property_type', 13),
  { name: 'address', width: 30, of: member('address', 'line1') },
  { name: 'city', width: 18, of: member('address', 'city') },
  { name: 'state', width: 5, of: member('address', 'state') },
  { name: 'zip', width: 5, of: member('address', 'zip') },
  plain('source_id', 14),
];
const FIRST_COLUMNS: Readonly<Record<SearchRoute['kind'], readonly Column[]>> = {
  listings: [money('list_price')],
  rentals: [money('rent_monthly')],
  sold: [money('sale_price'), plain('sold_date', 10)],
  auctions: [
    { name: 'starting_bid', width: 13, of: (row) => member('starting_bid', 'amount')(extras(row)) },
    { name: 'auction_start', width: 16, of: (row) => extras(row).auction_start },
  ],
};
const extras = (row: Row): Row => (row.extras ?? {}) as Row;

function tableWriter({ kind }: SearchRoute): RowWriter {
  const columns = [...FIRST_COLUMNS[kind], ...HOME];
  const write = fixedTable(columns);
  return {
    begin: () => write(columns.map(({ name }) => name)),
    page: (rows) => rows.map((row) => write(columns.map(({ of }) => of(row as Row)))).join(''),
    end: () => '',
  };
}
