/** A Markdown table with its columns aligned, as the formatter leaves it. */
export function printTable(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_name, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return printRows(rows, widths);
}

/** The same without alignment, for pages that nobody edits. */
export const printPlainTable = (rows: readonly (readonly string[])[]): string =>
  printRows(rows, []);

const RULE = 3;

function printRows(rows: readonly (readonly string[])[], widths: readonly number[]): string {
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = head.map((_name, column) => '-'.repeat(widths[column] ?? RULE));
  return [line(head), line(rule), ...body.map(line)].join('\n');
}
