/** Why a field is null on a page where no row has it. */
import { type Absent, absent, isAbsent } from '#domain/parsed-row.js';
import { atPath, type Expectations } from '#sources/expectations.js';
import { fieldsOf, valueAt, withholding } from './row-fields.js';
import type { SourceAnswer } from './source-answer.js';

/** Reasons about one home: they need a page on which other homes have the field. */
const OF_ONE_HOME: ReadonlySet<string> = new Set(['not_reported', 'hidden_by_source']);

const NOT_ON_PAGE: Absent = absent('not_on_search_page');

/**
 * "Not reported" and "hidden" are used only for members that some rows of the answer carry. Where
 * no row carries one, the page does not show the field at all.
 */
export function nameAbsences(answer: SourceAnswer): void {
  const { pairs, expectations } = answer;
  const first = pairs[0];
  const absentFields = (first === undefined ? [] : fieldsOf(first.row)).filter((field) => {
    if (!pairs.every(({ row }) => isAbsent(valueAt(row, field)))) return false;
    const paths = pathsOf(expectations.members).get(field.name) ?? [];
    return (
      paths.length > 0 &&
      !pairs.some(({ view }) => paths.some((path) => atPath(view, path) !== undefined))
    );
  });
  if (absentFields.length === 0) return;
  answer.reads = answer.reads.map((read) => {
    if (!('row' in read)) return read;
    const changed = new Map<string, Absent>();
    for (const field of absentFields) {
      const value = valueAt(read.row, field);
      if (isAbsent(value) && OF_ONE_HOME.has(value.absent)) changed.set(field.name, NOT_ON_PAGE);
    }
    return changed.size === 0 ? read : { row: withholding(read.row, changed) };
  });
}

type Paths = readonly (readonly string[])[];

const PATHS = new WeakMap<Expectations['members'], ReadonlyMap<string, Paths>>();

/** The paths of the members that each field is parsed from. */
function pathsOf(members: Expectations['members']): ReadonlyMap<string, Paths> {
  const known = PATHS.get(members);
  if (known !== undefined) return known;
  const made = new Map<string, (readonly string[])[]>();
  for (const { fields, paths } of members) {
    for (const field of fields) {
      const own = made.get(field) ?? [];
      own.push(...paths.map((path) => path.split('.')));
      made.set(field, own);
    }
  }
  PATHS.set(members, made);
  return made;
}
