/**
 * The extras of a row: fields that only its source has (tables and types of the manifests), and
 * what Rowhouse itself knows about the home.
 */
import type { MANIFESTS } from '../sources/manifests.js';
import type { Field, FieldsOf } from './field.js';
import { HOME_EXTRAS, type HomeExtras } from './home-extras.js';
import { manifestOf, type SourceName } from './sources.js';
import type { Kind } from './values.js';

type Manifest = (typeof MANIFESTS)[number];
type TablesOf<S extends SourceName> = Extract<Manifest, { readonly name: S }>['extras'];
type TableOf<Tables, K> = Tables[K & keyof Tables];

/** The extras type of one source and kind; a pair that no source offers is `never`. */
export type ExtrasOf<S extends SourceName, K extends Kind> = {
  [Name in S]: {
    [Each in K & keyof TablesOf<Name>]: TableOf<TablesOf<Name>, Each> extends readonly Field[]
      ? FieldsOf<TableOf<TablesOf<Name>, Each>> & HomeExtras<Each>
      : never;
  }[K & keyof TablesOf<Name>];
}[S];

/** The extras fields of a source and kind, in wire order: the source's, then those of the home. */
export const extrasFields = (source: SourceName, kind: Kind): readonly Field[] => [
  ...sourceExtras(source, kind),
  ...HOME_EXTRAS[kind],
];

/** Those that the source itself sends; empty when it sends none. */
export const sourceExtras = (source: SourceName, kind: Kind): readonly Field[] =>
  manifestOf(source)?.extras[kind] ?? [];
