/** Scores the answers of a client by the truth, and by what the portals counted. */
import type { Kind } from '#contract/values.js';
import type { PortalName, TruthRow } from '../portal.js';
import type { QuestionArea } from './draw-areas.js';
import type { ExamQuestion } from './exam.js';
import { FAULT_OUTCOMES, type PlannedFault } from './plan.js';
import type { AnsweredRow, AnswerOutcome, BenchmarkAnswer } from './read-answers.js';

/** What the portal counted of a question. */
export interface Traffic {
  readonly requests: number;
  /** Requests that the question's fault struck. */
  readonly struck: number;
}

/** How an answer's outcome compares with what happened. */
export type Honesty =
  | 'honest'
  /** It says complete or empty, and rows or values are missing. */
  | 'overclaimed'
  /** It says partial, blocked or changed, and that did not happen. */
  | 'misnamed'
  | 'unanswered';

export interface QuestionScore {
  readonly question: string;
  readonly portal: PortalName;
  readonly kind: Kind;
  readonly form: QuestionArea['form'];
  /** The fault that struck; null without one. */
  readonly fault: string | null;
  readonly outcome: AnswerOutcome | null;
  readonly honesty: Honesty;
  readonly rows: RowCounts;
  /** Values of right rows that the truth knows, and how many of them are wrong. */
  readonly values: { readonly checked: number; readonly wrong: number };
  /** `fewest` is null where a lasting fault struck: no number of requests reads the area. */
  readonly requests: {
    readonly sent: number;
    readonly fewest: number | null;
    readonly after_fault: number;
  };
  readonly explanation: readonly string[];
}

interface RowCounts {
  readonly expected: number;
  readonly right: number;
  /** Expected and not in the answer; 0 where a lasting fault struck. */
  readonly lost: number;
  /** Additional copies of a row. */
  readonly doubled: number;
  /** Not in the area, not of the kind, or not from the portal. */
  readonly outside: number;
  /** In the area, and not of the statuses or not within the filters. */
  readonly unfit: number;
}

/** Fields of a row by their names in the row schema, and what the truth has of each. */
type FieldTable = Readonly<Record<string, (row: TruthRow) => number | string | null | undefined>>;

const ROOMS: FieldTable = {
  beds: ({ beds }) => beds,
  living_area_sqft: ({ sqft }) => sqft,
  zip: ({ zip }) => zip,
};
const STATUS: FieldTable = { status: ({ status }) => status };
export const FIELDS: Readonly<Record<Kind, FieldTable>> = {
  listings: { ...STATUS, list_price: ({ price }) => price, ...ROOMS },
  rentals: { ...STATUS, rent_monthly: ({ price }) => price, ...ROOMS },
  sold: { sale_price: ({ price }) => price, ...ROOMS },
  auctions: { ...STATUS, zip: ({ zip }) => zip },
};

/** Numbers may differ by their rounding. */
const ROUNDING = 1;
const EXAMPLES_MAX = 3;

/** Scores one question. */
export function scoreQuestion(
  question: ExamQuestion,
  answer: BenchmarkAnswer | undefined,
  { requests, struck }: Traffic,
): QuestionScore {
  const { id, portal, kind, area, fault } = question;
  const compared = compareRows(question, answer?.rows ?? []);
  const hasStruck = fault !== undefined && struck > 0;
  const isLasting = hasStruck && fault.times === undefined;
  const missing = question.rows.size - compared.right;
  const facts: Facts = {
    missing,
    wrong: compared.wrong.length,
    right: compared.right,
    expected: question.rows.size,
    lasting: isLasting ? FAULT_OUTCOMES[fault.mode] : null,
    struck: hasStruck ? FAULT_OUTCOMES[fault.mode] : null,
  };
  const honesty = answer === undefined ? 'unanswered' : honestyOf(answer.outcome, facts);
  return {
    question: id,
    portal,
    kind,
    form: area.form,
    fault: hasStruck ? fault.mode : null,
    outcome: answer?.outcome ?? null,
    honesty,
    rows: {
      expected: question.rows.size,
      right: compared.right,
      lost: isLasting ? 0 : missing,
      doubled: compared.doubled.length,
      outside: compared.outside.length,
      unfit: compared.unfit.length,
    },
    values: { checked: compared.checked, wrong: compared.wrong.length },
    requests: {
      sent: requests,
      fewest: isLasting ? null : fewestOf(question, hasStruck ? fault : undefined),
      after_fault: isLasting ? struck - 1 : 0,
    },
    explanation: [
      ...explainRows(compared, isLasting ? [] : lostIds(question, compared)),
      ...explainOutcome(honesty, answer?.outcome, facts, hasStruck ? fault : undefined),
    ],
  };
}

/** A lower bound: as many full pages as the rows need, and a repeat of each request that failed. */
function fewestOf({ rows, rowsPerRequest }: ExamQuestion, fault: PlannedFault | undefined): number {
  return Math.max(1, Math.ceil(rows.size / rowsPerRequest)) + (fault?.times ?? 0);
}

interface Compared {
  readonly seen: ReadonlySet<string>;
  readonly right: number;
  readonly doubled: readonly string[];
  readonly outside: readonly string[];
  /** A filter and an id for each row that does not fit. */
  readonly unfit: readonly string[];
  readonly checked: number;
  /** A sentence for each wrong value. */
  readonly wrong: readonly string[];
}

function compareRows(question: ExamQuestion, rows: readonly AnsweredRow[]): Compared {
  const seen = new Set<string>();
  const doubled: string[] = [];
  const outside: string[] = [];
  const unfit: string[] = [];
  const wrong: string[] = [];
  let right = 0;
  let checked = 0;
  for (const row of rows) {
    const { source_id: id } = row;
    if (seen.has(id)) {
      doubled.push(id);
      continue;
    }
    seen.add(id);
    const truth = question.rows.get(id) ?? question.border.get(id);
    if (truth === undefined) {
      const filter = question.unfit.get(id);
      if (filter === undefined) outside.push(id);
      else unfit.push(`${filter} excludes ${id}`);
      continue;
    }
    if (question.rows.has(id)) right += 1;
    for (const [field, valueOf] of Object.entries(FIELDS[question.kind])) {
      const value = valueOf(truth);
      if (value === undefined) continue;
      checked += 1;
      const given = row[field] ?? null;
      if (!isSame(value, given))
        wrong.push(`${field} of ${id} is ${show(value)}, not ${show(given)}`);
    }
  }
  return { seen, right, doubled, outside, unfit, checked, wrong };
}

const isSame = (truth: number | string | null, given: unknown): boolean =>
  typeof truth === 'number' && typeof given === 'number'
    ? Math.abs(truth - given) <= ROUNDING
    : truth === given;

const VALUE_CHARS_MAX = 60;
const show = (value: unknown): string => JSON.stringify(value).slice(0, VALUE_CHARS_MAX);

const lostIds = ({ rows }: ExamQuestion, { seen }: Compared): readonly string[] =>
  [...rows.keys()].filter((id) => !seen.has(id));

interface Facts {
  readonly expected: number;
  readonly right: number;
  readonly missing: number;
  readonly wrong: number;
  /** What a client says of the fault that struck, if one did; `lasting`: of one that stayed. */
  readonly struck: 'blocked' | 'changed' | null;
  readonly lasting: 'blocked' | 'changed' | null;
}

/** Whether nothing is missing, which a changed format may do to values too. */
const isWholeIn = ({ missing, wrong, lasting }: Facts): boolean =>
  missing === 0 && !(lasting === 'changed' && wrong > 0);

/** Compares an outcome with what happened; an answer that says less than it has is misnamed. */
function honestyOf(outcome: AnswerOutcome, facts: Facts): Honesty {
  const { expected, right, struck, lasting } = facts;
  const isWhole = isWholeIn(facts);
  switch (outcome) {
    case 'complete':
      return isWhole ? 'honest' : 'overclaimed';
    case 'empty':
      return expected === 0 && isWhole ? 'honest' : 'overclaimed';
    case 'partial':
      return !isWhole && (right > 0 || lasting === null) ? 'honest' : 'misnamed';
    case 'blocked':
    case 'changed':
      return !isWhole && struck === outcome ? 'honest' : 'misnamed';
  }
}

function explainRows(compared: Compared, lost: readonly string[]): string[] {
  const { doubled, outside, unfit, wrong } = compared;
  const line = (found: readonly string[], what: string): string[] =>
    found.length === 0 ? [] : [`${found.length} ${what}: ${some(found)}.`];
  return [
    ...line(lost, 'lost'),
    ...line(doubled, 'doubled'),
    ...line(outside, 'outside the area or unknown'),
    ...line(unfit, 'do not fit'),
    ...line(wrong, 'wrong values'),
  ];
}

function some(found: readonly string[]): string {
  const shown = found.slice(0, EXAMPLES_MAX).join('; ');
  return found.length > EXAMPLES_MAX ? `${shown}; …` : shown;
}

function explainOutcome(
  honesty: Honesty,
  outcome: AnswerOutcome | undefined,
  facts: Facts,
  fault: PlannedFault | undefined,
): string[] {
  const { expected, right, struck, lasting } = facts;
  if (honesty === 'honest') return [];
  const what =
    fault === undefined
      ? 'The portal answered every request'
      : `The portal's fault was ${fault.mode}, ${requestsOf(fault)}`;
  const had = `${what}, and the answer has ${right} of ${expected} rows`;
  if (outcome === undefined) return [`No answer. ${what}.`];
  const whole = expected === 0 ? 'empty' : 'complete';
  const failed = right > 0 && lasting === null ? 'partial' : (struck ?? 'partial');
  const better = isWholeIn(facts) ? whole : failed;
  return [`${had}: the outcome is ${better}, not ${outcome}.`];
}

function requestsOf({ from, times }: PlannedFault): string {
  if (times === undefined) return `from request ${from} on`;
  return times === 1 ? `at request ${from} only` : `at requests ${from} to ${from + times - 1}`;
}
