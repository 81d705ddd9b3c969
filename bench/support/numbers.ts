/** Medians, percentiles and tables of what was measured. */
export const median = (values: readonly number[]): number => percentile(values, 50);

/** The nearest-rank percentile; NaN of nothing. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** 12,345 from 1000 on, three digits below; a dash for what was not measured. */
export function show(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** The median and, in brackets, the smallest and the largest. */
export const showSpread = (values: readonly number[]): string =>
  `${show(median(values))} (${show(Math.min(...values))}–${show(Math.max(...values))})`;

/** Rows of equal length under a header, in columns; the first is the name. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  for (const row of [header, ...rows]) {
    const cells = row.map((cell, at) =>
      at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
    );
    console.log(`  ${cells.join('  ')}`);
  }
}
