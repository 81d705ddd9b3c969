/** The records of a file in any of the formats, mapped. */
import { importError } from '#base/operator-error.js';
import type { ImportFile, ImportMapping, ImportRecord } from '../importer.js';
import { mapper } from '../mapping/apply-mapping.js';
import { columnsOf, type FileFormat, FORMATS, type Mapping } from '../mapping/mapping.js';
import { mappingIn } from '../mapping/read-mapping.js';
import type { ReadFormat } from './columns.js';
import { requireText } from './known-bytes.js';
import { readCsv } from './read-csv.js';
import { readGeoJson } from './read-geojson.js';
import { readNdjson } from './read-ndjson.js';
import { readParquet } from './read-parquet.js';

const READERS: Readonly<Record<FileFormat, ReadFormat>> = {
  csv: readCsv,
  ndjson: readNdjson,
  geojson: readGeoJson,
  parquet: readParquet,
};

const ENDINGS: ReadonlyMap<string, FileFormat> = new Map(
  Object.entries({
    csv: 'csv',
    tsv: 'csv',
    txt: 'csv',
    ndjson: 'ndjson',
    jsonl: 'ndjson',
    geojsonl: 'ndjson',
    geojsons: 'ndjson',
    geojson: 'geojson',
    json: 'geojson',
    parquet: 'parquet',
  } as const),
);

/**
 * The mapping of a file, in a JSON value. Throws OperatorError with everything that is wrong in it.
 */
export function readMapping(value: unknown): ImportMapping {
  const mapping = mappingIn(value);
  return {
    dataset: mapping.dataset,
    columns: columnsOf(mapping),
    records: (file, nowMs) => recordsOf(file, mapping, nowMs),
  };
}

async function* recordsOf(
  file: ImportFile,
  mapping: Mapping,
  nowMs: number,
): AsyncGenerator<ImportRecord> {
  if (mapping.format !== 'parquet' && !file.name.toLowerCase().endsWith('.parquet')) {
    await requireText(file, mapping.encoding);
  }
  const read = READERS[formatOf(file, mapping)];
  const map = mapper(mapping, nowMs);
  for await (const { line, record } of read(file, mapping)) {
    if (record === null) {
      yield { line, raw: null, dropped: 'not a record of this format', unreadable: true };
      continue;
    }
    const applied = map(record);
    yield 'mapped' in applied
      ? { line, raw: applied.mapped, dropped: null, unreadable: false }
      : { line, raw: null, ...applied };
  }
}

function formatOf({ name }: ImportFile, { format }: Mapping): FileFormat {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const found = format ?? ENDINGS.get(ending);
  if (found !== undefined) return found;
  throw importError(
    `The format is not clear from the name ${name}: set "format" in the mapping to one of ${FORMATS.join(', ')}.`,
  );
}
