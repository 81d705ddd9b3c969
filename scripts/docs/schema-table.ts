// A schema of the OpenAPI document as a table: each member with its type, bounds and meaning.
import { printPlainTable } from '../print-table.js';

type Value = string | number | boolean | null;

/** The used keywords of JSON Schema. */
export interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly Value[];
  readonly 'x-extensible-enum'?: readonly Value[];
  readonly const?: Value;
  readonly default?: Value;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}
export type Shapes = Readonly<Record<string, Shape>>;

/** Where the documents describe a schema, as a link; undefined where it is described in place. */
export type LinkOf = (name: string) => string | undefined;

export const nameIn = ({ $ref = '' }: Shape): string => $ref.split('/').at(-1) ?? '';

/** The members of an object; of a body, those that a call must have are marked. */
export function memberTable(shape: Shape, shapes: Shapes, linkOf: LinkOf, isBody = false): string {
  const rows = memberRows(shape, '', { shapes, linkOf, isBody });
  return rows.length === 0 ? '' : printPlainTable([['member', 'type', 'meaning'], ...rows]);
}

/** A value as the cells of a table. */
export const valueOf = (shape: Shape, shapes: Shapes, linkOf: LinkOf) => ({
  type: typeOf(shape, { shapes, linkOf, isBody: false }),
  meaning: meaningOf(shape, shapes),
});

interface Context {
  readonly shapes: Shapes;
  readonly linkOf: LinkOf;
  readonly isBody: boolean;
}

function memberRows(shape: Shape, before: string, context: Context): string[][] {
  const { required = [] } = shape;
  return Object.entries(membersOf(shape, context)).flatMap(([name, member]) => {
    const path = `${before}${name}`;
    const needed = context.isBody && required.includes(name) ? ', **required**' : '';
    const row = [
      `\`${path}\``,
      `${typeOf(member, context)}${needed}`,
      meaningOf(member, context.shapes),
    ];
    const { inner, isList } = innerOf(member, context);
    return [row, ...memberRows(inner, `${path}${isList ? '[]' : ''}.`, context)];
  });
}

/** The members of an object, or of all objects that it may be. */
const membersOf = (shape: Shape, context: Context): Shapes => ({
  ...shape.properties,
  ...Object.assign(
    {},
    ...(shape.anyOf ?? []).map((one) => membersOf(resolve(one, context), context)),
  ),
});

/** The schema of a name that has no place of its own. */
function resolve(shape: Shape, { shapes, linkOf }: Context): Shape {
  if (shape.$ref === undefined) return shape;
  return linkOf(nameIn(shape)) === undefined ? (shapes[nameIn(shape)] ?? {}) : {};
}

/** The object below a member, and whether the member is a list of them. */
function innerOf(member: Shape, context: Context): { inner: Shape; isList: boolean } {
  const shape = resolve(member, context);
  if (shape.items !== undefined) return { ...innerOf(shape.items, context), isList: true };
  return { inner: shape, isList: false };
}

function typeOf(shape: Shape, context: Context): string {
  if (shape.$ref !== undefined) {
    const name = nameIn(shape);
    const link = context.linkOf(name);
    return link ?? typeOf(context.shapes[name] ?? {}, context);
  }
  if (shape.anyOf !== undefined) return either(shape.anyOf.map((one) => typeOf(one, context)));
  if (shape.items !== undefined) {
    const count = boundsOf(shape.minItems, shape.maxItems);
    return `list of ${typeOf(shape.items, context)}${count === '' ? '' : `, ${count} items`}`;
  }
  const types = [shape.type ?? 'string'].flat().map((type) => FORMATS[shape.format ?? ''] ?? type);
  if (types.length > 1 && types.at(-1) !== 'null') types[types.length - 1] = 'null';
  return `${either(types)}${bounds(shape)}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'date_time',
  uuid: 'uuid',
  uri: 'url',
};

const either = (types: readonly string[]): string => [...new Set(types)].join(' or ');

/** Bounds that the meaning does not name. */
function bounds(shape: Shape): string {
  const { minimum, maximum, minLength, maxLength, description = '' } = shape;
  const plain = description.replaceAll(',', '');
  const isNamed = (bound?: number) => bound === undefined || plain.includes(String(bound));
  const range = isNamed(maximum) && isNamed(minimum) ? '' : boundsOf(minimum, maximum);
  const length = isNamed(maxLength) ? '' : `${boundsOf(minLength, maxLength)} characters`;
  const fallback = shape.default;
  return [
    range === 'at least 0' ? '' : range,
    length,
    fallback === undefined || isNamed(Number(fallback)) ? '' : `default ${String(fallback)}`,
  ]
    .filter((part) => part !== '')
    .map((part) => `, ${part}`)
    .join('');
}

function boundsOf(min?: number, max?: number): string {
  if (max === undefined) return min === undefined ? '' : `at least ${min}`;
  return min === undefined || (min === 0 && max === 0) ? `at most ${max}` : `${min} to ${max}`;
}

/** The meaning, with the values that it does not name. */
function meaningOf(shape: Shape, shapes: Shapes): string {
  const text = descriptionOf(shape, shapes);
  const values = valuesOf(shape).filter((value) => value !== null);
  const unnamed = values.some((value) => !text.includes(String(value)));
  const list = values.map((value) => `\`${String(value)}\``).join(', ');
  return oneLine(unnamed ? `${text} ${values.length > 1 ? 'One of' : 'Always'} ${list}.` : text);
}

/** Of the value itself, or of the schema that it names. */
function descriptionOf(
  { description = '', $ref, items, anyOf = [] }: Shape,
  shapes: Shapes,
): string {
  if (description !== '') return description;
  const inner = $ref === undefined ? [items, ...anyOf] : [shapes[nameIn({ $ref })]];
  const texts = inner.map((one) => (one === undefined ? '' : descriptionOf(one, shapes)));
  return texts.find((text) => text !== '') ?? '';
}

const valuesOf = (shape: Shape): readonly Value[] =>
  shape.const !== undefined
    ? [shape.const]
    : (shape.enum ?? shape['x-extensible-enum'] ?? (shape.items ? valuesOf(shape.items) : []));

/** Text for a cell of a table. */
export const oneLine = (text: string): string =>
  text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();

/** Counts how often each schema is named from these, each looked into once. */
export function countNames(
  roots: readonly Shape[],
  shapes: Shapes,
  counts: Map<string, number>,
): void {
  for (const shape of roots) {
    if (shape.$ref !== undefined) {
      const name = nameIn(shape);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (counts.get(name) === 1) countNames([shapes[name] ?? {}], shapes, counts);
      continue;
    }
    const { properties = {}, items, anyOf = [] } = shape;
    countNames([...Object.values(properties), ...anyOf, ...(items ? [items] : [])], shapes, counts);
  }
}
