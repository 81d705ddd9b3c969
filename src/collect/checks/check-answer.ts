/**
 * Whether an answer still means what the source normally sends: every page is compared with the source's
 * expectations. Members that contradict each other are withheld; a field that fell out of the rows is lost:
 * a required one fails the collection, any other is delivered as null and makes the page partial.
 */
import type { Row } from '#contract/rows.js';
import { type Absent, absent, isAbsent, type ParsedRow, type RowRead } from '#domain/parsed-row.js';
import { changedAnswer, type Question } from '#sources/driver.js';
import type { Expectations, RowView } from '#sources/expectations.js';
import { isRaw } from '#sources/raw-values.js';
import { withoutContradictions } from './contradictions.js';
import { faultsIn, HIDDEN_OR_INAPPLICABLE } from './field-faults.js';
import type { Checked, FieldFault, FieldFaults, Pair } from './parsed-page.js';
import { reasonsOf } from './reasons.js';
import { fieldNamed, valueAt, withholding } from './row-fields.js';

export interface CheckedRows {
  readonly rows: readonly RowRead<Row>[];
  readonly faults: FieldFaults;
}

/** The rows of a page, with what cannot be trusted withheld. Throws SourceError 'changed'. */
export function checkAnswer(
  search: Checked,
  question: Pick<Question, 'filters' | 'subfilter' | 'nowMs'>,
  raws: readonly unknown[],
  reads: readonly RowRead<Row>[],
): CheckedRows {
  const { expectations } = search.driver;
  if (expectations === undefined || reads.length === 0) return { rows: reads, faults: new Map() };
  requireReadableRows(search, reads);
  const views = viewsOf(expectations, raws, reads);
  const agreed = withoutContradictions(search, expectations, question, views, reads);
  const pairs = pairsOf(views, agreed);
  const faults = new Map<string, FieldFault>();
  for (const { fields, why, some } of faultsIn(search, expectations, question, pairs)) {
    for (const field of fields.flatMap((name) => [name, ...(DERIVED[name] ?? [])])) {
      if (faults.get(field)?.lost === true) continue;
      const lost = some !== true;
      if (lost && expectations.fields[field]?.required === true) {
        throw changedAnswer(search.source)(why);
      }
      faults.set(field, { why, lost });
    }
  }
  const reasons = reasonsOf(expectations, pairs);
  if (reasons === null && faults.size === 0) return { rows: agreed, faults };
  const rows = agreed.map((read) =>
    'row' in read ? { row: withoutLost(reasons?.(read.row) ?? read.row, faults) } : read,
  );
  return { rows, faults };
}

/** Fields that are computed from others, and are lost with them. */
const DERIVED: Readonly<Record<string, readonly string[]>> = {
  living_area_sqft: ['price_per_sqft'],
  list_price: ['price_per_sqft', 'sale_to_list_ratio'],
  rent_monthly: ['price_per_sqft'],
  sale_price: ['price_per_sqft', 'sale_to_list_ratio'],
  list_date: ['days_on_market'],
};

/** Rows of one page dropped by the reader from which it counts as changed, when they are most. */
const DROPPED_MIN = 5;
const DROPPED_SHARE = 0.5;

/** Rows and share from which rows that sellers keep from display were hidden by another reading of the flag. */
const WITHHELD_MIN = 20;
const WITHHELD_SHARE = 0.9;

/** Most rows can be read, and are of the asked kind. */
function requireReadableRows({ source }: Checked, reads: readonly RowRead<Row>[]): void {
  const causes = reads.flatMap((read) => ('dropped' in read ? [read.dropped] : []));
  for (const [cause, what, least, share] of [
    ['unreadable', 'cannot be read', DROPPED_MIN, DROPPED_SHARE],
    ['outside_filters', 'are of another kind', DROPPED_MIN, DROPPED_SHARE],
    ['withheld', 'are withheld from display', WITHHELD_MIN, WITHHELD_SHARE],
  ] as const) {
    const dropped = causes.filter((one) => one === cause).length;
    if (dropped >= least && dropped >= reads.length * share) {
      throw changedAnswer(source)(`${dropped} of ${reads.length} rows ${what}`);
    }
  }
}

/** The rows taken apart by their source; null for those that were dropped. */
const viewsOf = (
  { view }: Expectations,
  raws: readonly unknown[],
  reads: readonly RowRead<Row>[],
): readonly (RowView | null)[] =>
  reads.map((read, index) => {
    const raw = raws[index];
    return 'row' in read && isRaw(raw) ? view(raw) : null;
  });

function pairsOf(
  views: readonly (RowView | null)[],
  reads: readonly RowRead<Row>[],
): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const [index, read] of reads.entries()) {
    const view = views[index] ?? null;
    if ('row' in read && view !== null) pairs.push({ view, row: read.row });
  }
  return pairs;
}

/** The row without the fields that are lost: what is left of their values may mean anything. */
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
