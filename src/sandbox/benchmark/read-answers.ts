/** Reads an answer file: NDJSON, one answer a line, or JSON. A text describes an error in it. */
import { membersOf, readJson } from '../text.js';

/** The largest answer file. */
export const ANSWER_BYTES_MAX = 67_108_864;
/** The most rows of one answer. */
export const ANSWER_ROWS_MAX = 50_000;
const ID_CHARS_MAX = 200;

export const OUTCOMES = ['complete', 'partial', 'blocked', 'changed', 'empty'] as const;
export type AnswerOutcome = (typeof OUTCOMES)[number];

export interface BenchmarkAnswer {
  readonly outcome: AnswerOutcome;
  readonly rows: readonly AnsweredRow[];
}

export interface AnsweredRow {
  readonly source_id: string;
  readonly [field: string]: unknown;
}

const FORM =
  'Send one line of JSON per question: {"question":"q01","outcome":"complete","rows":[{"source_id":"…"}]}.';

/** The answers by the id of their question. */
export function readAnswers(
  text: string,
  questions: ReadonlySet<string>,
): ReadonlyMap<string, BenchmarkAnswer> | string {
  const parsed = valuesIn(text);
  if (typeof parsed === 'string') return parsed;
  const answers = new Map<string, BenchmarkAnswer>();
  for (const [at, value] of parsed) {
    const members = membersOf(value);
    if (members === undefined) return `${at} is not a JSON object. ${FORM}`;
    const { question } = members;
    if (typeof question !== 'string' || !questions.has(question)) {
      return `${at}: "question" must be the id of a question, such as q01. GET /questions lists them; another seed, day or choice of portals has others.`;
    }
    if (answers.has(question)) {
      return `${at} answers ${question} a second time. Send one answer per question.`;
    }
    const answer = readAnswer(members);
    if (typeof answer === 'string') return `${at}, the answer to ${question}: ${answer}`;
    answers.set(question, answer);
  }
  return answers;
}

/** Each answer with its place in the file. */
function valuesIn(text: string): (readonly [at: string, value: unknown])[] | string {
  if (text.trim() === '') return `The file is empty. ${FORM}`;
  const whole = readJson(text);
  const list = Array.isArray(whole) ? (whole as unknown[]) : membersOf(whole)?.['answers'];
  if (Array.isArray(list)) return list.map((value, at) => [`Answer ${at + 1}`, value] as const);
  if (whole !== undefined) return [['Answer 1', whole]];
  const lines = text.split('\n').map((line, at) => [`Line ${at + 1}`, line.trim()] as const);
  const values: (readonly [string, unknown])[] = [];
  for (const [at, line] of lines.filter(([, one]) => one !== '')) {
    const value = readJson(line);
    if (value === undefined) return `${at} is not JSON. ${FORM}`;
    values.push([at, value]);
  }
  return values;
}

function readAnswer({ outcome, rows = [] }: Readonly<Record<string, unknown>>) {
  const known = OUTCOMES.find((name) => name === outcome);
  if (known === undefined) return `"outcome" must be one of ${OUTCOMES.join(', ')}.`;
  if (!Array.isArray(rows)) return '"rows" must be a list of rows, which may be empty.';
  if (rows.length > ANSWER_ROWS_MAX) {
    return `"rows" has ${rows.length} rows; at most ${ANSWER_ROWS_MAX} are read.`;
  }
  const read: AnsweredRow[] = [];
  for (const [at, row] of (rows as unknown[]).entries()) {
    const members = membersOf(row);
    const id = members?.['source_id'];
    if (members === undefined || typeof id !== 'string' || id === '' || id.length > ID_CHARS_MAX) {
      return `row ${at + 1} needs "source_id", the portal's id of the home as a string of 1 to ${ID_CHARS_MAX} characters.`;
    }
    read.push({ ...members, source_id: id });
  }
  return { outcome: known, rows: read } satisfies BenchmarkAnswer;
}
