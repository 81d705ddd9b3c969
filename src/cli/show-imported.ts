import type { ImportProgress, ImportReport } from '#contract/import-report.js';
import { showTable } from './show.js';

const HEADLINES: Readonly<Record<string, string>> = {
  imported: 'Imported',
  unchanged: 'Unchanged: this file is already imported with this mapping',
};

/** The report of an import: rows, dropped records by cause, fill rate of each field, an example. */
export function showImported(result: Readonly<Record<string, unknown>>): string {
  const report = result.report as ImportReport;
  const headline = headlineOf(result, report);
  const seconds = typeof result.seconds === 'number' ? ` in ${result.seconds} s` : '';
  return [
    `${headline}: ${String(result.dataset)}, ${report.rows} rows of ${report.records} records${seconds}`,
    ...showDropped(report.dropped),
    ...remainderOf(result, report),
    datesOf(report),
    '',
    ...fieldsOf(report),
    'Example:',
    JSON.stringify(report.examples[0] ?? null, null, 2),
  ].join('\n');
}

/** One line for each cause of dropped records. */
export const showDropped = (dropped: ImportReport['dropped']): string[] =>
  dropped.map(
    ({ cause, records, lines }) =>
      `Excluded: ${records}, ${cause} (line ${lines.join(', ')}${records > lines.length ? ', …' : ''})`,
  );

type Shown = Readonly<Record<string, unknown>>;
const isOfFirst = ({ judged }: Shown): boolean => judged === 'first_records';

function headlineOf(result: Shown, { records }: ImportReport): string {
  if (result.result !== 'checked') {
    return HEADLINES[String(result.result)] ?? 'Report of the import';
  }
  const what = isOfFirst(result) ? `the first ${records} records` : 'the complete file';
  return `Checked ${what}, nothing was stored`;
}

/** What a check of the first records could not judge. */
function remainderOf(result: Shown, { unreadable }: ImportReport): string[] {
  if (!isOfFirst(result)) return [];
  return [
    `${unreadable} of them are unreadable. The rest of the file was not checked: an import reads all of it, and is rejected when half of its records are unreadable or no record is a row.`,
  ];
}

function datesOf({ earliest, latest, rows, rows_of_last_90_days: recent }: ImportReport): string {
  const dates = `Sold from ${earliest ?? '-'} to ${latest ?? '-'}.`;
  return recent < rows
    ? `${dates} Without sold_within_days, a search finds the ${recent} of the last 90 days.`
    : dates;
}

/** Fields by fill rate: one line each where only some rows have it. */
function fieldsOf({ fields }: ImportReport): string[] {
  const some = fields
    .filter(({ filled, empty }) => filled > 0 && empty > 0)
    .map(({ field, filled, empty, reasons }) => ({
      field,
      filled: `${((filled / (filled + empty)) * 100).toFixed(1)} %`,
      empty,
      why: Object.entries(reasons)
        .map(([reason, count]) => `${reason} ${count}`)
        .join(', '),
    }));
  const named = (title: string, which: ImportReport['fields']) =>
    which.length === 0 ? [] : [`${title}: ${which.map(({ field }) => field).join(', ')}`, ''];
  return [
    ...named(
      'Filled in every row',
      fields.filter(({ filled, empty }) => filled > 0 && empty === 0),
    ),
    ...(some.length === 0 ? [] : ['Filled in some rows:', showTable(some), '']),
    ...named(
      'Empty in every row',
      fields.filter(({ filled }) => filled === 0),
    ),
  ];
}

const MB = 1_000_000;
const ofMb = (done: number, all: number): string =>
  `${Math.floor(done / MB)} of ${Math.ceil(all / MB)} MB`;

/** Progress of an import in one line; null when unknown. `loading` has the running imports. */
export function progressLine(
  loading: unknown,
  dataset: string,
  sent: number,
  bytes: number,
): string | null {
  if (sent < bytes) return `Sent ${ofMb(sent, bytes)}`;
  const all = Array.isArray(loading) ? (loading as (ImportProgress & { dataset: string })[]) : [];
  const found = all.find((one) => one.dataset === dataset);
  // It reports nothing before its first rows.
  if (found?.records === undefined) return null;
  const { records, bytes_read: read, step } = found;
  if (step === 'indexing') return `Read ${records} records; building the indexes`;
  return `Read ${records} records${read === 0 ? '' : `, ${ofMb(read, found.bytes)}`}`;
}
