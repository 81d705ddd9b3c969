// The fields of rows for the reference, from the tables of the contract and of the sources.
import { extrasFields } from '#contract/extras.js';
import { ADDRESS_FIELDS, type Field } from '#contract/field.js';
import { LISTING_FIELDS, SOLD_FIELDS } from '#contract/fields.js';
import { sampleOf } from '#contract/openapi/examples.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { NOTE_REASONS, type NoteReason } from '#contract/values.js';
import { unitOf } from '../field-texts.js';
import { printPlainTable } from '../print-table.js';

type Route = (typeof SEARCH_ROUTES)[number];

const NULLS =
  'The column _null_ says whether a field can be null, and which [reasons](../api.md#why-a-field-is-null) the examples have for it; other reasons are possible.';

/** The fields that the rows of all sources have. */
export function rowSections(): string[] {
  const listings = SEARCH_ROUTES.filter(({ kind }) => kind !== 'sold');
  const sold = SEARCH_ROUTES.filter(({ kind }) => kind === 'sold');
  return [
    '## Listings, rentals and auctions',
    NULLS,
    fieldTable(LISTING_FIELDS, listings),
    '## Sold homes',
    fieldTable(SOLD_FIELDS, sold),
    '## Address',
    'In notes and CSV columns with a dot: `address.county`.',
    fieldTable(ADDRESS_FIELDS, SEARCH_ROUTES, 'address.'),
    '## Extras',
    'Fields that only the source has; each search above lists those of its rows. In notes and CSV columns with a dot: `extras.year_built`.',
  ];
}

/** The fields below `extras` of a route's rows. */
export const extrasTable = (route: Route): string =>
  fieldTable(extrasFields(route.source, route.kind), [route], 'extras.');

function fieldTable(fields: readonly Field[], routes: readonly Route[], prefix = ''): string {
  return printPlainTable([
    ['field', 'type', 'unit', 'null', 'meaning'],
    ...fields.map((field) => [
      code(field.name),
      typeof field.type === 'string' ? field.type : 'one of',
      unitOf(field),
      field.nullable ? nullsOf(`${prefix}${field.name}`, routes) : 'no',
      meaningOf(field),
    ]),
  ]);
}

const code = (text: string): string => `\`${text}\``;
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
