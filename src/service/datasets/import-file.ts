/**
 * Imports a file of the operator. Its first records show whether it can be read at all; then it is
 * loaded beside the current import of its dataset, and replaces it once it is complete.
 */
import { importError, OperatorError } from '#base/operator-error.js';
import { importerOf } from '#collect/importers.js';
import { homeExtras } from '#collect/pages/home-extras.js';
import { rowReader } from '#collect/tables/import-rows.js';
import type { ImportReport } from '#contract/import-report.js';
import type { Row } from '#contract/rows.js';
import { manifestOf, type SourceName } from '#contract/sources.js';
import { hashOf } from '#domain/hash.js';
import { Notes } from '#domain/notes.js';
import type { DatasetRights, TableRow } from '#domain/table.js';
import { indexRows, insertRows, removeRepeats } from '#store/dataset-rows.js';
import { currentImports, makeCurrent } from '#store/imports.js';
import { sumSales } from '#store/sale-months.js';
import { type App, now, type Parts } from '../app.js';
import { type ReceivedFile, recordsOf } from '../files/file-reader.js';
import { causesIn } from '../files/tally.js';
import { noteImported } from '../homes/note-seen.js';
import { Reporting } from './import-report.js';
import { type Loading, requireAlive, underImport } from './load-import.js';
import { rightsIn } from './rights.js';

export type { ReceivedFile } from '../files/file-reader.js';

export interface ImportOrder {
  readonly source: string;
  readonly mapping: unknown;
  readonly file: ReceivedFile;
  /** The name of the dataset, instead of the mapping's. */
  readonly dataset: string | null;
  /** Check the first records and store nothing. */
  readonly check: boolean;
  /** Aborts when the operator has disconnected. */
  readonly signal: AbortSignal;
}

export interface Imported {
  readonly source: string;
  readonly dataset: string;
  /** checked: nothing was stored; unchanged: this file is already current, with this mapping. */
  readonly result: 'imported' | 'checked' | 'unchanged';
  /** How much was read: a check ends after the first records. */
  readonly judged: 'whole_file' | 'first_records';
  readonly file_sha256: string;
  readonly seconds: number;
  readonly report: ImportReport;
}

/** Records read before anything is stored. */
const CHECKED_RECORDS = 1_000;
const BATCH_ROWS = 2_000;
const REPEATED = 'the key of an earlier record';

/** Throws OperatorError; then the previous import is untouched. */
export async function importFile(app: App, order: ImportOrder): Promise<Imported> {
  const beganMs = app.clock.nowMs();
  const job = jobOf(app, order);
  const done = (
    result: Imported['result'],
    report: ImportReport,
    judged: Imported['judged'] = 'whole_file',
  ): Imported => ({
    source: job.source,
    dataset: job.mapping.dataset,
    result,
    judged,
    file_sha256: order.file.sha256,
    seconds: Math.round((app.clock.nowMs() - beganMs) / 100) / 10,
    report,
  });
  const checked = await checkFirst(app, job);
  if (order.check) return done('checked', checked.report, checked.judged);
  const mappingHash = hashOf(order.mapping);
  const current = (await currentImports(app.db, job.source)).find(
    ({ dataset }) => dataset === job.mapping.dataset,
  );
  if (current?.file_sha256 === order.file.sha256 && current.mapping_hash === mappingHash) {
    return done('unchanged', current.report as unknown as ImportReport);
  }
  return done('imported', await load(app, job, mappingHash));
}

/** The job of an order, once its mapping is read. */
function jobOf(
  app: Parts<'clock' | 'geo'>,
  { source, mapping, file, dataset, signal }: ImportOrder,
) {
  const importer = importerOf(source);
  const kind = manifestOf(source)?.routes[0]?.kind;
  if (importer === undefined || kind === undefined) {
    throw new OperatorError(`${source} does not import files.`);
  }
  const named =
    dataset !== null && typeof mapping === 'object' && mapping !== null
      ? { ...mapping, dataset }
      : mapping;
  const nowMs = app.clock.nowMs();
  const read = importer.readMapping(named);
  const from = {
    dataset: read.dataset,
    file_sha256: file.sha256,
    imported_at: new Date(nowMs).toISOString(),
    rights: statedRights(named),
  };
  return {
    source: source as SourceName,
    kind,
    mapping: read,
    given: named,
    file,
    nowMs,
    signal,
    order: { what: 'dataset', source, mapping: named, nowMs } as const,
    read: rowReader(app.geo, source as SourceName, kind, from, nowMs),
  };
}

const statedRights = (mapping: unknown): DatasetRights =>
  Object.fromEntries(
    Object.entries(rightsIn(mapping)).flatMap(([name, text]) =>
      text === null ? [] : [[name, text]],
    ),
  );

type Job = ReturnType<typeof jobOf>;

/**
 * The report of the first records. Throws OperatorError where the file can never be imported: it
 * lacks columns, or is not a file of its format. The share of readable records is judged over the
 * whole file, since a file may be sorted by what its first records lack.
 */
async function checkFirst(
  app: Parts<'clock' | 'files'>,
  { file, order, signal, read }: Job,
): Promise<Pick<Imported, 'report' | 'judged'>> {
  const reporting = new Reporting(app.clock.nowMs());
  let records = 0;
  for await (const record of recordsOf(app.files, { file, order, signal })) {
    if (records === CHECKED_RECORDS) return { report: reporting.report(), judged: 'first_records' };
    reporting.take(read(record));
    records += 1;
  }
  requireReadable(reporting);
  return { report: reporting.report(), judged: 'whole_file' };
}

/** Throws OperatorError when most of a file's records cannot be read, or none of them is a row. */
function requireReadable(reporting: Reporting): void {
  const report = reporting.report();
  if (report.records === 0) throw importError('No records were found in the file.');
  const causes = causesIn(report.dropped);
  if (reporting.isMostlyUnreadable()) {
    throw importError(
      `${report.unreadable} of the ${report.records} records are unreadable, so nothing was imported: ${causes}. Correct the mapping or the file.`,
    );
  }
  if (report.rows > 0) return;
  throw importError(
    `None of the ${report.records} records is a row, so nothing was imported: ${causes}.`,
  );
}

function load(app: App, job: Job, mappingHash: string): Promise<ImportReport> {
  const { source, mapping, given, file, signal } = job;
  const made = {
    source,
    dataset: mapping.dataset,
    file_name: file.name,
    file_sha256: file.sha256,
    mapping: given,
    mapping_hash: mappingHash,
  };
  return underImport(app, made, file.bytes, signal, (loading) => loadAll(app, job, loading));
}

/** Each step of a load first checks that the import is still ours. */
async function loadAll(app: App, job: Job, loading: Loading): Promise<ImportReport> {
  const { importId, progress, touch } = loading;
  const reporting = new Reporting(app.clock.nowMs());
  await loadRows(app, job, loading, reporting);
  progress.step = 'indexing';
  requireReadable(reporting);
  const repeats = await removeRepeats(app.db, importId);
  reporting.repeated(REPEATED, repeats);
  await indexRows(app.db, importId, touch);
  await touch();
  await sumSales(app.db, importId);
  const report = reporting.report();
  requireAlive(job.signal, await makeCurrent(app.db, importId, report, now(app)));
  await app.tables.refresh();
  await noteImported(app, job.source, job.kind, rowsOf(app, job), new Date(job.nowMs));
  return report;
}

/** The rows of a file, read a second time: it becomes current only when all of it was read. */
async function* rowsOf(
  { client, files }: Parts<'client' | 'files'>,
  { source, kind, file, order, signal, read }: Job,
): AsyncGenerator<Row> {
  const notes = new Notes();
  const site = client.siteBase(source);
  for await (const record of recordsOf(files, { file, order, signal })) {
    const imported = read(record);
    if (!('row' in imported)) continue;
    const row = notes.take(imported.row, homeExtras(imported.row, kind, null));
    yield row.source_url.startsWith('/') ? { ...row, source_url: site + row.source_url } : row;
  }
}

/** Stores the rows of a file, batch by batch; the next one is read while one is stored. */
async function loadRows(
  app: Parts<'db' | 'files'>,
  job: Job,
  { importId, progress, touch }: Loading,
  reporting: Reporting,
): Promise<void> {
  const store = async (rows: readonly TableRow[]) => {
    await touch();
    await insertRows(app.db, importId, rows);
  };
  let batch: TableRow[] = [];
  let storing: Promise<void> = Promise.resolve();
  try {
    const onBytes = (bytes: number) => {
      progress.bytes_read = bytes;
    };
    for await (const record of recordsOf(app.files, { ...job, onBytes })) {
      requireAlive(job.signal, true);
      progress.records += 1;
      const imported = job.read(record);
      reporting.take(imported);
      if (!('stored' in imported)) continue;
      batch.push(imported.stored);
      if (batch.length < BATCH_ROWS) continue;
      await storing;
      storing = store(batch);
      // Its failure is thrown where it is awaited.
      storing.catch(() => undefined);
      batch = [];
    }
  } finally {
    await storing;
  }
  await store(batch);
}
