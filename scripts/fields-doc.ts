// Prints docs/fields.md from the contract's field tables and the manifests of the sources.
import { extrasFields } from '#contract/extras.js';
import { ADDRESS_FIELDS, type Field } from '#contract/field.js';
import { LISTING_FIELDS, SOLD_FIELDS } from '#contract/fields.js';
import { sampleOf } from '#contract/openapi/examples.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { SOURCES, type SourceName } from '#contract/sources.js';
import { NOTE_REASONS, type NoteReason } from '#contract/values.js';
import { unitOf } from './field-texts.js';
import { printTable } from './print-table.js';

type Route = (typeof SEARCH_ROUTES)[number];

const INTRODUCTION = `Every field of a row with its type, its unit, whether it can be null, and its meaning. Rows of every source have the same fields; fields of one source only are in \`extras\`. The same texts are comments in the types of [the TypeScript](client.md) and [the Python client](python.md), and descriptions in the OpenAPI document.`;

const NULLS = `A null always has a note in \`field_notes\` with one of the reasons [below](#why-a-field-is-null). The column _null_ says whether the field can be null, and which reasons the [examples](routes.md#examples) have for it; other reasons are possible.`;

const TYPES: readonly (readonly [string, string])[] = [
  ['string', 'text'],
  ['integer, number', 'a JSON number; an integer has no fraction'],
  ['boolean', 'true or false'],
  ['date', 'text: `YYYY-MM-DD`'],
  ['date_time', 'text: ISO 8601 in UTC, `2026-11-20T14:02:02.712Z`'],
  ['one of', 'text: one of the values listed in the meaning'],
  ['money', '`{ "amount": 325900, "currency": "USD" }`; `amount` has at most 2 decimals'],
  ['location', '`{ "lat": 30.260057, "lng": -97.759857 }`: degrees, WGS 84'],
  ['address', 'an object with the [fields below](#address)'],
  ['units', 'a list of `{ "beds": number or null, "rent_from": money or null }`'],
  ['extras', 'an object with the fields of the source, [below](#extras)'],
];

/** The page; `npm run docs:routes` writes it, a test compares it with the written one. */
export function renderFieldsDoc(): string {
  const listings = SEARCH_ROUTES.filter(({ kind }) => kind !== 'sold');
  const sold = SEARCH_ROUTES.filter(({ kind }) => kind === 'sold');
  return `${[
    '# The fields',
    '<!-- Printed by `npm run docs:routes` from the tables in src/contract and the manifests in src/sources. Do not edit. -->',
    INTRODUCTION,
    NULLS,
    '## Types',
    printTable([['type', 'on the wire'], ...TYPES]),
    '## Listings, rentals and auctions',
    `The rows of ${pathsOf(listings)}.`,
    fieldTable(LISTING_FIELDS, listings),
    '## Sold homes',
    `The rows of ${pathsOf(sold)}.`,
    fieldTable(SOLD_FIELDS, sold),
    '## Address',
    'In notes and CSV columns with a dot: `address.county`.',
    fieldTable(ADDRESS_FIELDS, SEARCH_ROUTES, 'address.'),
    '## Extras',
    'Fields of one source only, below `extras`. In notes and CSV columns with a dot: `extras.year_built`.',
    ...SOURCES.flatMap(extrasOf),
    '## Why a field is null',
    printTable([
      ['reason', 'meaning'],
      ...Object.entries(NOTE_REASONS).map(([reason, meaning]) => [code(reason), meaning]),
    ]),
    'One note covers all rows of the page in which the field is null for that reason. A field that does not apply to a row is null too: the rent of a home for sale.',
  ].join('\n\n')}\n`;
}

const code = (text: string): string => `\`${text}\``;
const pathsOf = (routes: readonly Route[]): string =>
  routes.map(({ path }) => code(path)).join(', ');

function fieldTable(fields: readonly Field[], routes: readonly Route[], prefix = ''): string {
  return printTable([
    ['field', 'type', 'unit', 'null', 'meaning'],
    ...fields.map((field) => rowOf(field, `${prefix}${field.name}`, routes)),
  ]);
}

const rowOf = (field: Field, path: string, routes: readonly Route[]): string[] => [
  code(field.name),
  typeof field.type === 'string' ? field.type : 'one of',
  unitOf(field),
  field.nullable ? nullsOf(path, routes) : 'no',
  meaningOf(field),
];

const meaningOf = ({ meaning, type }: Field): string =>
  typeof type === 'string' ? meaning : `${meaning} ${type.map(code).join(', ')}.`;

/** The reasons that the samples of these routes have for a null of the field. */
function nullsOf(path: string, routes: readonly Route[]): string {
  const given = new Set(
    routes.flatMap(({ id }) =>
      sampleOf(id).field_notes.flatMap(({ field, reason }) => (field === path ? [reason] : [])),
    ),
  );
  const reasons = (Object.keys(NOTE_REASONS) as NoteReason[]).filter((one) => given.has(one));
  return reasons.length === 0 ? 'yes' : `yes: ${reasons.map(code).join(', ')}`;
}

/** One table a source: a field once, with the routes that have it. */
function extrasOf(source: SourceName): string[] {
  const routes = SEARCH_ROUTES.filter((route) => route.source === source);
  const fields = new Map<string, { field: Field; having: Route[] }>();
  for (const route of routes)
    for (const field of extrasFields(source, route.kind)) {
      const known = fields.get(field.name);
      if (known === undefined) fields.set(field.name, { field, having: [route] });
      else known.having.push(route);
    }
  const rows = [...fields.values()].map(({ field, having }) => [
    ...rowOf(field, `extras.${field.name}`, having),
    having.length === routes.length ? 'all' : pathsOf(having),
  ]);
  return [
    `### ${source}`,
    printTable([['field', 'type', 'unit', 'null', 'meaning', 'routes'], ...rows]),
  ];
}
