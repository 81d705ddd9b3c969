/**
 * Whether an answer still means what the source normally sends (docs/sources.md#checks-of-answers):
 * every page passes these checks in this order and is compared with the source's expectations. A
 * check fails the collection, withholds values, or finds a field that cannot be trusted: a required
 * one also fails the collection, any other is returned as null and makes the page partial.
 */
import type { Row } from '#contract/rows.js';
import {
  type Absent,
  absent,
  type DropCause,
  isAbsent,
  type ParsedRow,
  type RowRead,
} from '#domain/parsed-row.js';
import { changedAnswer } from '#sources/driver.js';
import { withholdContradictions } from './contradictions.js';
import { HIDDEN_OR_INAPPLICABLE, lostFields, lostMembers } from './losses.js';
import { oddFields, oddRatios } from './odd-fields.js';
import type { FieldFault, FieldFaults } from './parsed-page.js';
import { nameAbsences } from './reasons.js';
import { fieldNamed, valueAt, withholding } from './row-fields.js';
import { type Checked, type Finding, SourceAnswer } from './source-answer.js';

/** A page fails when at least this many of its rows, and this share, are dropped for one cause. */
const DROPPED_MIN = 5;
const DROPPED_SHARE = 0.5;
/** Sellers hide some rows from display; if nearly all are hidden, the flag has another meaning. */
const WITHHELD_MIN = 20;
const WITHHELD_SHARE = 0.9;

export interface Check {
  readonly name: string;
  /** Whether the source's expectations contain anything to compare; absent: always. */
  readonly applies?: (answer: SourceAnswer) => boolean;
  /** Throws SourceError 'changed', changes the rows of the answer, or returns faults of fields. */
  readonly run: (answer: SourceAnswer) => Iterable<Finding> | void;
}

/** Once a field is lost, findings of later checks on it are ignored. */
export const CHECKS: readonly Check[] = [
  {
    name: 'unreadable rows',
    run: dropsFewOf('unreadable', 'are unreadable', DROPPED_MIN, DROPPED_SHARE),
  },
  {
    name: 'rows of another kind',
    run: dropsFewOf('outside_filters', 'are of another kind', DROPPED_MIN, DROPPED_SHARE),
  },
  {
    name: 'withheld rows',
    run: dropsFewOf('withheld', 'are withheld from display', WITHHELD_MIN, WITHHELD_SHARE),
  },
  { name: 'contradictions', run: withholdContradictions },
  { name: 'lost members', run: lostMembers },
  { name: 'lost fields', run: lostFields },
  { name: 'odd fields', run: oddFields },
  { name: 'odd ratios', applies: ({ expectations }) => 'ratios' in expectations, run: oddRatios },
  { name: 'absent members', run: nameAbsences },
];

export interface CheckedRows {
  readonly rows: readonly RowRead<Row>[];
  readonly faults: FieldFaults;
}

/** The rows of a page, without values that cannot be trusted. Throws SourceError 'changed'. */
export function checkAnswer(
  search: Checked,
  question: SourceAnswer['question'],
  raws: readonly unknown[],
  reads: readonly RowRead<Row>[],
  checks: readonly Check[] = CHECKS,
): CheckedRows {
  const { expectations } = search.driver;
  const faults = new Map<string, FieldFault>();
  if (expectations === undefined || reads.length === 0) return { rows: reads, faults };
  const answer = new SourceAnswer(search, expectations, question, raws, reads);
  for (const { applies, run } of checks) {
    if (applies?.(answer) === false) continue;
    for (const finding of run(answer) ?? []) addFault(faults, answer, finding);
  }
  if (faults.size === 0) return { rows: answer.reads, faults };
  const rows = answer.reads.map((read) =>
    'row' in read ? { row: withoutLost(read.row, faults) } : read,
  );
  return { rows, faults };
}

function addFault(
  faults: Map<string, FieldFault>,
  { source, expectations }: SourceAnswer,
  { fields, why, some }: Finding,
): void {
  for (const field of fields.flatMap((name) => [name, ...(DERIVED[name] ?? [])])) {
    if (faults.get(field)?.lost === true) continue;
    const lost = some !== true;
    if (lost && expectations.fields[field]?.required === true) throw changedAnswer(source)(why);
    faults.set(field, { why, lost });
  }
}

/** Fields computed from others, and lost with them. */
const DERIVED: Readonly<Record<string, readonly string[]>> = {
  living_area_sqft: ['price_per_sqft'],
  list_price: ['price_per_sqft', 'sale_to_list_ratio'],
  rent_monthly: ['price_per_sqft'],
  sale_price: ['price_per_sqft', 'sale_to_list_ratio'],
  list_date: ['days_on_market'],
};

/** Fails a page if the reader dropped at least `least` rows, and that `share`, for one cause. */
function dropsFewOf(cause: DropCause, what: string, least: number, share: number): Check['run'] {
  return ({ source, reads }) => {
    const dropped = reads.filter((read) => 'dropped' in read && read.dropped === cause).length;
    if (dropped < least || dropped < reads.length * share) return;
    throw changedAnswer(source)(`${dropped} of ${reads.length} rows ${what}`);
  };
}

/** The row without its lost fields: their remaining values may mean anything. */
export function withoutLost(row: ParsedRow<Row>, faults: FieldFaults): ParsedRow<Row> {
  if (faults.size === 0) return row;
  const gone = new Map<string, Absent>();
  for (const [field, { why, lost }] of faults) {
    if (!lost) continue;
    const value = valueAt(row, fieldNamed(field));
    if (value === undefined) continue;
    if (isAbsent(value) && HIDDEN_OR_INAPPLICABLE.has(value.absent)) continue;
    gone.set(field, absent('unreadable', why));
  }
  return gone.size === 0 ? row : withholding(row, gone);
}
