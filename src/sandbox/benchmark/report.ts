/** The score of a whole benchmark: totals, and a table for people. */
import type { QuestionScore } from './score.js';

export interface BenchmarkScore {
  readonly seed: number;
  readonly day: string;
  readonly totals: BenchmarkTotals;
  readonly questions: readonly QuestionScore[];
}

export type BenchmarkTotals = ReturnType<typeof totalsOf>;

export function totalsOf(scores: readonly QuestionScore[]) {
  const sum = (of: (score: QuestionScore) => number, among = scores) =>
    among.reduce((all, score) => all + of(score), 0);
  const count = (honesty: QuestionScore['honesty']) =>
    scores.filter((score) => score.honesty === honesty).length;
  const open = scores.filter(({ requests }) => requests.fewest !== null);
  return {
    questions: scores.length,
    answered: scores.length - count('unanswered'),
    rows_expected: sum(({ rows }) => rows.expected, open),
    rows_lost: sum(({ rows }) => rows.lost),
    rows_doubled: sum(({ rows }) => rows.doubled),
    rows_outside: sum(({ rows }) => rows.outside),
    rows_unfit: sum(({ rows }) => rows.unfit),
    values_checked: sum(({ values }) => values.checked),
    values_wrong: sum(({ values }) => values.wrong),
    // Requests for questions without a lasting fault, beside the fewest that could answer them.
    requests: sum(({ requests }) => requests.sent, open),
    requests_fewest: sum(({ requests }) => requests.fewest ?? 0),
    // Requests after the first one that a lasting fault struck.
    requests_after_fault: sum(({ requests }) => requests.after_fault),
    honest: count('honest'),
    overclaimed: count('overclaimed'),
    misnamed: count('misnamed'),
  };
}

/** The columns of the table. */
const COLUMNS: readonly (readonly [
  name: string,
  valueOf: (score: QuestionScore) => string | number | null,
])[] = [
  ['question', ({ question }) => question],
  ['portal', ({ portal }) => portal],
  ['kind', ({ kind }) => kind],
  ['area', ({ form }) => form],
  ['rows', ({ rows }) => rows.expected],
  ['lost', ({ rows }) => rows.lost],
  ['doubled', ({ rows }) => rows.doubled],
  ['outside', ({ rows }) => rows.outside],
  ['unfit', ({ rows }) => rows.unfit],
  ['wrong', ({ values }) => values.wrong],
  ['requests', ({ requests }) => requests.sent],
  ['fewest', ({ requests }) => requests.fewest],
  ['fault', ({ fault }) => fault],
  ['outcome', ({ outcome }) => outcome],
  ['honesty', ({ honesty }) => honesty],
];

/** The table, the totals and an explanation of each mistake. */
export function reportOf({ seed, day, totals, questions }: BenchmarkScore): string {
  const header = COLUMNS.map(([name]) => name);
  const lines = questions.map((score) =>
    COLUMNS.map(([, valueOf]) => String(valueOf(score) ?? '-')),
  );
  const mistakes = questions
    .filter(({ explanation }) => explanation.length > 0)
    .map(({ question, explanation }) => `${question}: ${explanation.join(' ')}`);
  return [
    ...aligned([header, ...lines]),
    '',
    `seed ${seed}, ${day}: ${totals.answered} of ${totals.questions} questions answered`,
    `rows       ${totals.rows_lost} of ${totals.rows_expected} lost, ${totals.rows_doubled} doubled, ${totals.rows_outside} outside, ${totals.rows_unfit} do not fit`,
    `values     ${totals.values_wrong} of ${totals.values_checked} wrong`,
    `requests   ${totals.requests}, at least ${totals.requests_fewest} needed; ${totals.requests_after_fault} sent after a lasting fault`,
    `honesty    ${totals.honest} of ${totals.questions} honest, ${totals.overclaimed} overclaimed, ${totals.misnamed} misnamed`,
    ...(mistakes.length === 0 ? [] : ['', ...mistakes]),
    '',
  ].join('\n');
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
