/**
 * Reads a file of public figures line by line: the region of a line, and its values by measure and
 * period.
 */
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { importError, type OperatorError } from '#base/operator-error.js';
import type { Measure } from '#contract/series.js';
import type { ImportFile } from '#sources/importer.js';
import { cellText, numberIn } from '#sources/mapping/apply-mapping.js';
import { columnsOfSeries, measureOf, type SeriesFile } from '#sources/open/series.js';
import { explained } from '#sources/records/failures.js';
import { requireText } from '#sources/records/known-bytes.js';
import { type CsvFile, readTable } from '#sources/records/read-csv.js';

/** A value with its measure and the first day of its period. */
type Value = readonly [measure: Measure, period: string, value: number];
type Counts = Partial<Record<Measure, number>>;

/** A line of the file. */
export interface SeriesRecord {
  readonly line: number;
  /** Lines before it that are not asked for. */
  readonly excluded: number;
  /** Why the line has no values: a few words, counted by the report. */
  readonly dropped: string | null;
  readonly region: string;
  readonly state: string | null;
  readonly values: readonly Value[];
  /** How many values are not there, and how many cannot be read. */
  readonly missing: Counts;
  readonly unreadable: Counts;
}

const DELIMITERS = { csv: ',', tsv: '\t' } as const;
const ENCODING = 'utf-8';

/** The lines of a file; the last may stand for excluded ones alone. Throws OperatorError. */
export async function* readSeries(
  file: ImportFile,
  series: SeriesFile,
): AsyncGenerator<SeriesRecord> {
  const format = { encoding: ENCODING, delimiter: DELIMITERS[series.format] };
  const table = readTable(await plainFile(file), format, columnsOfSeries(series));
  let lineReader: LineReader | null = null;
  let excluded = 0;
  let last = 0;
  for await (const { line, values, header } of table) {
    last = line;
    lineReader ??= readerOf(series, header.names);
    const read = lineReader((column) => cellText(values[header.at.get(column) ?? -1]), values);
    if (read === null) {
      excluded += 1;
      continue;
    }
    yield { line, excluded, ...read };
    excluded = 0;
  }
  if (excluded > 0) yield { line: last, excluded, ...nothing('') };
}

type Cells = (column: string) => string;
/** What a line says; null where it is not asked for. */
type LineReader = (
  cell: Cells,
  values: readonly string[],
) => Omit<SeriesRecord, 'line' | 'excluded'> | null;

const nothing = (dropped: string) => ({
  dropped: dropped === '' ? null : dropped,
  region: '',
  state: null,
  values: [],
  missing: {},
  unreadable: {},
});

function readerOf(series: SeriesFile, names: readonly string[]): LineReader {
  const { region, where = {}, missing = [] } = series;
  const wanted = Object.entries(where).map(([column, texts]) => ({
    column,
    texts: new Set(texts),
  }));
  const pattern = region.pattern === undefined ? null : new RegExp(region.pattern, 'u');
  const cellsOf =
    series.period.columns === undefined ? longCells(series) : wideCells(series, names);
  const absent = new Set(['', ...missing]);
  return (cell, values) => {
    if (values.length !== names.length) return nothing('another number of values than the header');
    if (!wanted.every(({ column, texts }) => texts.has(cell(column)))) return null;
    const name = found(pattern, cell(region.column));
    if (name === '') return nothing('no region in its column');
    const cells = cellsOf(cell, values);
    if (cells === null) return null;
    if (typeof cells === 'string') return nothing(cells);
    const state = region.state === undefined ? null : cell(region.state);
    return { dropped: null, region: name, state, ...valuesOf(cells, absent) };
  };
}

function found(pattern: RegExp | null, text: string): string {
  if (pattern === null) return text;
  const match = pattern.exec(text);
  return match === null ? '' : (match[1] ?? match[0]).trim();
}

/** A value as the file spells it. */
interface Cell {
  readonly measure: Measure;
  readonly period: string;
  readonly times: number;
  readonly text: string;
}

/** The values of a line; null where its period is not asked for, a text where it has none. */
type LineCells = (cell: Cells, values: readonly string[]) => readonly Cell[] | string | null;

/** One line a period: each measure has a column. */
function longCells({ period, measures = {}, from }: SeriesFile): LineCells {
  const columns = Object.entries(measures).map(([measure, given]) => ({
    measure: measure as Measure,
    ...measureOf(given),
  }));
  const { column = '' } = period;
  const periodIn = periodReader(period.pattern ?? '', period.by);
  return (cell) => {
    const day = periodIn(cell(column));
    if (day === null) return 'an unreadable period';
    if (from !== undefined && day < from) return null;
    return columns.map(({ measure, column: name, times }) => ({
      measure,
      period: day,
      times,
      text: cell(name),
    }));
  };
}

/** One column a period. Throws OperatorError where none is named like a period. */
function wideCells({ period, measure, from }: SeriesFile, names: readonly string[]): LineCells {
  const periodIn = periodReader(period.columns ?? '', period.by);
  const periods = names.flatMap((name, place) => {
    const day = periodIn(name);
    return day === null ? [] : [{ day, place }];
  });
  if (periods.length === 0) throw noPeriods(names);
  const repeated = periods.find(({ day }, at) => periods.findIndex((one) => one.day === day) < at);
  if (repeated !== undefined) {
    throw importError(`Two columns of the file are for ${repeated.day}: correct "series/period".`);
  }
  const wanted = periods.filter(({ day }) => from === undefined || day >= from);
  return (_cell, values) =>
    wanted.map(({ day, place }) => ({
      measure: measure as Measure,
      period: day,
      times: 1,
      text: cellText(values[place]),
    }));
}

const YEARS = [1900, 2100] as const;

/** Reads a period as its first day; null where the pattern finds none. */
function periodReader(source: string, by: 'month' | 'year'): (text: string) => string | null {
  const pattern = new RegExp(source, 'u');
  return (text) => {
    const { year = '', month = '1' } = pattern.exec(text)?.groups ?? {};
    const number = by === 'month' ? Number(month) : 1;
    const isYear = /^\d{4}$/.test(year) && Number(year) >= YEARS[0] && Number(year) <= YEARS[1];
    if (!isYear || !Number.isInteger(number) || number < 1 || number > 12) return null;
    return `${year}-${String(number).padStart(2, '0')}-01`;
  };
}

function valuesOf(cells: readonly Cell[], absent: ReadonlySet<string>) {
  const values: Value[] = [];
  const missing: Counts = {};
  const unreadable: Counts = {};
  for (const { measure, period, times, text } of cells) {
    if (absent.has(text)) {
      missing[measure] = (missing[measure] ?? 0) + 1;
      continue;
    }
    const read = numberIn(text);
    // No measure is ever negative.
    if (read === null || read < 0) unreadable[measure] = (unreadable[measure] ?? 0) + 1;
    else values.push([measure, period, times === 1 ? read : read * times]);
  }
  return { values, missing, unreadable };
}

const NAMES_SHOWN = 20;

const noPeriods = (names: readonly string[]): OperatorError =>
  importError(
    `No column of the file is named like a period: correct "series/period/columns". The file has ${names.slice(0, NAMES_SHOWN).join(', ')}.`,
  );

/**
 * Tables of figures take a fifth to a tenth of their size; what unpacks to far more is no such
 * table.
 */
const UNPACKED_PER_BYTE_MAX = 50;
const UNPACKED_BYTES_MIN = 1_048_576;
const GZIP = [0x1f, 0x8b];

/** The file itself, or what is in it where it is compressed with gzip. */
async function plainFile(file: ImportFile): Promise<CsvFile> {
  const first = await file.slice(0, Math.min(GZIP.length, file.bytes));
  if (GZIP.every((byte, at) => first[at] === byte)) {
    return { name: file.name, stream: () => explained(unpacked(file), () => DAMAGED) };
  }
  await requireText(file, ENCODING);
  return file;
}

async function* unpacked(file: ImportFile): AsyncGenerator<Uint8Array> {
  const max = Math.max(UNPACKED_BYTES_MIN, file.bytes * UNPACKED_PER_BYTE_MAX);
  // What fails ends the last stream with its error.
  const out = pipeline(Readable.from(file.stream()), createGunzip(), () => undefined);
  let bytes = 0;
  for await (const chunk of out as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > max) {
      throw importError(
        `The file unpacks to more than ${UNPACKED_PER_BYTE_MAX} times its size, so it is not a table. Nothing was imported.`,
      );
    }
    yield chunk;
  }
}

const DAMAGED = 'The file cannot be unpacked: it is damaged or truncated. Nothing was imported.';
