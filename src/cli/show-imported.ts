import { showTable } from './show.js';

interface Report {
  readonly records: number;
  readonly rows: number;
  readonly dropped: readonly {
    readonly cause: string;
    readonly records: number;
    readonly lines: readonly number[];
  }[];
  readonly fields: readonly {
    readonly field: string;
    readonly filled: number;
    readonly empty: number;
    readonly reasons: Readonly<Record<string, number>>;
  }[];
  readonly earliest: string | null;
  readonly latest: string | null;
  readonly rows_of_last_90_days: number;
  readonly examples: readonly unknown[];
}

const HEADLINES: Readonly<Record<string, string>> = {
  imported: 'Imported',
  checked: 'Checked, nothing was stored',
  unchanged: 'Unchanged: this file is imported already, with this mapping',
};

/** What an import found: rows, what was left out and why, how often each field is filled, an example. */
export function showImported(result: Readonly<Record<string, unknown>>): string {
  const report = result.report as Report;
  const headline = HEADLINES[String(result.result)] ?? 'Report of the import';
  const seconds = typeof result.seconds === 'number' ? ` in ${result.seconds} s` : '';
  const fields = report.fields.map(({ field, filled, empty, reasons }) => ({
    field,
    filled: share(filled, filled + empty),
    empty,
    why: Object.entries(reasons)
      .map(([reason, rows]) => `${reason} ${rows}`)
      .join(', '),
  }));
  return [
    `${headline}: ${String(result.dataset)}, ${report.rows} rows of ${report.records} records${seconds}`,
    `Sold from ${report.earliest ?? '-'} to ${report.latest ?? '-'}; ${report.rows_of_last_90_days} in the last 90 days, which a search without sold_within_days asks for`,
    ...report.dropped.map(
      ({ cause, records, lines }) =>
        `Left out: ${records} ${cause} (line ${lines.join(', ')}${records > lines.length ? ', …' : ''})`,
    ),
    '',
    showTable(fields),
    '',
    'Example:',
    JSON.stringify(report.examples[0] ?? null, null, 2),
  ].join('\n');
}

const share = (filled: number, rows: number): string =>
  rows === 0 ? '-' : `${((filled / rows) * 100).toFixed(1)} %`;
