/** The typed rows of all routes, inferred from the field tables and the sources' manifests. */
import type { ExtrasOf } from './extras.js';
import type { ListingRowWith, SoldRowWith } from './fields.js';
import type { SourceName } from './sources.js';
import type { Kind } from './values.js';

export type ListingRow<S extends SourceName = SourceName, K extends Kind = Kind> = ListingRowWith<
  S,
  ExtrasOf<S, K>
>;

export type SoldRow<S extends SourceName = SourceName> = SoldRowWith<S, ExtrasOf<S, 'sold'>>;

/** The row type of one source and kind. */
export type RowOf<S extends SourceName, K extends Kind> = K extends 'sold'
  ? SoldRow<S>
  : ListingRow<S, K>;

export type Row = ListingRow | SoldRow;
