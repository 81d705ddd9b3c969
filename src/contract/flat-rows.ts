/**
 * Rows as flat tables and as map features: the one flattening for rows.csv, rows.geojson and the
 * command line (decision 0011). Nested members have dotted names: `list_price.amount`.
 */
import { extrasFields } from './extras.js';
import type { Field, FieldType } from './field.js';
import { ADDRESS_FIELDS } from './field.js';
import { rowFields } from './fields.js';
import type { SourceName } from './sources.js';
import type { Kind, Location } from './values.js';

/** RFC 4180, section 2: lines end with CRLF. */
const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;
/** What a spreadsheet treats as the start of a formula; the last four are the full-width signs. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** One row as a GeoJSON Feature (RFC 7946): the point, or null where the row has none. */
export interface RowFeature {
  readonly type: 'Feature';
  readonly geometry: { readonly type: 'Point'; readonly coordinates: readonly number[] } | null;
  readonly properties: Readonly<Record<string, string | number | boolean | null>>;
}

/** A row of any source and kind. */
interface Placed {
  readonly location: Location | null;
}

/** The type of a cell: the types of fields without members of their own. */
export type FlatType = Exclude<FieldType, 'money' | 'location' | 'address' | 'extras'>;

export interface FlatColumn {
  /** Dotted path of the value in a row. */
  readonly path: string;
  readonly type: FlatType;
}

/** The columns of a source and kind, in the order of the field tables. */
export function flatColumns(source: SourceName, kind: Kind): readonly FlatColumn[] {
  return rowFields(kind).flatMap((field) =>
    field.type === 'extras'
      ? extrasFields(source, kind).flatMap((extra) => columnsOf(extra, 'extras.'))
      : columnsOf(field, ''),
  );
}

/** The same as dotted paths. */
export const csvColumns = (source: SourceName, kind: Kind): readonly string[] =>
  flatColumns(source, kind).map(({ path }) => path);

const MONEY = [
  ['amount', 'number'],
  ['currency', 'string'],
] as const;
const POINT = [
  ['lat', 'number'],
  ['lng', 'number'],
] as const;

function columnsOf({ name, type }: Field, prefix: string): FlatColumn[] {
  const path = `${prefix}${name}`;
  const members = (table: readonly (readonly [string, FlatType])[]) =>
    table.map(([member, of]) => ({ path: `${path}.${member}`, type: of }));
  if (type === 'money') return members(MONEY);
  if (type === 'location') return members(POINT);
  if (type === 'address') return ADDRESS_FIELDS.flatMap((field) => columnsOf(field, `${path}.`));
  return type === 'extras' ? [] : [{ path, type }];
}

/** The first line of a table, CRLF included. */
export function csvHeader(columns: readonly string[]): string {
  return columns.map(quoted).join(',') + LINE_END;
}

/**
 * One row as a line, CRLF included. Null and missing values are empty cells; arrays and objects are
 * JSON text. Text that a spreadsheet would run as a formula is prefixed with an apostrophe; numbers
 * never are.
 */
export function csvLine(columns: readonly string[], row: object): string {
  return columns.map((path) => quoted(cell(valueAt(row, path)))).join(',') + LINE_END;
}

/**
 * The row as a feature with a property for every column except those of the location, which is the
 * geometry. Maps style by plain values only: lists are JSON text, as in a cell; all other values
 * keep their type.
 */
export function toFeature(columns: readonly string[], row: Placed): RowFeature {
  const { location } = row;
  const named = columns.filter((path) => !path.startsWith('location.'));
  return {
    type: 'Feature',
    geometry: location && { type: 'Point', coordinates: [location.lng, location.lat] },
    properties: Object.fromEntries(named.map((path) => [path, plain(valueAt(row, path))])),
  };
}

function plain(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return JSON.stringify(value);
}

/** The value at a dotted path; null if none exists. Names never contain dots. */
export function valueAt(row: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : null,
      row,
    );
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return FORMULA_START.test(value) ? `'${value}` : value;
  return JSON.stringify(value);
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
