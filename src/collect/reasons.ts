/** Why a field is null on a page where no row has it. */
import type { Row } from '#contract/rows.js';
import { type Absent, absent, isAbsent, type ParsedRow } from '#domain/parsed-row.js';
import { atPath, type Expectations } from '#sources/expectations.js';
import type { Pair } from './parsed-page.js';
import { fieldsOf, valueAt, withholding } from './row-fields.js';

/** Reasons that speak of one home: they need a page on which other homes have the field. */
const OF_ONE_HOME: ReadonlySet<string> = new Set(['not_reported', 'hidden_by_source']);

const NOT_ON_PAGE: Absent = absent('not_on_search_page');

/**
 * "Not reported" and "hidden" are said only of members that the answer's rows have in general. Where no row
 * carries one, the page does not show the field at all. Null where there is nothing to change.
 */
export function reasonsOf(
  { members }: Expectations,
  pairs: readonly Pair[],
): ((row: ParsedRow<Row>) => ParsedRow<Row>) | null {
  const first = pairs[0];
  const absentFields = (first === undefined ? [] : fieldsOf(first.row)).filter((field) => {
    if (!pairs.every(({ row }) => isAbsent(valueAt(row, field)))) return false;
    const paths = members
      .filter(({ fields }) => fields.includes(field.name))
      .flatMap((member) => member.paths.map((path) => path.split('.')));
    return (
      paths.length > 0 &&
      !pairs.some(({ view }) => paths.some((path) => atPath(view, path) !== undefined))
    );
  });
  if (absentFields.length === 0) return null;
  return (row) => {
    const changed = new Map<string, Absent>();
    for (const field of absentFields) {
      const value = valueAt(row, field);
      if (isAbsent(value) && OF_ONE_HOME.has(value.absent)) changed.set(field.name, NOT_ON_PAGE);
    }
    return changed.size === 0 ? row : withholding(row, changed);
  };
}
