/** The part of the driver port for feeds whose rows are kept in tables of ours. */
import type { Kind } from '#contract/values.js';
import type { ChangeMark } from '#domain/table.js';
import type { HttpDriver, SourceProfile, UpstreamRequest } from './driver.js';

/** A row of a feed that is kept in a table of ours. */
export interface ReplicaRow {
  readonly key: string;
  /** The kind it is of; null when it is of none any more: then it is removed. */
  readonly kind: Kind | null;
  /** The row as `toRow` reads it. */
  readonly raw: unknown;
  /** The row that it is found by, as `toRow` reads it: a place that is not shown finds nothing. */
  readonly found_by: unknown;
}

/** A page of rows in the order of their changes. */
export interface ChangesPage {
  readonly rows: readonly ReplicaRow[];
  /** Rows that could not be read at all. */
  readonly unreadable: number;
  /** Rows that the source counts behind the asked mark; null when it did not. */
  readonly total: number | null;
  /** Behind the last row; null on an empty page. */
  readonly last: ChangeMark | null;
  /** Whether the page is shorter than asked, and names no other. */
  readonly isShort: boolean;
}

/** A page of keys, in their order. */
export interface KeysPage {
  readonly keys: readonly string[];
  readonly total: number | null;
  readonly last: string | number | null;
  readonly isShort: boolean;
}

/**
 * How the rows of a source are kept in a table of ours: pulled in the order of their changes, and compared by
 * their keys. Searches then ask the table what they would have asked the source.
 */
export interface Replication extends Pick<HttpDriver, 'description' | 'explain'> {
  readonly kinds: readonly Kind[];
  /** Whether the operator wants it of an upstream. */
  isWanted(options: SourceProfile['options']): boolean;
  /** Whether rows that are gone are found by comparing keys; else a changed row says that it is gone. */
  comparesKeys(options: SourceProfile['options']): boolean;
  /** Raised when rows that are stored lack what is read now. */
  version(): string;
  /** Rows behind a mark; all rows where there is none. `counts` asks for their number. */
  changes(after: ChangeMark | null, counts: boolean, profile: SourceProfile): UpstreamRequest;
  /** Throws SourceError. */
  readChanges(
    body: string,
    after: ChangeMark | null,
    nowMs: number,
    profile: SourceProfile,
  ): ChangesPage;
  keys(after: string | number | null, profile: SourceProfile): UpstreamRequest;
  /** Throws SourceError. */
  readKeys(body: string, profile: SourceProfile): KeysPage;
}
