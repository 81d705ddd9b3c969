/** The scores of clients as a table of README.md. */
import type { BenchmarkTotals } from '#sandbox/benchmark/report.js';

export const TABLE_HEADER = [
  '| client | rows lost | doubled | outside | unfit | wrong values | requests (at least) | after a lasting fault | honest outcomes |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
];

const show = (value: number): string => value.toLocaleString('en');

export function scoreLine(name: string, totals: BenchmarkTotals): string {
  const cells = [
    name,
    `${show(totals.rows_lost)} of ${show(totals.rows_expected)}`,
    show(totals.rows_doubled),
    show(totals.rows_outside),
    show(totals.rows_unfit),
    `${show(totals.values_wrong)} of ${show(totals.values_checked)}`,
    `${show(totals.requests)} (${show(totals.requests_fewest)})`,
    show(totals.requests_after_fault),
    `${totals.honest} of ${totals.questions}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The table of a text, with the seed and the day that its caption names. */
export function scoresIn(text: string) {
  const [, seed = '', day = ''] = /seed (\d+) on (\d{4}-\d\d-\d\d)/.exec(text) ?? [];
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return { seed: Number(seed), day, lines: lines.map((line) => line.replaceAll(/ +/g, ' ')) };
}
