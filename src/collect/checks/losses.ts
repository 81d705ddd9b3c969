/** Members that rows no longer carry, and fields that are missing or can no longer be read. */
import { isAbsent } from '#domain/parsed-row.js';
import type { Expectations, MemberExpectation, RowView } from '#sources/expectations.js';
import { isAsked, isSelective } from './asked-fields.js';
import { missing } from './field-history.js';
import { fieldsOf, valueAt } from './row-fields.js';
import type { Finding, SourceAnswer } from './source-answer.js';

/** Members count as lost even if their fields could be read from elsewhere. */
export function* lostMembers({
  history,
  expectations: { members },
  question,
  sizes: { pairs },
}: SourceAnswer): Generator<Finding> {
  const selective = isSelective(question);
  for (const expected of members) {
    const { fields, share, rest, carried, steady } = expected;
    if (share === undefined || (selective && carried !== true)) continue;
    const { applies, present, name, called, what, isCode } = preparedOf(expected);
    // A search for other types finds unknown codes.
    if (isCode && fields.some((field) => isAsked(field, question))) continue;
    let rows = 0;
    let filled = 0;
    for (const { view } of pairs) {
      if (applies !== undefined && !applies(view)) continue;
      rows += 1;
      if (present(view)) filled += 1;
    }
    const normal = { share, ...(carried && { carried }), ...(steady && { steady }) };
    const loss = history.judge(name, normal, { rows, filled });
    if (loss !== null) yield { fields, why: missing(called, what, loss), some: rest === true };
  }
}

/** More unreadable values of a field on one page than this number and share are a fault. */
const UNREADABLE_MIN = 3;
const UNREADABLE_SHARE_MAX = 0.1;
/** Above this share, the readable values are not trusted either. */
const UNREADABLE_SHARE_LOST = 0.5;

/** Reasons that a field does not apply to a row or that the source hides it. */
export const HIDDEN_OR_INAPPLICABLE: ReadonlySet<string> = new Set([
  'not_applicable',
  'not_disclosed',
  'hidden_by_source',
]);

/** Sent but unusable. */
const UNUSABLE: ReadonlySet<string> = new Set(['unreadable', 'implausible']);
const UNREADABLE: ReadonlySet<string> = new Set(['unreadable']);

/** Fields far below their history, or no longer readable. */
export function* lostFields({
  history,
  expectations: { fields },
  question,
  sizes: { pairs },
}: SourceAnswer): Generator<Finding> {
  const selective = isSelective(question);
  const first = pairs[0];
  if (first === undefined) return;
  for (const field of fieldsOf(first.row)) {
    const { share, carried, nominal } = fields[field.name] ?? {};
    const unusable = nominal === true ? UNREADABLE : UNUSABLE;
    let rows = 0;
    let filled = 0;
    let unreadable = 0;
    for (const { row } of pairs) {
      const value = valueAt(row, field);
      if (!isAbsent(value)) filled += 1;
      else if (unusable.has(value.absent)) unreadable += 1;
      if (!isAbsent(value) || !HIDDEN_OR_INAPPLICABLE.has(value.absent)) rows += 1;
    }
    const sent = filled + unreadable;
    if (unreadable >= UNREADABLE_MIN && unreadable > sent * UNREADABLE_SHARE_MAX) {
      const why = `${field.name} is unreadable in ${unreadable} of ${sent} rows`;
      yield { fields: [field.name], why, some: unreadable <= sent * UNREADABLE_SHARE_LOST };
      continue;
    }
    if (share === undefined || (selective && carried !== true)) continue;
    const normal = { share, ...(carried && { carried }) };
    const loss = history.judge(field.name, normal, { rows, filled });
    if (loss !== null) yield { fields: [field.name], why: missing(field.name, 'filled', loss) };
  }
}

/** An expected member, and how many rows carry it. */
export interface MemberCount {
  readonly expected: MemberExpectation;
  /** Its name in messages. */
  readonly called: string;
  /** Rows that should carry it. */
  readonly rows: number;
  readonly carried: number;
}

/** How many rows carry each member that is checked for loss. */
export const countMembers = (
  { members }: Expectations,
  views: readonly RowView[],
): readonly MemberCount[] =>
  members
    .filter(({ share }) => share !== undefined)
    .map((expected) => {
      const { applies, present, called } = preparedOf(expected);
      const due = views.filter((view) => applies?.(view) ?? true);
      return { expected, called, rows: due.length, carried: due.filter(present).length };
    });

/** A member, prepared to be looked up in every row. */
interface Prepared {
  readonly applies: MemberExpectation['applies'];
  readonly present: (view: RowView) => boolean;
  readonly name: string;
  readonly called: string;
  readonly what: string;
  readonly isCode: boolean;
}

const PREPARED = new WeakMap<MemberExpectation, Prepared>();

function preparedOf(expected: MemberExpectation): Prepared {
  const known = PREPARED.get(expected);
  if (known !== undefined) return known;
  const { paths, applies, has } = expected;
  const what = has === undefined ? 'there' : 'known';
  const made = {
    applies,
    present: has ?? presentAt(paths),
    name: `${what} ${paths.join('|')}`,
    called: paths.join(' or '),
    what,
    isCode: has !== undefined,
  };
  PREPARED.set(expected, made);
  return made;
}

/** Whether a view has a value at one of the paths. */
function presentAt(paths: readonly string[]): (view: RowView) => boolean {
  const split = paths.map((path) => path.split('.'));
  return (view) => split.some((steps) => isAt(view, steps));
}

function isAt(view: RowView, steps: readonly string[]): boolean {
  let value: unknown = view;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as RowView)[step];
  }
  return value !== undefined;
}
