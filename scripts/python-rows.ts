// The types and routes of the Python client, printed from the tables between two lines of its file.
import { extrasFields } from '#contract/extras.js';
import { ADDRESS_FIELDS, type Field } from '#contract/field.js';
import { LISTING_FIELDS, SOLD_FIELDS } from '#contract/fields.js';
import { isLookup, LOOKUP_ROUTES, type Route, SEARCH_ROUTES } from '#contract/routes.js';
import type { Kind } from '#contract/values.js';
import { commentOf } from './field-texts.js';

const BEGIN =
  '# Rows and routes: printed by `npm run docs:routes` from the tables of the service. Do not edit.\n';
const END = '# End of what is printed.\n';
const LINE_CHARS_MAX = 100;

/** The file of the client with its printed part as the tables are now. */
export function withPythonRows(file: string): string {
  const [before, rest] = file.split(BEGIN);
  const [, after] = (rest ?? '').split(END);
  if (before === undefined || after === undefined)
    throw new TypeError('the file of the Python client has no place for its rows');
  return `${before}${BEGIN}\n\n${sections().join('\n\n')}\n\n\n${END}${after}`;
}

function sections(): string[] {
  return [
    classOf('Money', 'TypedDict', 'An amount of money.', [
      member('amount', 'float', 'With 2 decimals at most.'),
      member('currency', 'str', 'ISO 4217 code: `USD`.'),
    ]),
    classOf('Location', 'TypedDict', 'A point on the map.', [
      member('lat', 'float', 'Latitude in degrees, WGS 84.'),
      member('lng', 'float', 'Longitude in degrees, WGS 84.'),
    ]),
    classOf('UnitRent', 'TypedDict', 'One unit type of a rental building.', [
      member('beds', 'Optional[float]', 'Bedrooms; 0 is a studio.'),
      member('rent_from', 'Optional[Money]', 'Lowest monthly rent of the type.'),
    ]),
    tableOf('Address', 'TypedDict', 'A street address.', ADDRESS_FIELDS),
    tableOf('Listing', 'TypedDict', 'A home or a building, without its extras.', LISTING_FIELDS),
    tableOf('Sold', 'TypedDict', 'A sold home, without its extras.', SOLD_FIELDS),
    ...SEARCH_ROUTES.flatMap(({ id, source, kind, path }) => [
      tableOf(
        `${nameOf(id)}Extras`,
        'TypedDict',
        `Fields of ${path} only.`,
        extrasFields(source, kind),
      ),
      classOf(`${nameOf(id)}Row`, kind === 'sold' ? 'Sold' : 'Listing', `A row of ${path}.`, [
        `    extras: ${nameOf(id)}Extras`,
      ]),
    ]),
    [...SEARCH_ROUTES, ...LOOKUP_ROUTES].map(constantOf).join('\n'),
  ];
}

const tableOf = (name: string, base: string, text: string, fields: readonly Field[]): string =>
  classOf(
    name,
    base,
    text,
    fields
      .filter(({ type }) => type !== 'extras')
      .map((field) => member(field.name, typeOf(field), commentOf(field))),
  );

const classOf = (name: string, base: string, text: string, members: readonly string[]): string =>
  `class ${name}(${base}):\n    """${text}"""\n\n${members.join('\n')}\n`;

/** Editors show a text below a member as its documentation. */
const member = (name: string, type: string, text: string): string =>
  `    ${annotated(name, type)}\n    """${text}"""`;

/** A list of values that is too long for a line goes on in lines of its own. */
function annotated(name: string, type: string): string {
  const line = `${name}: ${type}`;
  const values = /^Optional\[Literal\[(.*)\]\]$/.exec(type)?.[1];
  if (line.length <= LINE_CHARS_MAX - 4 || values === undefined) return line;
  const lines = values.split(', ').map((value) => `            ${value},\n`);
  return `${name}: Optional[\n        Literal[\n${lines.join('')}        ]\n    ]`;
}

function typeOf({ type, nullable }: Field): string {
  const plain =
    typeof type === 'string'
      ? TYPES[type]
      : `Literal[${type.map((value) => `"${value}"`).join(', ')}]`;
  return nullable ? `Optional[${plain}]` : plain;
}

const TYPES: Readonly<Record<Extract<Field['type'], string>, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  date: 'str',
  date_time: 'str',
  money: 'Money',
  address: 'Address',
  location: 'Location',
  units: 'List[UnitRent]',
  extras: 'object',
};

const nameOf = (id: string): string =>
  id.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** The route as a value with its rows' type; a lookup has the rows of the first kind it tries. */
function constantOf(route: Route): string {
  const kind: Kind = isLookup(route) ? (route.kinds[0] ?? 'listings') : route.kind;
  const row = SEARCH_ROUTES.find((one) => one.source === route.source && one.kind === kind);
  const type = `${nameOf(row?.id ?? route.id)}Row`;
  return `${route.id.toUpperCase()}: Route[${type}] = Route("${route.path}")`;
}
