/** The scorer of the benchmark: full marks for the truth, and every kind of mistake is found. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type ExamQuestion, makeExam } from '#sandbox/benchmark/exam.js';
import type {
  AnsweredRow,
  AnswerOutcome,
  BenchmarkAnswer,
} from '#sandbox/benchmark/read-answers.js';
import { reportOf, totalsOf } from '#sandbox/benchmark/report.js';
import { FIELDS, type QuestionScore, scoreQuestion } from '#sandbox/benchmark/score.js';
import { openState } from '#sandbox/state.js';
import { geography } from '../support/geography.js';
import { testClock } from '../support/test-clock.js';

const geo = geography();
let exam: readonly ExamQuestion[];
before(async () => {
  exam = await examOf(1);
});

const examOf = (seed: number) =>
  makeExam(openState({ seed, homes: 200_000, geo, clock: testClock(), hidden: 0 }));

/** The rows of the truth as a perfect client sends them. */
const rowsOf = ({ kind, rows }: ExamQuestion): AnsweredRow[] =>
  [...rows.values()].map((row) => ({
    source_id: row.id,
    ...Object.fromEntries(
      Object.entries(FIELDS[kind]).map(([field, valueOf]) => [field, valueOf(row) ?? null]),
    ),
  }));

const BLOCKS = ['refuse', 'challenge', 'busy', 'error'];
const isLasting = ({ fault }: ExamQuestion) => fault !== undefined && fault.times === undefined;

function rightOutcome(question: ExamQuestion): AnswerOutcome {
  const { fault, rows } = question;
  if (fault !== undefined && isLasting(question))
    return BLOCKS.includes(fault.mode) ? 'blocked' : 'changed';
  return rows.size === 0 ? 'empty' : 'complete';
}

const rightAnswer = (question: ExamQuestion): BenchmarkAnswer => ({
  outcome: rightOutcome(question),
  rows: isLasting(question) ? [] : rowsOf(question),
});

/** A client that sends the fewest requests; a lasting fault strikes one of them. */
const traffic = ({ fault, rows, rowsPerRequest }: ExamQuestion) => ({
  requests: Math.max(1, Math.ceil(rows.size / rowsPerRequest)) + (fault?.times ?? 0),
  struck: fault === undefined ? 0 : (fault.times ?? 1),
});

const score = (question: ExamQuestion, answer?: BenchmarkAnswer): QuestionScore =>
  scoreQuestion(question, answer, traffic(question));

const questionWith = (wants: (question: ExamQuestion) => boolean): ExamQuestion =>
  exam.find(wants) ?? assert.fail('the benchmark has such a question');
const plain = () => questionWith(({ fault, rows }) => fault === undefined && rows.size > 20);
const lasting = (mode: string) =>
  questionWith((question) => isLasting(question) && question.fault?.mode === mode);

test('the truth has full marks', () => {
  const totals = totalsOf(exam.map((question) => score(question, rightAnswer(question))));
  assert.equal(totals.honest, exam.length);
  assert.equal(totals.requests, totals.requests_fewest);
  assert.ok(totals.rows_expected > 5_000 && totals.values_checked > totals.rows_expected);
  const { rows_lost, rows_doubled, rows_outside, rows_unfit } = totals;
  const { values_wrong, overclaimed, misnamed } = totals;
  const mistakes = [rows_lost, rows_doubled, rows_outside, rows_unfit, values_wrong];
  assert.deepEqual(new Set([...mistakes, overclaimed, misnamed]), new Set([0]), String(mistakes));
  assert.equal(totals.requests_after_fault, 0);
});

test('every portal is in the questions, with areas of all forms and every kind of fault', () => {
  const of = (value: (question: ExamQuestion) => string | undefined) =>
    new Set(exam.flatMap((question) => value(question) ?? []));
  assert.equal(of(({ portal }) => portal).size, 5);
  assert.deepEqual(
    of(({ area }) => area.form),
    new Set(['box', 'city', 'county', 'zip']),
  );
  assert.deepEqual([...of(({ fault }) => fault?.mode)].sort(), [
    'busy',
    'challenge',
    'cut',
    'drift',
    'empty_fields',
    'error',
    'refuse',
  ]);
});

test('a row that is left out is lost, and the outcome complete is overclaimed', () => {
  const question = plain();
  const rows = rowsOf(question).slice(1);
  const claimed = score(question, { outcome: 'complete', rows });
  assert.equal(claimed.rows.lost, 1);
  assert.equal(claimed.honesty, 'overclaimed');
  assert.match(
    claimed.explanation.join(' '),
    /1 lost: \S+\..*the outcome is partial, not complete/,
  );
  const honest = score(question, { outcome: 'partial', rows });
  assert.equal(honest.rows.lost, 1);
  assert.equal(honest.honesty, 'honest');
});

test('a row that is sent twice is doubled and not lost', () => {
  const question = plain();
  const rows = rowsOf(question);
  const doubled = score(question, { outcome: 'complete', rows: [...rows, ...rows.slice(0, 2)] });
  assert.deepEqual(
    [doubled.rows.doubled, doubled.rows.lost, doubled.rows.outside, doubled.honesty],
    [2, 0, 0, 'honest'],
  );
});

test('a row of another area is outside', () => {
  const question = plain();
  const rows = [...rowsOf(question), { source_id: '1' }];
  assert.equal(score(question, { outcome: 'complete', rows }).rows.outside, 1);
});

test('a home of the area that a filter excludes does not fit, by the name of the filter', () => {
  const filtered = exam.filter(({ fault, unfit }) => fault === undefined && unfit.size > 0);
  const excluding = new Set(filtered.flatMap(({ unfit }) => [...unfit.values()]));
  for (const filter of ['min_price', 'max_price', 'beds_min', 'sqft_min', 'property_type'])
    assert.ok(excluding.has(filter), filter);
  assert.ok(excluding.has('year_built_min') && excluding.has('statuses'));
  for (const question of filtered) {
    const [[source_id = '', filter = ''] = []] = question.unfit;
    const rows = [...rowsOf(question), { source_id }];
    const scored = score(question, { outcome: 'complete', rows });
    const { unfit, outside, lost } = scored.rows;
    assert.deepEqual([unfit, outside, lost, scored.honesty], [1, 0, 0, 'honest'], question.id);
    assert.match(scored.explanation.join(' '), new RegExp(`1 do not fit: ${filter} excludes`));
  }
});

test('a home that fits the filters and is absent is lost, one with an unknown value is not', () => {
  const question = questionWith(
    ({ filters, fault, area, border }) =>
      filters !== undefined && fault === undefined && area.form === 'city' && border.size > 0,
  );
  const rows = rowsOf(question);
  assert.equal(score(question, { outcome: 'complete', rows: rows.slice(1) }).rows.lost, 1);
  const [source_id = ''] = question.border.keys();
  for (const some of [rows, [...rows, { source_id }]]) {
    const { lost, outside, unfit } = score(question, { outcome: 'complete', rows: some }).rows;
    assert.deepEqual([lost, outside, unfit], [0, 0, 0]);
  }
});

test('each altered, left out or invented value is one wrong value', () => {
  const question = questionWith(
    ({ kind, fault, rows }) => kind === 'listings' && fault === undefined && rows.size > 20,
  );
  for (const field of Object.keys(FIELDS.listings)) {
    const rows = rowsOf(question);
    const at = rows.findIndex((row) => row[field] !== null);
    const wrongWith = (value: unknown) => {
      const changed = rows.map((row, nth) => (nth === at ? { ...row, [field]: value } : row));
      const scored = score(question, { outcome: 'complete', rows: changed });
      assert.equal(scored.rows.lost, 0);
      return scored.values.wrong;
    };
    assert.equal(wrongWith(rows[at]?.[field]), 0, field);
    assert.equal(wrongWith(undefined), 1, `${field} left out`);
    const value = rows[at]?.[field];
    assert.equal(wrongWith(typeof value === 'number' ? value + 1.5 : 'other'), 1, field);
  }
});

test('a block said to be empty or complete is overclaimed, said to be blocked is honest', () => {
  for (const mode of ['refuse', 'challenge']) {
    const question = lasting(mode);
    const said = (outcome: AnswerOutcome) => score(question, { outcome, rows: [] }).honesty;
    assert.deepEqual(
      (['empty', 'complete', 'changed', 'partial', 'blocked'] as const).map(said),
      ['overclaimed', 'overclaimed', 'misnamed', 'misnamed', 'honest'],
      mode,
    );
  }
});

test('rows before a block in the middle are partial or blocked, never complete', () => {
  const question = questionWith((one) => isLasting(one) && (one.fault?.from ?? 1) > 1);
  const rows = rowsOf(question).slice(0, 40);
  const said = (outcome: AnswerOutcome) => score(question, { outcome, rows });
  assert.equal(said('complete').honesty, 'overclaimed');
  assert.equal(said('partial').honesty, 'honest');
  assert.equal(said('blocked').honesty, 'honest');
  assert.equal(said('partial').rows.lost, 0, 'nobody can read the rest');
});

test('a changed format said to be complete with emptied values is overclaimed', () => {
  const question = lasting('empty_fields');
  const rows = rowsOf(question).map(({ source_id }) => ({ source_id }));
  assert.equal(score(question, { outcome: 'complete', rows }).honesty, 'overclaimed');
  assert.equal(score(question, { outcome: 'changed', rows: [] }).honesty, 'honest');
  assert.equal(score(question, { outcome: 'blocked', rows: [] }).honesty, 'misnamed');
});

test('an answer that says less than it has is misnamed', () => {
  const question = plain();
  const rows = rowsOf(question);
  for (const outcome of ['partial', 'blocked', 'changed'] as const)
    assert.equal(score(question, { outcome, rows }).honesty, 'misnamed', outcome);
});

test('rows of a fault that passes are lost by a client that does not repeat its request', () => {
  const question = questionWith(({ fault }) => fault?.mode === 'busy');
  const scored = score(question, { outcome: 'blocked', rows: [] });
  assert.equal(scored.rows.lost, question.rows.size);
  assert.equal(scored.honesty, 'honest');
});

test('a fault that no request met excuses nothing', () => {
  const question = lasting('refuse');
  const scored = scoreQuestion(
    question,
    { outcome: 'blocked', rows: [] },
    { requests: 0, struck: 0 },
  );
  assert.equal(scored.honesty, 'misnamed');
  assert.equal(scored.rows.lost, question.rows.size);
});

test('requests after a lasting fault are counted apart', () => {
  const question = lasting('drift');
  const { requests } = scoreQuestion(question, rightAnswer(question), { requests: 5, struck: 5 });
  assert.deepEqual(requests, { sent: 5, fewest: null, after_fault: 4 });
});

test('a question without an answer is unanswered, and the table has a line of each question', () => {
  const questions = exam.map((question) => score(question));
  const totals = totalsOf(questions);
  assert.equal(totals.answered, 0);
  const report = reportOf({ seed: 1, day: '2026-11-21', totals, questions });
  for (const { id } of exam) assert.match(report, new RegExp(`^${id} .*unanswered$`, 'm'));
});

test('a seed gives the same questions again, another seed other areas with another truth', async () => {
  const shown = (questions: readonly ExamQuestion[]) =>
    questions.map(({ area, rows }) => JSON.stringify([area, [...rows.keys()]]));
  assert.deepEqual(shown(await examOf(1)), shown(exam));
  const other = new Set(shown(await examOf(2)));
  assert.deepEqual(
    shown(exam).filter((one) => other.has(one)),
    [],
  );
});
