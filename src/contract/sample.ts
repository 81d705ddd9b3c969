/**
 * A sample: a page with one row of synthetic data for every route of a source, in
 * src/sources/NAME/samples.ts. The examples of the OpenAPI document are made from them.
 */
import type { Field, FieldsOf, Money } from './field.js';
import type { RowWithExtras } from './fields.js';
import type { HomeExtras } from './home-extras.js';
import type { SourceManifest } from './manifest.js';
import type { FieldNote, Summary } from './page-parts.js';
import type { Kind } from './values.js';

export interface Sample<R> {
  readonly query: Readonly<Record<string, unknown>>;
  readonly next_cursor: string | null;
  readonly collected_at: string;
  readonly summary: Summary;
  readonly row: R;
  /** A reason for every null of the row. */
  readonly field_notes: readonly FieldNote[];
}

type ExtrasIn<M extends SourceManifest, K extends Kind> = M['extras'][K] extends readonly Field[]
  ? FieldsOf<M['extras'][K]> & HomeExtras<K>
  : never;

/** A sample of every route of a source, by the id of the route. */
export type SamplesOf<M extends SourceManifest> = {
  readonly [R in M['routes'][number] as R['id']]: Sample<
    RowWithExtras<M['name'], R['kind'], ExtrasIn<M, R['kind']>>
  >;
};

export const usd = (amount: number): Money => ({ amount, currency: 'USD' });
