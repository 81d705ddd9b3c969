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
  const key = `${row.source} ${Object.keys(row).join(' ')}`;
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

/** A field's value or absence. */
export function valueAt(row: ParsedRow<Row>, { path }: RowField): unknown {
  const [first = '', second] = path;
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
