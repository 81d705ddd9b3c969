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
  const counted = countedFile(file);
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

/** The same file; its stream counts the bytes read. */
function countedFile(file: ImportFile): ImportFile & { bytesRead: number } {
  const counted = {
    ...file,
    bytesRead: 0,
    stream: async function* () {
      for await (const bytes of file.stream()) {
        counted.bytesRead += bytes.length;
        yield bytes;
      }
    },
  };
  return counted;
}

const tooLarge = (line: number): OperatorError =>
  importError(
    `Record ${line} has more than 1 MiB in the columns of the mapping, so it is not a home. Nothing was imported.`,
  );
