import type { ImportReport } from '#contract/import-report.js';
import { showTable } from './show.js';

const HEADLINES: Readonly<Record<string, string>> = {
  imported: 'Imported',
  unchanged: 'Unchanged: this file is imported already, with this mapping',
};

/** What an import found: rows, what was left out and why, how often each field is filled, an example. */
export function showImported(result: Readonly<Record<string, unknown>>): string {
  const report = result.report as ImportReport;
  const headline = headlineOf(result, report);
  const seconds = typeof result.seconds === 'number' ? ` in ${result.seconds} s` : '';
  return [
    `${headline}: ${String(result.dataset)}, ${report.rows} rows of ${report.records} records${seconds}`,
    ...report.dropped.map(
      ({ cause, records, lines }) =>
        `Left out: ${records} for ${cause} (line ${lines.join(', ')}${records > lines.length ? ', …' : ''})`,
    ),
    ...remainderOf(result, report),
    datesOf(report),
    '',
    ...fieldsOf(report),
    'Example:',
    JSON.stringify(report.examples[0] ?? null, null, 2),
  ].join('\n');
}

type Shown = Readonly<Record<string, unknown>>;
const isOfFirst = ({ judged }: Shown): boolean => judged === 'first_records';

function headlineOf(result: Shown, { records }: ImportReport): string {
  if (result.result !== 'checked') {
    return HEADLINES[String(result.result)] ?? 'Report of the import';
  }
  const what = isOfFirst(result) ? `the first ${records} records` : 'the whole file';
  return `Checked ${what}, nothing was stored`;
}

/** What a check of the first records has not judged. */
function remainderOf(result: Shown, { unreadable }: ImportReport): string[] {
  if (!isOfFirst(result)) return [];
  return [
    `${unreadable} of them cannot be read. The rest of the file was not looked at: an import reads all of it, and is rejected when half of its records cannot be read or none is a row.`,
  ];
}

function datesOf({ earliest, latest, rows, rows_of_last_90_days: recent }: ImportReport): string {
  const dates = `Sold from ${earliest ?? '-'} to ${latest ?? '-'}.`;
  return recent < rows
    ? `${dates} A search finds ${recent} of them, those of the last 90 days, unless it sends sold_within_days.`
    : dates;
}

/** Fields by how often they are filled: a line each where only some rows are. */
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
