/** The kinds of records that operators import, read from a file in batches of bounded size. */
import { importError, type OperatorError } from '#base/operator-error.js';
import { type ImportFile, type ImportRecord, importerOf } from '#collect/importers.js';
import type { SeriesFile } from '#collect/open/index.js';
import { readSeries, type SeriesRecord } from '#collect/open/read-series.js';
import { type OutlineRecord, outlinesIn } from './read-outlines.js';
import { type PlaceRecord, placesIn } from './read-places.js';

/** Which records to read, with everything needed besides the file. */
export type ReadOrder =
  | {
      readonly what: 'dataset';
      readonly source: string;
      readonly mapping: unknown;
      readonly nowMs: number;
    }
  | { readonly what: 'series'; readonly series: SeriesFile }
  | { readonly what: 'outlines' }
  | { readonly what: 'places' };

/** The records of each order. */
export interface FileRecords {
  readonly dataset: ImportRecord;
  readonly series: SeriesRecord;
  readonly outlines: OutlineRecord;
  readonly places: PlaceRecord;
}

/** Some records in the order of the file, each as JSON. */
export interface FileBatch {
  readonly records: readonly string[];
  /** Bytes of the file read so far. */
  readonly bytesRead: number;
}

const BATCH_RECORDS_MAX = 500;
const BATCH_CHARS_MAX = 1_048_576;
/** Longest record once mapped; the largest of a text file is as large. */
const RECORD_CHARS_MAX = 1_048_576;

/** The records of a file. Throws OperatorError where it cannot be read further. */
export async function* batchesOf(file: ImportFile, order: ReadOrder): AsyncGenerator<FileBatch> {
  const counted = new CountedFile(file);
  let texts: string[] = [];
  let chars = 0;
  for await (const record of recordsIn(counted, order)) {
    const text = JSON.stringify(record);
    if (text.length > RECORD_CHARS_MAX) throw tooLarge(record.line);
    texts.push(text);
    chars += text.length;
    if (texts.length < BATCH_RECORDS_MAX && chars < BATCH_CHARS_MAX) continue;
    yield { records: texts, bytesRead: counted.bytesRead };
    texts = [];
    chars = 0;
  }
  yield { records: texts, bytesRead: counted.bytesRead };
}

function recordsIn(
  file: ImportFile,
  order: ReadOrder,
): AsyncIterable<FileRecords[keyof FileRecords]> {
  switch (order.what) {
    case 'dataset': {
      const importer = importerOf(order.source);
      if (importer === undefined) throw importError(`${order.source} does not import files.`);
      return importer.readMapping(order.mapping).records(file, order.nowMs);
    }
    case 'series':
      return readSeries(file, order.series);
    case 'outlines':
      return outlinesIn(file);
    case 'places':
      return placesIn(file);
  }
}

/** The same file; it counts the bytes read. */
class CountedFile implements ImportFile {
  readonly #file: ImportFile;
  bytesRead = 0;

  constructor(file: ImportFile) {
    this.#file = file;
  }

  get name(): string {
    return this.#file.name;
  }

  get bytes(): number {
    return this.#file.bytes;
  }

  async *stream(): AsyncGenerator<Uint8Array> {
    for await (const bytes of this.#file.stream()) {
      this.bytesRead += bytes.length;
      yield bytes;
    }
  }

  slice(start: number, end: number): Promise<Uint8Array> {
    return this.#file.slice(start, end);
  }
}

const tooLarge = (line: number): OperatorError =>
  importError(
    `Record ${line} has more than 1 MiB in the columns of the mapping, so it is not a home. Nothing was imported.`,
  );
