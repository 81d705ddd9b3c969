/** The columns of a route, from the contract's field tables, and their values. */

import { extrasFields } from '#contract/extras.js';
import type { Field, FieldType, UnitRent } from '#contract/field.js';
import { ADDRESS_FIELDS } from '#contract/field.js';
import { rowFields } from '#contract/fields.js';
import type { SearchRoute } from '#contract/routes.js';
import type { Row } from '#contract/rows.js';
import type { Location, Money } from '#contract/values.js';
import { cents, count, decimal, moment, money, point, streetOf } from '../text/format.js';
import { fieldTitle, sourceLabel, valueLabel } from '../text/labels.js';

/** One column; `name` is the path used by field_notes: `address.zip`, `extras.sale_type`. */
export interface Column {
  readonly name: string;
  readonly title: string;
  readonly type: FieldType;
  readonly meaning: string;
  readonly shownFirst: boolean;
  readonly numeric: boolean;
  /** The column that it describes; null for most. */
  readonly about: string | null;
}

const SHOWN: Readonly<Record<SearchRoute['kind'], readonly string[]>> = {
  listings: [
    'address.line1',
    'address.city',
    'list_price',
    'price_per_sqft',
    'beds',
    'baths',
    'living_area_sqft',
    'property_type',
    'status',
    'days_on_market',
    'broker_name',
    'agent_name',
  ],
  rentals: [
    'address.line1',
    'address.city',
    'rent_monthly',
    'listing_kind',
    'beds',
    'baths',
    'living_area_sqft',
    'property_type',
    'days_on_market',
    'broker_name',
    'agent_name',
  ],
  sold: [
    'address.line1',
    'address.city',
    'sold_date',
    'sale_price',
    'sale_price_disclosure',
    'list_price',
    'sale_to_list_ratio',
    'price_per_sqft',
    'beds',
    'baths',
    'living_area_sqft',
    'property_type',
    'broker_name',
  ],
  auctions: [
    'address.line1',
    'address.city',
    'address.state',
    'extras.auction_start',
    'extras.sale_type',
    'extras.starting_bid',
    'extras.current_bid',
    'extras.estimated_value',
    'extras.occupancy',
    'beds',
    'baths',
    'living_area_sqft',
    'extras.year_built',
    'status',
  ],
};

/** All columns of a route: default columns first, then the others in wire order. */
export function columnsOf(route: Pick<SearchRoute, 'source' | 'kind'>): Column[] {
  const shown = SHOWN[route.kind];
  const all = [
    ...rowFields(route.kind).flatMap((field) => {
      if (field.type === 'address') return ADDRESS_FIELDS.map((part) => within('address', part));
      return field.type === 'extras' ? [] : [field];
    }),
    ...extrasFields(route.source, route.kind).map((field) => within('extras', field)),
  ].map((field): Column => columnOf(field, shown.includes(field.name)));
  const byName = new Map(all.map((column) => [column.name, column]));
  const first = shown.flatMap((name) => byName.get(name) ?? []);
  return [...first, ...all.filter(({ name }) => !shown.includes(name))];
}

const within = (group: string, field: Field): Field => ({
  ...field,
  name: `${group}.${field.name}`,
});

const NUMERIC = new Set<FieldType>(['integer', 'number', 'money']);
const columnOf = ({ name, type, meaning, about }: Field, shownFirst: boolean): Column => ({
  name,
  title: fieldTitle(name),
  type,
  meaning,
  shownFirst,
  numeric: NUMERIC.has(type),
  about: about ?? null,
});

/** The value of a field; an empty string counts as null. */
export function valueOf(row: Row, name: string): unknown {
  const [head = '', rest] = name.split('.', 2);
  const value = (row as unknown as Record<string, unknown>)[head];
  const found = rest === undefined ? value : (value as Record<string, unknown> | null)?.[rest];
  return found === '' || found === undefined ? null : found;
}

/** Whether a column says something of this row: the lowest of several rents only of a rent. */
export function isSaid(row: Row, { name, about, type }: Column): boolean {
  if (type === 'units') return (valueOf(row, name) as readonly UnitRent[] | null)?.length !== 0;
  return about === null || valueOf(row, about) !== null;
}

export const STREET_FIELD = 'address.line1';
export const UNIT_FIELD = 'address.unit';

/** The value as the table shows it: the street has its unit, without which homes look the same. */
export function shownValue(row: Row, name: string): unknown {
  return name === STREET_FIELD ? streetOf(row.address) || null : valueOf(row, name);
}

/** Sort key of a cell; undefined goes last. */
export function sortKey(row: Row, { name, type }: Column): string | number | undefined {
  const value = shownValue(row, name);
  if (value === null) return undefined;
  if (type === 'money') return (value as Money).amount;
  if (type === 'location') return (value as Location).lat;
  if (type === 'units') return (value as readonly UnitRent[]).length;
  return typeof value === 'number' ? value : (value as string | boolean).toString();
}

/** The value of a numeric column; null when it is empty. */
export function numberOf(row: Row, column: Column): number | null {
  const key = sortKey(row, column);
  return typeof key === 'number' ? key : null;
}

/** A value as text. */
export function textOf(value: unknown, type: FieldType, name: string): string {
  if (typeof type !== 'string') return valueLabel(String(value));
  if (name === 'source') return sourceLabel(String(value));
  switch (type) {
    case 'money':
      return money(value as Money);
    case 'integer':
      return /year|code/.test(name) ? String(value) : count(Number(value));
    case 'number':
      return /per_sqft/.test(name) ? cents(Number(value)) : decimal(Number(value));
    case 'boolean':
      return value === true ? 'yes' : 'no';
    case 'location':
      return point(value as Location);
    case 'date_time':
      return moment(String(value));
    case 'units':
      return unitsText(value as readonly UnitRent[]);
    case 'string':
    case 'date':
    case 'address':
    case 'extras':
      return String(value);
  }
}

function unitsText(units: readonly UnitRent[]): string {
  if (units.length === 0) return 'none';
  return units
    .map(({ beds, rent_from }) => {
      const size = beds === null ? '?' : beds === 0 ? 'studio' : `${beds} bd`;
      return rent_from === null ? size : `${size} from ${money(rent_from)}`;
    })
    .join(', ');
}

/** Identifies a row within a result. */
export const rowKey = (row: Row): string => `${row.source}/${row.source_id}`;

/** The price field of each kind; auctions have none. */
export const PRICE_FIELD: Readonly<Record<SearchRoute['kind'], string | null>> = {
  listings: 'list_price',
  rentals: 'rent_monthly',
  sold: 'sale_price',
  auctions: null,
};

/** The price of a row in dollars, or null. */
export function priceOf(row: Row, kind: SearchRoute['kind']): number | null {
  const field = PRICE_FIELD[kind];
  const value = field === null ? null : (valueOf(row, field) as Money | null);
  return value?.amount ?? null;
}
