/** What a row of the tables of operations says. A call, its checks, its answer and its documents follow from it. */
import { KEY_SCOPES, type KeyScope } from '../keys.js';
import type { RowFormat } from '../routes.js';
import { type NamedSchema, type Schema, text, type ValueOf } from '../schema.js';
import { NAME_CHARS_MAX } from '../watches.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Operation {
  /** The operation id of the OpenAPI document. */
  readonly id: string;
  readonly tag: 'Watches' | 'Homes' | 'Webhooks' | 'Service';
  readonly method: Method;
  /**
   * Path below BASE_PATH; `{name}` stands for an id, `{seq}` for the number of an event, `{source}` for the
   * name of a source.
   */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** What a key needs beside `read`; an operation that changes something and has none needs all scopes. */
  readonly scopes?: readonly KeyScope[];
  /** Query parameters. */
  readonly query?: Readonly<Record<string, Schema>>;
  /** Those of them that must be sent. */
  readonly required?: readonly string[];
  readonly body?: NamedSchema;
  /** Where it takes an Idempotency-Key: what an answer with 200 is, and its schemas. */
  readonly replay?: { readonly description: string; readonly answers: readonly NamedSchema[] };
  readonly status: 200 | 201 | 202 | 204;
  /** Absent where there is no answer, or a file. */
  readonly answer?: NamedSchema;
  /** Where the answer is a file. */
  readonly format?: Extract<RowFormat, 'csv' | 'ndjson'>;
  /** The API errors that the document lists, where they are not those of all operations. */
  readonly errors?: 'Page' | 'Home';
}

type RequiredOf<O> = O extends { readonly required: readonly (infer Name)[] } ? Name : never;
/** The query parameters of a call as they were read. */
export type QueryOf<O extends Operation> =
  O['query'] extends Readonly<Record<string, Schema>>
    ? {
        readonly [Name in keyof O['query']]:
          | ValueOf<O['query'][Name]>
          | (Name extends RequiredOf<O> ? never : undefined);
      }
    : unknown;
/** The body of a call. */
export type BodyOf<O extends Operation> = O['body'] extends NamedSchema
  ? ValueOf<O['body']>
  : undefined;

/** Largest amount of money or credits that a body may name. */
export const AMOUNT_MAX = 1_000_000_000;
/** A name that people give to what they made. */
export const NAME = text('A display name.', {
  maxLength: NAME_CHARS_MAX,
  pattern: String.raw`^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$`,
});

/** The scopes that an operation needs beside `read`; one that changes something and names none needs all. */
export const scopesOf = ({ method, scopes }: Operation): readonly KeyScope[] =>
  method === 'GET' ? [] : (scopes ?? KEY_SCOPES);
