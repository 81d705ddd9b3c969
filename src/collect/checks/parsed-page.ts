/** A page of a source as every later step sees it: counting, splitting and reading share it. */
import type { Row } from '#contract/rows.js';
import type { RowRead } from '#domain/parsed-row.js';
import type { SourcePage } from '#sources/driver.js';

export interface ParsedPage {
  readonly page: Omit<SourcePage, 'rows'> & { readonly rows: readonly RowRead<Row>[] };
  /** When the page was fetched. */
  readonly readAtMs: number;
  /** Fields that the page fills less often than it should. */
  readonly faults: FieldFaults;
}

/** A fault of one field of an answer. */
export interface FieldFault {
  readonly why: string;
  /** Whether none of its values is trusted; otherwise only unreadable ones are missing. */
  readonly lost: boolean;
}
export type FieldFaults = ReadonlyMap<string, FieldFault>;
