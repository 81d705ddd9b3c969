/** The fields of a row by their full names: "beds", "address.zip", "extras.zestimate". */
import type { Row } from '#contract/rows.js';
import type { Absent, ParsedRow } from '#domain/parsed-row.js';

export interface RowField {
  readonly name: string;
  /** The part of the row that contains it; null for a field of the row itself. */
  readonly part: 'address' | 'extras' | null;
  readonly member: string;
}

type Members = Readonly<Record<string, unknown>>;

const PARTS = ['address', 'extras'] as const;
const FIELDS = new Map<string, readonly RowField[]>();

/** All fields of a row's source and kind; those of the address and the extras have a prefix. */
export function fieldsOf(row: ParsedRow<Row>): readonly RowField[] {
  const key = `${row.source} ${'sold_date' in row ? 'sold' : 'offered'}`;
  const known = FIELDS.get(key);
  if (known !== undefined) return known;
  const own = Object.keys(row).filter((name) => name !== 'address' && name !== 'extras');
  const parts = PARTS.flatMap((part) => Object.keys(row[part]).map((name) => `${part}.${name}`));
  const fields = [...own, ...parts].map(fieldNamed);
  FIELDS.set(key, fields);
  return fields;
}

const BY_NAME = new Map<string, RowField>();

/** A field by its name. */
export function fieldNamed(name: string): RowField {
  const known = BY_NAME.get(name);
  if (known !== undefined) return known;
  const [first = '', second] = name.split('.');
  const part = PARTS.find((one) => one === first) ?? null;
  const field = { name, part, member: part === null ? name : (second ?? '') };
  BY_NAME.set(name, field);
  return field;
}

/** A field's value or absence. */
export function valueAt(row: ParsedRow<Row>, { part, member }: RowField): unknown {
  const members = (part === null ? row : row[part]) as unknown as Members;
  return members[member];
}

/** The row with some fields replaced by absences. */
export function withholding(
  row: ParsedRow<Row>,
  absences: ReadonlyMap<string, Absent>,
): ParsedRow<Row> {
  const members: Record<string, unknown> = { ...row };
  for (const [name, why] of absences) {
    const [first = '', second] = name.split('.');
    // Names shared by several kinds include fields that this one may not have.
    if (!(first in members) || !(second === undefined || second in (members[first] as Members)))
      continue;
    members[first] = second === undefined ? why : { ...(members[first] as Members), [second]: why };
  }
  return members as unknown as ParsedRow<Row>;
}
