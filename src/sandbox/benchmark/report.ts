/** The score of a whole benchmark: totals, and a table for people. */
import type { QuestionScore } from './score.js';

export interface BenchmarkTotals {
  readonly questions: number;
  readonly answered: number;
  readonly rows_expected: number;
  readonly rows_lost: number;
  readonly rows_doubled: number;
  readonly rows_outside: number;
  readonly rows_unfit: number;
  readonly values_checked: number;
  readonly values_wrong: number;
  /** Requests for questions without a lasting fault, beside the fewest that could answer them. */
  readonly requests: number;
  readonly requests_fewest: number;
  /** Requests after the first one that a lasting fault struck. */
  readonly requests_after_fault: number;
  readonly honest: number;
  readonly overclaimed: number;
  readonly misnamed: number;
}

export interface BenchmarkScore {
  readonly seed: number;
  readonly day: string;
  readonly totals: BenchmarkTotals;
  readonly questions: readonly QuestionScore[];
}

export function totalsOf(scores: readonly QuestionScore[]): BenchmarkTotals {
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
    requests: sum(({ requests }) => requests.sent, open),
    requests_fewest: sum(({ requests }) => requests.fewest ?? 0),
    requests_after_fault: sum(({ requests }) => requests.after_fault),
    honest: count('honest'),
    overclaimed: count('overclaimed'),
    misnamed: count('misnamed'),
  };
}

const HEADER = [
  'question',
  'portal',
  'kind',
  'area',
  'rows',
  'lost',
  'doubled',
  'outside',
  'unfit',
  'wrong',
  'requests',
  'fewest',
  'fault',
  'outcome',
  'honesty',
];

/** The table, the totals and an explanation of each mistake. */
export function reportOf({ seed, day, totals, questions }: BenchmarkScore): string {
  const lines = questions.map((score) => [
    score.question,
    score.portal,
    score.kind,
    score.form,
    ...[
      score.rows.expected,
      score.rows.lost,
      score.rows.doubled,
      score.rows.outside,
      score.rows.unfit,
      score.values.wrong,
    ].map(String),
    String(score.requests.sent),
    score.requests.fewest === null ? '-' : String(score.requests.fewest),
    score.fault ?? '-',
    score.outcome ?? '-',
    score.honesty,
  ]);
  const mistakes = questions
    .filter(({ explanation }) => explanation.length > 0)
    .map(({ question, explanation }) => `${question}: ${explanation.join(' ')}`);
  return [
    ...columns([HEADER, ...lines]),
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

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = HEADER.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
