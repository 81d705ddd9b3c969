/** Files of market series in tests: a set to add, and its series as they are found. */
import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { SeriesReport } from '#contract/import-report.js';
import { addOpenSet } from '#service/datasets/add-open-set.js';
import { ownSet } from '#service/datasets/open-sets.js';
import type { FileReader } from '#service/files/file-reader.js';
import { batchesOf } from '#service/files/read-orders.js';
import { beginImport, makeCurrent, SERIES } from '#store/imports.js';
import { findSeries, indexValues, insertValues } from '#store/market-series.js';
import { openTestApp, type TestAppOptions } from './open-test-app.js';

const CHUNK_BYTES = 65_536;

/** Reads open files in this process, as a process of its own does. */
export const readOpen: FileReader = {
  read: ({ name, bytes, fd }, order) => {
    const slice = async (start: number, end: number) => {
      const length = Math.max(0, Math.min(end, bytes) - start);
      const { bytesRead, buffer } = await promisify(read)(
        fd,
        Buffer.alloc(length),
        0,
        length,
        start,
      );
      return buffer.subarray(0, bytesRead);
    };
    const stream = async function* () {
      for (let at = 0; at < bytes; at += CHUNK_BYTES) yield slice(at, at + CHUNK_BYTES);
    };
    return batchesOf({ name, bytes, stream, slice }, order);
  },
};

/** An application that reads files of this machine's loopback address. */
export const openSeriesApp = (options: TestAppOptions = {}) =>
  openTestApp({
    ...options,
    idle: true,
    env: { ROWHOUSE_OPEN_SET_HOSTS: '127.0.0.1', ...options.env },
  });

export const LONG = {
  format: 'csv',
  region: { kind: 'zip', column: 'zip' },
  period: { by: 'month', column: 'month', pattern: '^(?<year>\\d{4})-(?<month>\\d\\d)$' },
  measures: { median_sale_price: 'price', homes_sold: 'sold' },
};

export const setOf = (url: string, series: object = LONG, more: object = {}) => ({
  name: 'figures',
  title: 'Figures',
  protocol: 'file',
  url,
  rows_expected: 3,
  updates: 'every month',
  publisher: 'A bureau',
  licence: 'Free with attribution',
  licence_url: 'https://bureau.example.invalid/terms',
  attribution: 'A bureau, figures',
  may_redistribute: false,
  checked_on: '2026-11-25',
  series,
  ...more,
});

type Opened = Awaited<ReturnType<typeof openSeriesApp>>;

/** Adds a set as its command does. */
export async function addSet(
  { app }: Pick<Opened, 'app'>,
  set: object,
  { check = false, signal = new AbortController().signal, files = readOpen } = {},
) {
  const added = await addOpenSet({ ...app, files }, { set: ownSet(app, set), check, signal });
  return { ...added, report: added.report as SeriesReport };
}

/** The values of a region by measure, as `period value`. */
export async function seriesIn(
  { app }: Pick<Opened, 'app'>,
  region: string,
  measures = ['median_sale_price'],
  region_kind = 'zip',
): Promise<string[]> {
  const ask = { region_kind, region, measures, from: '1900-01-01', to: '2100-01-01' };
  return (await findSeries(app.db, ask)).map(({ period, value }) => `${period} ${value}`);
}

/** Makes a series of one value current, in place of the one before. */
export async function loadRent({ app }: Pick<Opened, 'app'>, value: number): Promise<void> {
  const at = new Date(0);
  const made = { source: SERIES, dataset: 'rents', file_name: 'rents.csv', mapping: {} };
  const hashes = { file_sha256: String(value), mapping_hash: 'cd' };
  const importId = (await beginImport(app.db, { ...made, ...hashes }, at, at)) ?? 0;
  const rent = { region: '60614', measure: 'rent_index', period: '2026-01-01', value };
  await insertValues(app.db, importId, 'zip', [rent]);
  await indexValues(app.db, importId, async () => undefined);
  await makeCurrent(app.db, importId, {}, at);
}
