/** Text files that an operator imports, line by line, with bounded line length and line count. */
import { TextDecoder } from 'node:util';
import Papa from 'papaparse';
import { columnTwice, importError, type OperatorError } from '#base/operator-error.js';
import type { ImportFile } from '#collect/importers.js';

/** One line of a file, numbered from 1. */
export interface Line {
  readonly line: number;
  readonly text: string;
}

/** A detailed outline of a large ZIP takes some megabytes. */
const LINE_CHARS_MAX = 16_777_216;
const LINES_MAX = 1_000_000;
/** Precedes each record of a sequence (RFC 8142). */
const RECORD_SEPARATOR = '\u001e';

/** The lines of a file that are not blank. Throws OperatorError when it is not text. */
export async function* linesOf(file: ImportFile): AsyncGenerator<Line> {
  let line = 1;
  let pieces: string[] = [];
  let length = 0;
  for await (const text of textOf(file)) {
    const [first = '', ...others] = text.split('\n');
    pieces.push(first);
    length += first.length;
    for (const next of others) {
      yield* lineOf(line, pieces);
      line += 1;
      if (line > LINES_MAX) throw broken(`It has more than ${LINES_MAX} lines.`);
      pieces = [next];
      length = next.length;
    }
    if (length > LINE_CHARS_MAX) throw broken(`Line ${line} is longer than 16 MiB.`);
  }
  yield* lineOf(line, pieces);
}

function* lineOf(line: number, pieces: readonly string[]): Generator<Line> {
  const whole = pieces.join('');
  const text = (whole.startsWith(RECORD_SEPARATOR) ? whole.slice(1) : whole).trim();
  if (text !== '') yield { line, text };
}

async function* textOf(file: ImportFile): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of file.stream()) {
    if (bytes.includes(0)) throw noText();
    yield decoded(decoder, bytes, { stream: true });
  }
  yield decoded(decoder);
}

function decoded(decoder: TextDecoder, ...input: Parameters<TextDecoder['decode']>): string {
  try {
    return decoder.decode(...input);
  } catch {
    throw noText();
  }
}

const noText = () => broken('It is not UTF-8 text. Unpack it, or save the table as CSV.');

/** The rejection of a file: an import stores all of it or nothing. */
export const broken = (why: string): OperatorError =>
  importError(`The file cannot be imported. ${why} Nothing was stored.`);

export const wrongLine = (line: number, why: string): OperatorError =>
  broken(`Line ${line}: ${why}.`);

/** The JSON value of a line. */
export function jsonOf({ line, text }: Line): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongLine(
      line,
      'this is not JSON. A sequence has one complete feature per line (ogr2ogr -f GeoJSONSeq)',
    );
  }
}

/** A record of a table: the values of its columns, empty for a column that the table lacks. */
export interface TableRecord {
  readonly line: number;
  readonly value: (column: string) => string;
}

/** The records of a CSV file whose first line names the columns. */
export async function* recordsOf(
  lines: AsyncIterable<Line>,
  needed: readonly string[],
): AsyncGenerator<TableRecord> {
  let names: readonly string[] | null = null;
  for await (const one of lines) {
    const values = valuesOf(one);
    if (names === null) {
      names = values.map((name) => name.trim().toLowerCase());
      requireColumns(one, names, needed);
      continue;
    }
    if (values.length !== names.length) {
      throw wrongLine(one.line, `it has ${values.length} values, the header ${names.length}`);
    }
    const at = names;
    const value = (column: string) => (values[placeOf(at, column)] ?? '').trim();
    yield { line: one.line, value };
  }
}

/** Where a column is, -1 for none. Throws OperatorError for one that the header has twice. */
function placeOf(names: readonly string[], column: string): number {
  const place = names.indexOf(column);
  if (names.lastIndexOf(column) !== place) {
    throw broken(columnTwice(column));
  }
  return place;
}

function valuesOf({ line, text }: Line): readonly string[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',' });
  if (errors.length > 0 || data.length > 1) throw wrongLine(line, 'a quote is not closed');
  return data[0] ?? [];
}

const SHOWN_CHARS = 60;

function requireColumns({ line, text }: Line, names: readonly string[], needed: readonly string[]) {
  const absent = needed.filter((name) => !names.includes(name));
  if (absent.length === 0) return;
  const shown = JSON.stringify(text.slice(0, SHOWN_CHARS));
  throw wrongLine(
    line,
    `the columns ${absent.join(', ')} are missing. A table starts with a line that names its columns, ${needed.join(',')}; this one has ${shown}`,
  );
}
