/** The part of the driver port for feeds that are replicated into local tables. */
import type { Kind } from '#contract/values.js';
import type { ChangeMark } from '#domain/table.js';
import type { HttpDriver, SourceProfile, UpstreamRequest } from './driver.js';

/** A replicated row of a feed. */
export interface ReplicaRow {
  readonly key: string;
  /** The row's kind; null when it no longer has one: then it is removed. */
  readonly kind: Kind | null;
  /** The row that `toRow` reads. */
  readonly raw: unknown;
  /** The row for the search columns, as `toRow` reads it: a hidden place is not searchable. */
  readonly found_by: unknown;
}

/** A page of rows in order of change. */
export interface ChangesPage {
  readonly rows: readonly ReplicaRow[];
  /** Rows that could not be read at all. */
  readonly unreadable: number;
  /** Rows that the source counts after the requested mark; null if it sent no count. */
  readonly total: number | null;
  /** After the last row; null on an empty page. */
  readonly last: ChangeMark | null;
  /** Whether the page is shorter than requested and names no next one. */
  readonly isShort: boolean;
}

/** A page of keys in order. */
export interface KeysPage {
  readonly keys: readonly string[];
  readonly total: number | null;
  readonly last: string | number | null;
  readonly isShort: boolean;
}

/**
 * How the rows of a source are replicated into a local table: pulled in order of change, and
 * compared by key. Searches then query the table instead of the source.
 */
export interface Replication extends Pick<HttpDriver, 'description' | 'explain'> {
  readonly kinds: readonly Kind[];
  /** Whether the operator enabled it for an upstream. */
  isWanted(options: SourceProfile['options']): boolean;
  /** Whether deleted rows are found by comparing keys; otherwise a changed row says so. */
  comparesKeys(options: SourceProfile['options']): boolean;
  /** Increase when stored rows lack fields that are read now. */
  version(): string;
  /** Rows after a mark; all rows without one. `counts` requests their number. */
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
