/**
 * CSV and its variants. The header is the first line with every column of the mapping, so titles
 * above it do no harm. A line with more or fewer values than the header ends the import: its values
 * would be read into other columns.
 */
import Papa from 'papaparse';
import { columnTwice, importError, type OperatorError } from '#base/operator-error.js';
import type { ImportFile } from '../importer.js';
import { columnsOf, type Mapping } from '../mapping/mapping.js';
import { columnName } from '../mapping/members.js';
import { absentColumns, type LineRecord } from './columns.js';
import { textOfFile } from './read-text.js';

/** The header must be within this many records. */
const HEADER_RECORDS_MAX = 25;
/** A longer record has an unclosed quote. */
const RECORD_CHARS_MAX = 1_048_576;

/** A record and the line where it begins. */
interface CsvRecord {
  readonly line: number;
  readonly values: readonly string[];
}

export async function* readCsv(file: ImportFile, mapping: Mapping): AsyncGenerator<LineRecord> {
  for await (const { line, values, header } of readTable(file, mapping, columnsOf(mapping))) {
    const { names, at } = header;
    if (values.length !== names.length) throw wrongWidth(line, values.length, names.length);
    yield { line, record: (column) => values[at.get(column) ?? -1] };
  }
}

/**
 * The records below the header of a file, of any width. Throws OperatorError where no line has all
 * these columns, or the header has one of them twice.
 */
export async function* readTable(
  file: CsvFile,
  format: CsvFormat,
  wanted: readonly string[],
): AsyncGenerator<CsvRecord & { readonly header: Header }> {
  const early: (readonly string[])[] = [];
  let header: Header | null = null;
  for await (const { line, values } of csvRecords(file, format)) {
    if (header !== null) {
      yield { line, values, header };
      continue;
    }
    early.push(values);
    header = headerIn(values, wanted);
    if (header === null && early.length === HEADER_RECORDS_MAX) break;
  }
  if (header === null && early.length > 0) throw noHeader(early, wanted);
}

/** What is read of a file. */
export type CsvFile = Pick<ImportFile, 'name' | 'stream'>;
type CsvFormat = Pick<Mapping, 'encoding' | 'delimiter'>;

interface Header {
  readonly names: readonly string[];
  /** Where the columns that are read are. */
  readonly at: ReadonlyMap<string, number>;
}

function headerIn(names: readonly string[], wanted: readonly string[]): Header | null {
  const present = names.map(columnName);
  const at = new Map(wanted.map((column) => [column, present.indexOf(columnName(column))]));
  if ([...at.values()].includes(-1)) return null;
  for (const [column, place] of at) {
    if (present.lastIndexOf(columnName(column)) !== place) {
      throw importError(`${columnTwice(column)} Nothing was imported.`);
    }
  }
  return { names, at };
}

/** What divides columns in files of CSV. */
const MARKS = [',', ';', '\t', '|'];

/** The line most similar to a header shows what is missing. */
function noHeader(early: readonly (readonly string[])[], wanted: readonly string[]): OperatorError {
  const absentIn = (record: readonly string[]) => {
    const names = new Set(record.map(columnName));
    return wanted.filter((column) => !names.has(columnName(column)));
  };
  const lines = early.flatMap(([line = '', ...others]) => (others.length === 0 ? [line] : []));
  const mark = MARKS.find((one) => lines.some((line) => absentIn(line.split(one)).length === 0));
  if (mark !== undefined) {
    return importError(
      `The file has the columns of the mapping where another mark divides them. Add to the mapping: "delimiter": ${JSON.stringify(mark)}`,
    );
  }
  const [first = []] = early;
  const best = early.reduce((a, b) => (absentIn(b).length < absentIn(a).length ? b : a), first);
  return absentColumns(
    absentIn(best),
    best.filter((name) => name !== ''),
  );
}

/** Records that are not blank. */
async function* csvRecords(
  file: CsvFile,
  { encoding, delimiter }: CsvFormat,
): AsyncGenerator<CsvRecord> {
  const isTabbed = file.name.toLowerCase().endsWith('.tsv') && delimiter === ',';
  const parser = new Papa.Parser({ delimiter: isTabbed ? '\t' : delimiter, newline: '\n' });
  let line = 1;
  let rest = '';
  const recordsIn = function* (isEnd: boolean): Generator<CsvRecord> {
    const { data, errors, meta } = parser.parse(rest, 0, !isEnd) as Papa.ParseResult<string[]>;
    // An error in a record that continues in the next text may only be its incomplete end.
    const broken = errors.find(({ row = 0 }) => row < data.length);
    const hasQuotes = rest.includes('"');
    for (const [nth, values] of data.entries()) {
      if (nth === broken?.row) throw badQuotes(line, broken.code);
      if (values.length > 1 || values[0]?.trim() !== '') yield { line, values };
      line += hasQuotes ? linesOf(values) : 1;
    }
    rest = rest.slice(meta.cursor);
    if (rest.length > RECORD_CHARS_MAX) throw tooLong(line);
  };
  for await (const text of withLineFeeds(textOfFile(file, encoding))) {
    rest += text;
    yield* recordsIn(false);
  }
  if (rest !== '') yield* recordsIn(true);
}

/** A text with line feeds as its only line ends. */
async function* withLineFeeds(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const text of texts) {
    const all = held + text;
    // The line feed of a final carriage return may follow.
    held = all.endsWith('\r') ? '\r' : '';
    const whole = held === '' ? all : all.slice(0, -1);
    yield whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
  }
  if (held !== '') yield '\n';
}

/** The number of lines of a record: quoted values may contain line feeds. */
function linesOf(values: readonly string[]): number {
  let lines = 1;
  for (const value of values) {
    if (value.includes('\n')) lines += value.split('\n').length - 1;
  }
  return lines;
}

const wrongWidth = (line: number, values: number, columns: number): OperatorError =>
  importError(
    `Line ${line} has ${values} values, the header ${columns} columns. The file is truncated, or a value that contains the delimiter has no quotes. Nothing was imported.`,
  );

const badQuotes = (line: number, code: Papa.ParseError['code']): OperatorError =>
  cannotRead(
    line,
    code === 'MissingQuotes'
      ? 'a quote is opened and never closed. The file is truncated'
      : 'a quote is closed in the middle of a value. Write a quote in a value twice',
  );

const tooLong = (line: number): OperatorError =>
  cannotRead(line, 'a quote is opened and not closed within 1 MiB');

const cannotRead = (line: number, why: string): OperatorError =>
  importError(
    `The file cannot be read as CSV: in the record that starts on line ${line}, ${why}. Nothing was imported.`,
  );
