/** Members that an answer's rows no longer carry, whatever else a field could be read from. */
import type { Expectations, MemberExpectation, RowView } from '#sources/expectations.js';
import { isAsked, isSelective, type Selection } from './asked-fields.js';
import { missing } from './field-history.js';
import type { Checked, Finding, Pair } from './parsed-page.js';

export function* lostMembers(
  { history }: Checked,
  { members }: Expectations,
  question: Selection,
  pairs: readonly Pair[],
): Generator<Finding> {
  const selective = isSelective(question);
  for (const expected of members) {
    const { fields, share, rest, carried, steady } = expected;
    if (share === undefined || (selective && carried !== true)) continue;
    const { applies, present, name, called, what, isCode } = preparedOf(expected);
    // A search for other types finds the codes that nobody knows.
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

/** A member that a reader expects, and how many rows carry it. */
export interface MemberCount {
  readonly expected: MemberExpectation;
  /** As messages name it. */
  readonly called: string;
  /** Rows that would carry it. */
  readonly rows: number;
  readonly carried: number;
}

/** How many rows carry each member whose loss is judged. */
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

/** A member as it is looked for in every row. */
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

/** Whether a view has a value at one of some paths: members of it, or of its parts. */
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
