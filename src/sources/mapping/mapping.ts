/** A parsed mapping (docs/records.md). */
import { PROPERTY_TYPES } from '#contract/values.js';
import type { DateReader } from './dates.js';
import type { LISTING_FIELDS } from './listing.js';
import type { SALE_FIELDS } from './sale.js';

export const FORMATS = ['csv', 'ndjson', 'geojson', 'parquet'] as const;
export type FileFormat = (typeof FORMATS)[number];

/** The origin of a value: columns, or the mapping itself. */
export type From =
  | { readonly columns: readonly string[]; readonly join: string }
  | { readonly value: string }
  /** Text with columns in braces; their values are percent-encoded. */
  | { readonly template: string; readonly columns: readonly string[] };

/** What rows a mapping makes. */
export type MappedKind = 'sold' | 'listings';

export type MappedField = keyof typeof SALE_FIELDS | keyof typeof LISTING_FIELDS;

/** How a field of a row is read from a record. Steps apply in the order of the members. */
export interface FieldRule {
  readonly from: From;
  /** The text before or after the last such mark; without the mark, all or nothing. */
  readonly before: string | null;
  readonly after: string | null;
  /** Texts that mean no value, besides those of the whole mapping. */
  readonly missing: ReadonlySet<string>;
  /** Replacements of texts, in upper case; a key that ends with a star is a prefix. */
  readonly map: ReadonlyMap<string, string> | null;
  /** The replacement of a text that `map` does not contain; null keeps it. */
  readonly otherwise: string | null;
  readonly date: DateReader | null;
  /** The pattern that `date` reads. */
  readonly pattern: string | null;
  readonly times: number;
  readonly min: number | null;
  readonly max: number | null;
}

/** A record that matches one of these is dropped. */
export interface DropRule {
  readonly column: string;
  readonly in: ReadonlySet<string> | null;
  readonly below: number | null;
  readonly above: number | null;
  /** The name in the report. */
  readonly description: string;
}

export interface Mapping {
  readonly kind: MappedKind;
  readonly dataset: string;
  /** Null: by the file's extension. */
  readonly format: FileFormat | null;
  readonly encoding: string;
  readonly delimiter: string;
  /** Columns that identify a sale; if empty, all mapped values do. */
  readonly key: readonly string[];
  /** The page that a sale without its own source_url links to. */
  readonly home_url: string | null;
  readonly missing: ReadonlySet<string>;
  readonly fields: ReadonlyMap<MappedField, FieldRule>;
  readonly drop_when: readonly DropRule[];
}

/** Home types that a mapping may name. */
export const TYPES: ReadonlySet<string> = new Set(PROPERTY_TYPES);

/** Every column that a mapping reads. */
export function columnsOf({ key, fields, drop_when }: Mapping): string[] {
  const read = [...fields.values()].flatMap(({ from }) => ('columns' in from ? from.columns : []));
  return [...new Set([...key, ...read, ...drop_when.map(({ column }) => column)])];
}
