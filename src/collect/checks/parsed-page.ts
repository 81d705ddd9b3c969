/** A page of a source as every later step sees it: counting, splitting and reading share its parsed rows. */
import type { Row } from '#contract/rows.js';
import type { RowRead } from '#domain/parsed-row.js';
import type { SourcePage } from '#sources/driver.js';

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
