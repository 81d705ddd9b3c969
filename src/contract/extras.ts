/** Fields that only one source has (interface-v1, "extras per source"): tables and types of the manifests. */
import type { MANIFESTS } from '../sources/manifests.js';
import type { Field, FieldsOf } from './field.js';
import { manifestOf, type SourceName } from './sources.js';
import type { Kind } from './values.js';

type Manifest = (typeof MANIFESTS)[number];
type TablesOf<S extends SourceName> = Extract<Manifest, { readonly name: S }>['extras'];
type TableOf<Tables, K> = Tables[K & keyof Tables];

/** The extras type of one source and kind; a pair that no source offers is `never`. */
export type ExtrasOf<S extends SourceName, K extends Kind> = {
  [Name in S]: {
    [Each in K & keyof TablesOf<Name>]: TableOf<TablesOf<Name>, Each> extends readonly Field[]
      ? FieldsOf<TableOf<TablesOf<Name>, Each>>
      : never;
  }[K & keyof TablesOf<Name>];
}[S];

/** The extras fields of one source and kind, in wire order; empty when it has none. */
export const extrasFields = (source: SourceName, kind: Kind): readonly Field[] =>
  manifestOf(source)?.extras[kind] ?? [];
