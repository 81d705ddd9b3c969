/**
 * Adds a file of market series: downloads it, or the rest of it, and loads its values beside those
 * of before, which they replace at once.
 */
import { importError } from '#base/operator-error.js';
import {
  downloadFile,
  mappingOf,
  type OpenSet,
  type SeriesFile,
  type SetWay,
  unexpectedCount,
} from '#collect/open/index.js';
import type { AddedSet, SeriesReport } from '#contract/import-report.js';
import { hashOf } from '#domain/hash.js';
import { regionOf } from '#geo/region-of.js';
import { currentImports, makeCurrent, SERIES } from '#store/imports.js';
import { indexValues, insertValues, type SeriesValue } from '#store/market-series.js';
import { type App, now, type Parts } from '../app.js';
import { type ReceivedFile, recordsOf } from '../files/file-reader.js';
import { FileSpool, type FileState } from './file-spool.js';
import { type Loading, requireAlive, underImport } from './load-import.js';
import { SeriesReporting } from './series-report.js';
import { filesOf, hashFile, readState, removeSpool, writeState } from './set-spool.js';

export interface AddSeriesOrder {
  readonly set: OpenSet;
  readonly series: SeriesFile;
  /** Read the first lines, and store nothing but the file. */
  readonly check: boolean;
  readonly signal: AbortSignal;
}

type Done = Pick<AddedSet, 'result'> & { readonly report: SeriesReport };

/** Throws OperatorError or SourceError; then the series that were there are unchanged. */
export async function addSeries(app: App, order: AddSeriesOrder, way: SetWay) {
  const { set } = order;
  const spool = await FileSpool.open(app, set);
  try {
    const { result, report } = await addFrom(app, order, way, spool);
    const lines = report.records + report.excluded;
    return {
      result,
      report,
      differences: result === 'checked' ? [] : unexpectedCount(set, lines, 'lines'),
      rows_total: lines,
      rows_read: result === 'unchanged' ? 0 : lines,
    };
  } finally {
    await spool.close();
  }
}

async function addFrom(
  app: Parts<'clock' | 'db' | 'files' | 'geo' | 'openSets'>,
  order: AddSeriesOrder,
  way: SetWay,
  spool: FileSpool,
): Promise<Done> {
  const { set, check, signal } = order;
  const known = await knownOf(app, set);
  const before = spool.isWhole ? spool.version : (known?.version ?? null);
  const isNew = await downloadFile(way, set.url, before, spool).catch(async (error: unknown) => {
    await spool.sync();
    throw signal.aborted ? importError(STOPPED) : error;
  });
  if (!isNew && !spool.isWhole && known !== null) {
    return { result: 'unchanged', report: known.report };
  }
  spool.isWhole = true;
  await spool.sync();
  const file = {
    name: `${set.name}.${order.series.format}`,
    bytes: spool.bytes,
    sha256: await hashFile(spool.files.rows),
    fd: spool.fd,
  };
  if (known !== null && known.file_sha256 === file.sha256) {
    await removeSpool(spool.files);
    return { result: 'unchanged', report: known.report };
  }
  if (check) return { result: 'checked', report: await checkFirst(app, order, file) };
  const report = await load(app, order, file);
  const { version, bytes } = spool;
  const state: FileState = { set, version, bytes, isWhole: true };
  await writeState(filesOf(app.openSets.folder, set.name, 'whole'), state);
  await removeSpool(spool.files);
  return { result: 'imported', report };
}

const STOPPED =
  'The command ended before the file was downloaded. Run it again: it continues there.';

/** What is current of the set, if it was read by the same file of the set. */
async function knownOf(app: Parts<'db' | 'openSets'>, set: OpenSet) {
  const current = (await currentImports(app.db, SERIES)).find(
    ({ dataset, mapping_hash }) => dataset === set.name && mapping_hash === hashOf(mappingOf(set)),
  );
  const state = await readState<FileState>(filesOf(app.openSets.folder, set.name, 'whole'));
  if (current === undefined || state === null) return null;
  const report = current.report as unknown as SeriesReport;
  return { version: state.version, file_sha256: current.file_sha256, report };
}

/** Records that a check reads. */
const CHECKED_RECORDS = 1_000;

async function checkFirst(
  app: Parts<'geo' | 'files'>,
  { series, signal }: AddSeriesOrder,
  file: ReceivedFile,
): Promise<SeriesReport> {
  const reporting = new SeriesReporting();
  let records = 0;
  for await (const record of recordsOf(app.files, {
    file,
    order: { what: 'series', series },
    signal,
  })) {
    reporting.take(record, regionOf(app.geo, series.region.kind, record.region, record.state));
    records += 1;
    if (records === CHECKED_RECORDS) break;
  }
  return reporting.report();
}

function load(
  app: Parts<'clock' | 'db' | 'files' | 'geo' | 'openSets'>,
  order: AddSeriesOrder,
  file: ReceivedFile,
): Promise<SeriesReport> {
  const mapping = mappingOf(order.set);
  const made = {
    source: SERIES,
    dataset: order.set.name,
    file_name: file.name,
    file_sha256: file.sha256,
    mapping,
    mapping_hash: hashOf(mapping),
  };
  return underImport(app, made, file.bytes, order.signal, async (loading) => {
    const reporting = new SeriesReporting();
    await loadValues(app, order, file, loading, reporting);
    const report = reporting.report();
    loading.progress.step = 'indexing';
    await indexValues(app.db, loading.importId, loading.touch);
    requireAlive(order.signal, await makeCurrent(app.db, loading.importId, report, now(app)));
    return report;
  });
}

const BATCH_VALUES = 10_000;

/** Stores the values of a file, batch by batch; the next one is read while one is stored. */
async function loadValues(
  app: Parts<'db' | 'files' | 'geo' | 'openSets'>,
  { set, series, signal }: AddSeriesOrder,
  file: ReceivedFile,
  { importId, progress, touch }: Loading,
  reporting: SeriesReporting,
): Promise<void> {
  const { kind } = series.region;
  const store = async (values: readonly SeriesValue[]) => {
    await touch();
    await insertValues(app.db, importId, kind, values);
  };
  const onBytes = (bytes: number) => {
    progress.bytes_read = bytes;
  };
  let batch: SeriesValue[] = [];
  let storing: Promise<void> = Promise.resolve();
  try {
    const order = { what: 'series', series } as const;
    for await (const record of recordsOf(app.files, { file, order, signal, onBytes })) {
      requireAlive(signal, true);
      progress.records += 1 + record.excluded;
      const region = regionOf(app.geo, kind, record.region, record.state);
      if (!reporting.take(record, region) || region === null) continue;
      for (const [measure, period, value] of record.values) {
        batch.push({ region, measure, period, value });
      }
      if (batch.length < BATCH_VALUES) continue;
      await storing;
      storing = store(batch);
      // What fails is thrown where it is waited for.
      storing.catch(() => undefined);
      batch = [];
      const rows = progress.records;
      app.openSets.running.set(set.name, {
        step: 'importing',
        rows,
        rows_total: null,
        seconds_left: null,
      });
    }
  } finally {
    await storing;
  }
  await store(batch);
}
