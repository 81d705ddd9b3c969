/** The fields of a row by their full names: "beds", "address.zip", "extras.zestimate". */
import type { Row } from '#contract/rows.js';
import type { Absent, ParsedRow } from '#domain/parsed-row.js';

export interface RowField {
  readonly name: string;
  readonly path: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

const FIELDS = new Map<string, readonly RowField[]>();

/** All fields of a row's source and kind, those of the address and the extras with their prefix. */
export function fieldsOf(row: ParsedRow<Row>): readonly RowField[] {
  const key = `${row.source} ${'sold_date' in row ? 'sold' : 'offered'}`;
  const known = FIELDS.get(key);
  if (known !== undefined) return known;
  const own = Object.keys(row).filter((name) => name !== 'address' && name !== 'extras');
  const parts = (['address', 'extras'] as const).flatMap((part) =>
    Object.keys(row[part]).map((name) => [part, name]),
  );
  const fields = [...own.map((name) => [name]), ...parts].map((path) => ({
    name: path.join('.'),
    path,
  }));
  FIELDS.set(key, fields);
  return fields;
}

const BY_NAME = new Map<string, RowField>();

/** A field by its name. */
export function fieldNamed(name: string): RowField {
  const known = BY_NAME.get(name);
  if (known !== undefined) return known;
  const field = { name, path: name.split('.') };
  BY_NAME.set(name, field);
  return field;
}

/** A field's value or absence. */
export function valueAt(row: ParsedRow<Row>, { path }: RowField): unknown {
  const first = path[0] ?? '';
  const second = path[1];
  const value = (row as unknown as Members)[first];
  return second === undefined ? value : (value as Members)[second];
}

/** The row with some fields replaced by absences. */
export function withholding(
  row: ParsedRow<Row>,
  absences: ReadonlyMap<string, Absent>,
): ParsedRow<Row> {
  const members: Record<string, unknown> = { ...row };
  for (const [name, why] of absences) {
    const [first = '', second] = name.split('.');
    members[first] = second === undefined ? why : { ...(members[first] as Members), [second]: why };
  }
  return members as unknown as ParsedRow<Row>;
}
