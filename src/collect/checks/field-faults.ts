/** Fields that fell out of an answer, can no longer be read, or have values that are not this source's. */
import { isAbsent } from '#domain/parsed-row.js';
import type { Expectations } from '#sources/expectations.js';
import { isSelective, type Selection } from './asked-fields.js';
import { missing } from './field-history.js';
import { lostMembers } from './member-losses.js';
import { oddFields, oddRatios, Sizes } from './odd-fields.js';
import type { Checked, Finding, Pair } from './parsed-page.js';
import { fieldsOf, valueAt } from './row-fields.js';

/** Unreadable values of a field on one page from which it counts as lost, and their share. */
const UNREADABLE_MIN = 3;
const UNREADABLE_SHARE_MAX = 0.1;
/** The share from which the values that can be read are not trusted either. */
const UNREADABLE_SHARE_LOST = 0.5;

/** All faults of a page, the plainest first. */
export function* faultsIn(
  search: Checked,
  expectations: Expectations,
  question: Selection,
  rows: readonly Pair[],
): Generator<Finding> {
  const pairs = sampled(rows);
  yield* lostMembers(search, expectations, question, pairs);
  yield* lostFields(search, expectations, question, pairs);
  const sizes = new Sizes(pairs);
  yield* oddFields(search, expectations, question, sizes);
  yield* oddRatios(expectations, question, sizes);
}

/** Rows of a page that are judged: so many, evenly spread, tell as much as all. */
const SAMPLE_ROWS_MAX = 100;

function sampled(pairs: readonly Pair[]): readonly Pair[] {
  if (pairs.length <= SAMPLE_ROWS_MAX) return pairs;
  const step = pairs.length / SAMPLE_ROWS_MAX;
  return Array.from(
    { length: SAMPLE_ROWS_MAX },
    (_pair, at) => pairs[Math.floor(at * step)],
  ).filter((pair) => pair !== undefined);
}

/** Reasons that say that a field does not apply to a row, or that the source keeps it to itself. */
export const HIDDEN_OR_INAPPLICABLE: ReadonlySet<string> = new Set([
  'not_applicable',
  'not_disclosed',
  'hidden_by_source',
]);

/** What was sent and cannot be used. */
const UNUSABLE: ReadonlySet<string> = new Set(['unreadable', 'implausible']);

/** Fields that fell far below their history, or can no longer be read. */
function* lostFields(
  { history }: Checked,
  { fields }: Expectations,
  question: Selection,
  pairs: readonly Pair[],
): Generator<Finding> {
  const selective = isSelective(question);
  const first = pairs[0];
  if (first === undefined) return;
  for (const field of fieldsOf(first.row)) {
    let rows = 0;
    let filled = 0;
    let unreadable = 0;
    for (const { row } of pairs) {
      const value = valueAt(row, field);
      if (!isAbsent(value)) filled += 1;
      else if (UNUSABLE.has(value.absent)) unreadable += 1;
      if (!isAbsent(value) || !HIDDEN_OR_INAPPLICABLE.has(value.absent)) rows += 1;
    }
    const sent = filled + unreadable;
    if (unreadable >= UNREADABLE_MIN && unreadable > sent * UNREADABLE_SHARE_MAX) {
      const why = `${field.name} cannot be read in ${unreadable} of ${sent} rows`;
      yield { fields: [field.name], why, some: unreadable <= sent * UNREADABLE_SHARE_LOST };
      continue;
    }
    const { share, carried } = fields[field.name] ?? {};
    if (share === undefined || (selective && carried !== true)) continue;
    const normal = { share, ...(carried && { carried }) };
    const loss = history.judge(field.name, normal, { rows, filled });
    if (loss !== null) yield { fields: [field.name], why: missing(field.name, 'filled', loss) };
  }
}
