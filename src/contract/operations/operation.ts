/** A row of the tables of operations. Its checks, answer and documents are derived from it. */
import { KEY_SCOPES, type KeyScope } from '../keys.js';
import { RADIUS_MI_MAX, RADIUS_MI_MIN } from '../limits.js';
import type { RowFormat } from '../routes.js';
import { decimal, type NamedSchema, type Schema, text, type ValueOf } from '../schema.js';
import { NAME_CHARS_MAX } from '../watches.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The subject of an operation: a page of the reference. */
type OperationTag =
  | 'Homes'
  | 'Lookups'
  | 'Areas'
  | 'Snapshots'
  | 'SQL'
  | 'Watches'
  | 'Webhooks'
  | 'Service';

export interface Operation {
  /** The operation id of the OpenAPI document. */
  readonly id: string;
  readonly tag: OperationTag;
  readonly method: Method;
  /**
   * Path below BASE_PATH; `{name}` is an id, `{seq}` the number of an event, `{source}` the name of
   * a source.
   */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** The scopes needed besides `read`; an operation that changes something needs all by default. */
  readonly scopes?: readonly KeyScope[];
  /** Query parameters. */
  readonly query?: Readonly<Record<string, Schema>>;
  /** The required ones. */
  readonly required?: readonly string[];
  readonly body?: NamedSchema;
  /** The list of the body that may be sent as CSV: a line an item, its columns their members. */
  readonly csv?: string;
  /** Largest body in bytes, where it may be larger than usual. */
  readonly bytesMax?: number;
  /** Where an Idempotency-Key is accepted: what a 200 means, and its schemas. */
  readonly replay?: { readonly description: string; readonly answers: readonly NamedSchema[] };
  readonly status: 200 | 201 | 202 | 204;
  /** Absent where the answer is empty, or a file. */
  readonly answer?: NamedSchema;
  /** Where the answer is a file. */
  readonly format?: Extract<RowFormat, 'csv' | 'ndjson' | 'parquet'>;
}

type RequiredOf<O> = O extends { readonly required: readonly (infer Name)[] } ? Name : never;
/** The parsed query parameters of a call. */
export type QueryOf<O extends Operation> =
  O['query'] extends Readonly<Record<string, Schema>>
    ? {
        readonly [Name in keyof O['query']]:
          | ValueOf<O['query'][Name]>
          | (Name extends RequiredOf<O> ? never : undefined);
      }
    : unknown;
type Values<O extends Operation> = NonNullable<O['query']>;
/** The query parameters as a caller writes them: those that are not required may be left out. */
export type AskOf<O extends Operation> = {
  readonly [N in keyof Values<O> as N extends RequiredOf<O> ? N : never]: ValueOf<Values<O>[N]>;
} & {
  readonly [N in keyof Values<O> as N extends RequiredOf<O> ? never : N]?:
    | ValueOf<Values<O>[N]>
    | undefined;
};
/** The body of a call. */
export type BodyOf<O extends Operation> = O['body'] extends NamedSchema
  ? ValueOf<O['body']>
  : undefined;

/** The parameters of a named place: exactly one form of location. */
export const PLACE = {
  zip: text('A ZIP code.'),
  city: text('A city, with `state`.'),
  state: text('Two-letter code, with `city` or `county`.'),
  county: text('A county, parish or borough, with `state`.'),
};

/** The parameters of any area: a named place, a box or a circle; exactly one of them. */
export const AREA = {
  ...PLACE,
  bbox: text('A box: west,south,east,north in degrees.'),
  lat: decimal('Latitude of the middle of a circle, with `lng` and `radius_mi`.', {
    minimum: -90,
    maximum: 90,
  }),
  lng: decimal('Longitude of the middle.', { minimum: -180, maximum: 180 }),
  radius_mi: decimal('Radius of the circle in miles.', {
    minimum: RADIUS_MI_MIN,
    maximum: RADIUS_MI_MAX,
  }),
};

/** Largest amount of money or credits that a body may name. */
export const AMOUNT_MAX = 1_000_000_000;
const ONE_LINE = String.raw`^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$`;
/** The store cannot hold NUL in a text. */
export const NO_NUL = String.raw`^[^\u0000]*$`;
export const TIME_OF_DAY = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

/** What these patterns of members ask for, in words. */
export const PATTERN_WORDS: Readonly<Record<string, string>> = {
  [ONE_LINE]: 'one line of text, without tabs or other control characters',
  [NO_NUL]: 'text without the character NUL',
  [TIME_OF_DAY]: 'a time of day from 00:00 to 23:59, such as 07:00',
};

/** A name that callers give to what they created. */
export const NAME = text('A display name.', { maxLength: NAME_CHARS_MAX, pattern: ONE_LINE });

/** The scopes an operation needs besides `read`; a change that names none needs all of them. */
export const scopesOf = ({ method, scopes }: Operation): readonly KeyScope[] =>
  method === 'GET' ? [] : (scopes ?? KEY_SCOPES);
