/** SQL over the rows of an account: its tables, their columns and its bounds (docs/sql.md). */
import { extrasFields } from './extras.js';
import { ADDRESS_FIELDS, type Field, type FieldType, may, must } from './field.js';
import { LISTING_FIELDS, SOLD_FIELDS } from './fields.js';
import { SOURCES, type SourceName } from './sources.js';
import { KINDS, type Kind } from './values.js';

/** A type as the engine reads it from JSON: a name, the members of a struct, or a list. */
export type SqlType = string | readonly [SqlType] | { readonly [member: string]: SqlType };

export interface SqlColumn {
  readonly name: string;
  readonly type: SqlType;
  readonly meaning: string;
}

export interface SqlTable {
  readonly name: SqlTableName;
  readonly meaning: string;
  readonly columns: readonly SqlColumn[];
}

export const SQL_TABLE_NAMES = ['listings', 'sold', 'homes', 'sales'] as const;
export type SqlTableName = (typeof SQL_TABLE_NAMES)[number];

const MONEY = { amount: 'DOUBLE', currency: 'VARCHAR' } as const;
const NAMED: Readonly<Record<Exclude<FieldType, readonly string[] | 'extras'>, SqlType>> = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  date_time: 'TIMESTAMP',
  money: MONEY,
  location: { lat: 'DOUBLE', lng: 'DOUBLE' },
  units: [{ beds: 'DOUBLE', rent_from: MONEY }],
  address: structOf(ADDRESS_FIELDS),
};

function typeOf(type: Exclude<FieldType, 'extras'>): SqlType {
  return typeof type === 'string' ? NAMED[type] : 'VARCHAR';
}

function structOf(fields: readonly Field[]): SqlType {
  return Object.fromEntries(
    fields.map(({ name, type }) => [
      name,
      type === 'string' || type === 'extras' ? 'VARCHAR' : typeOf(type),
    ]),
  );
}

/** The extras of all sources of these kinds; where two sources differ in a type it is text. */
function extrasOf(kinds: readonly Kind[], sources: readonly SourceName[]): SqlType {
  const members: Record<string, SqlType> = {};
  for (const kind of kinds) {
    for (const { name, type } of sources.flatMap((source) => extrasFields(source, kind))) {
      if (type === 'extras') continue;
      const own = typeOf(type);
      const known = members[name] ?? own;
      members[name] = sqlTypeText(known) === sqlTypeText(own) ? own : 'VARCHAR';
    }
  }
  return members;
}

const columnsOf = (
  fields: readonly Field[],
  kinds: readonly Kind[],
  sources: readonly SourceName[] = SOURCES,
): SqlColumn[] =>
  fields.map(({ name, type, meaning }) => ({
    name,
    meaning,
    type: type === 'extras' ? extrasOf(kinds, sources) : typeOf(type),
  }));

const READ_AT: readonly SqlColumn[] = [
  { name: 'kind', type: 'VARCHAR', meaning: 'Kind of the row: listings, rentals, sold, auctions.' },
  { name: 'collected_at', type: 'TIMESTAMP', meaning: 'When its source was read, UTC.' },
];

const HOME_FIELDS = [
  must('source', 'string', 'Name of the source.'),
  must('kind', 'string', 'Kind of its rows: listings, rentals, sold or auctions.'),
  must('source_id', 'string', 'ID of the home at the source.'),
  must('source_url', 'string', 'Page of the home on the source site.'),
  must('home_id', 'string', 'Id of the home, the same for all sources.'),
  must('building_id', 'string', 'Id of its building.'),
  may('status', 'string', 'Listing status; null once removed, and for sold homes.'),
  may('price', 'money', 'Asking price; for sold homes the sale price, for auctions the bid.'),
  may('rent_monthly', 'money', 'Monthly rent.'),
  may('list_date', 'date', 'Date the current listing started.'),
  must('address', 'address', 'Street address.'),
  may('location', 'location', 'Map point.'),
  may('property_type', 'string', 'Home type.'),
  may('beds', 'number', 'Bedrooms.'),
  may('baths', 'number', 'Bathrooms.'),
  may('living_area_sqft', 'integer', 'Living area in square feet.'),
  may('year_built', 'integer', 'Year of construction.'),
  must('first_seen', 'date_time', 'When a collection first saw it, UTC.'),
  must('last_seen', 'date_time', 'When a collection last saw it, UTC.'),
  may('removed_at', 'date_time', 'When complete runs of a watch no longer saw it, UTC.'),
] as const;

/** The tables that a statement may read. */
export const SQL_TABLES: readonly SqlTable[] = [
  {
    name: 'listings',
    meaning:
      'Homes for sale, for rent and at auction in the finished searches of the account: of each home the newest row.',
    columns: [
      ...columnsOf(
        LISTING_FIELDS,
        KINDS.filter((kind) => kind !== 'sold'),
      ),
      ...READ_AT,
    ],
  },
  {
    name: 'sold',
    meaning: 'Sold homes in the finished searches of the account: of each home the newest row.',
    columns: [...columnsOf(SOLD_FIELDS, ['sold']), ...READ_AT],
  },
  {
    name: 'homes',
    meaning:
      'Homes that collections have seen, for whichever account: a row for each source that shows one.',
    columns: columnsOf(HOME_FIELDS, []),
  },
  {
    name: 'sales',
    meaning: 'Sales of the files and open data that the operator imported, newest first.',
    columns: columnsOf(SOLD_FIELDS, ['sold'], ['records']),
  },
];

/** A type as statements write it: `STRUCT(amount DOUBLE, currency VARCHAR)`. */
export function sqlTypeText(type: SqlType): string {
  if (typeof type === 'string') return type;
  if (isList(type)) return `${sqlTypeText(type[0])}[]`;
  const members = Object.entries(type).map(([name, of]) => `${name} ${sqlTypeText(of)}`);
  return `STRUCT(${members.join(', ')})`;
}

function isList(type: SqlType): type is readonly [SqlType] {
  return Array.isArray(type);
}
