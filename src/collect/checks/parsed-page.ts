/** A page of a source as every later step sees it: counting, splitting and reading share its parsed rows. */
import type { Row } from '#contract/rows.js';
import type { SourceName } from '#contract/sources.js';
import type { Kind } from '#contract/values.js';
import type { ParsedRow, RowRead } from '#domain/parsed-row.js';
import type { Geo } from '#geo/geo.js';
import type { Driver, SourcePage } from '#sources/driver.js';
import type { RowView } from '#sources/expectations.js';
import type { Loss, Normal, Seen } from './field-history.js';

export interface ParsedPage {
  readonly page: Omit<SourcePage, 'rows'> & { readonly rows: readonly RowRead<Row>[] };
  /** When the source was read. */
  readonly readAtMs: number;
  /** Fields of which the page carries less than it should. */
  readonly faults: FieldFaults;
}

/** What is wrong with a field of an answer. */
export interface FieldFault {
  readonly why: string;
  /** Whether no value of it is trusted; else only those that cannot be read are missing. */
  readonly lost: boolean;
}
export type FieldFaults = ReadonlyMap<string, FieldFault>;

/** What the checks of an answer need to know of its search. */
export interface Checked {
  readonly source: SourceName;
  readonly kind: Kind;
  readonly driver: Driver;
  readonly history: SeenBefore;
  readonly geo: Geo;
}

/** What was seen of the source and kind before, asked on behalf of one page. */
export interface SeenBefore {
  /** The loss that a page's rows show of a signal; null where nothing is lost. */
  judge(name: string, normal: Normal, seen: Seen): Loss | null;
  /** Records that all rows of a page have one value; whether unlike places confirm it. */
  suspect(name: string, value: string): boolean;
  /** Records that the rows of a page differ. */
  clear(name: string): void;
}

/** A row as the source sent it and as it was read. */
export interface Pair {
  readonly view: RowView;
  readonly row: ParsedRow<Row>;
}

/** A fault of some fields. */
export interface Finding {
  readonly fields: readonly string[];
  readonly why: string;
  /** Only some rows are concerned: what the others say is trusted. */
  readonly some?: boolean;
}
