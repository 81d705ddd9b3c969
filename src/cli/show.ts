/** Results as text for a person: one line per value, or a table of rows. */
import type { ImportReport } from '#contract/import-report.js';
import { oneLine } from '#contract/one-line.js';
import type { SourcesBody } from '#contract/operations/service.js';

const COLUMN_GAP = '  ';

/** Nested members as `outer.inner: value` lines. */
export function showValue(result: Readonly<Record<string, unknown>>): string {
  return lines('', result).join('\n');
}

function lines(prefix: string, value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.length === 0
      ? [`${prefix}: none`]
      : value.flatMap((item, index) => lines(`${prefix}[${index}]`, item));
  }
  if (typeof value !== 'object' || value === null) return [oneLine(`${prefix}: ${String(value)}`)];
  return Object.entries(value).flatMap(([name, member]) =>
    lines(prefix === '' ? name : `${prefix}.${name}`, member),
  );
}

/** Rows as aligned columns, named by the members of the first row. */
export function showTable(rows: unknown): string {
  const list = Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
  const names = Object.keys(list[0] ?? {});
  if (names.length === 0) return 'none';
  const cells = [names, ...list.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_name, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join(COLUMN_GAP)
        .trimEnd(),
    )
    .join('\n');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.length === 0) return 'none';
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value));
}

/** One line per row in fixed-width columns, for rows that arrive in pages; truncates long cells. */
export function fixedTable(
  columns: readonly { readonly width: number }[],
): (values: readonly unknown[]) => string {
  const fit = (text: string, width: number) =>
    text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
  return (values) =>
    `${columns
      .map(({ width }, at) => fit(cell(values[at]), width))
      .join(COLUMN_GAP)
      .trimEnd()}\n`;
}

/** 2026-11-22 07:05Z */
export const minuteOf = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')}Z`;

type SourceShown = SourcesBody['sources'][number];

/**
 * One line per route, then fields that are not always filled, feeds with an open circuit, and
 * replicas that fail or are not ready.
 */
export function showSources(result: Readonly<Record<string, unknown>>): string {
  const sources = (result.sources ?? []) as readonly SourceShown[];
  const rows = sources.flatMap(({ source, configured, circuit, routes }) =>
    routes.map(({ path, readings, success_rate, median_ms, last_success_at, rows_read }) => {
      const state = configured ? circuit.state : 'not configured';
      return {
        source,
        circuit: state,
        path,
        readings,
        success_rate,
        median_ms,
        rows_read,
        last_success_at,
      };
    }),
  );
  const gaps = sources.flatMap(({ routes }) =>
    routes.map(({ path, fill_rates }) => gapsOf(path, fill_rates)),
  );
  const lost = sources.flatMap(({ routes }) =>
    routes.flatMap(({ path, lost_fields }) =>
      Object.entries(lost_fields).map(([field, since]) => `${path}: ${field} lost since ${since}`),
    ),
  );
  const open = sources.flatMap(({ feed_circuits }) =>
    feed_circuits
      .filter(({ state }) => state === 'open')
      .map(({ feed, open_until, last_error }) =>
        oneLine(`${feed}: open until ${open_until}: ${last_error}`),
      ),
  );
  const late = sources.flatMap(({ replicas }) =>
    replicas.filter(({ ready, last_error }) => !ready || last_error !== null).map(replicaLine),
  );
  const filled = gaps.filter((line) => line !== '');
  return [showTable(rows), ...filled, ...lost, ...open, ...late].join('\n');
}

function replicaLine({ feed, rows, last_pull_at, last_error }: SourceShown['replicas'][number]) {
  const state = last_pull_at === null ? 'not ready' : `last pull ${last_pull_at}`;
  const why = last_error ?? 'its first pull has not ended';
  return oneLine(`${feed}: replica of ${rows} rows, ${state}: ${why}`).trim();
}

function gapsOf(path: string, rates: Readonly<Record<string, number>>): string {
  const partly = Object.entries(rates).filter(([, rate]) => rate < 1);
  return partly.length === 0
    ? ''
    : `\n${path}, not always filled:\n${partly.map(([field, rate]) => `  ${field.padEnd(32)} ${(rate * 100).toFixed(1)} %`).join('\n')}`;
}

/** A reader's report on a file: counts, then one line per field. */
export function showReport(report: {
  readonly source: string;
  readonly kind: string;
  readonly rows_seen: number;
  readonly rows_read: number;
  readonly dropped: Readonly<Record<string, number>>;
  readonly total: number | null;
  readonly fields: ImportReport['fields'];
}): string {
  const words = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  const table = report.fields.map(({ field, filled, empty, reasons }) => ({
    field,
    filled,
    empty,
    why: words(reasons),
  }));
  const dropped = words(report.dropped);
  return [
    `${report.source} ${report.kind}: ${report.rows_seen} rows, ${report.rows_read} read, dropped: ${dropped === '' ? 'none' : dropped}; the source counts ${report.total ?? 'nothing'}`,
    showTable(table),
  ].join('\n');
}
