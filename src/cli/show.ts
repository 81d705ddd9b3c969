/** What a person sees of a result: one line a value, or a table of rows. */

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
  if (typeof value !== 'object' || value === null) return [`${prefix}: ${String(value)}`];
  return Object.entries(value).flatMap(([name, member]) =>
    lines(prefix === '' ? name : `${prefix}.${name}`, member),
  );
}

/** Rows as aligned columns, named by the members of the first. */
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
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join(COLUMN_GAP)
        .trimEnd(),
    )
    .join('\n');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
