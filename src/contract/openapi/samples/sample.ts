import type { FieldNote, Summary } from '../../envelope.js';
import type { Row, RowOf } from '../../rows.js';
import type { Kind, Money, SourceName } from '../../values.js';

/** One page with one row of the synthetic world: what the examples of a route are made from. */
export interface Sample<S extends SourceName, K extends Kind> {
  readonly query: Readonly<Record<string, unknown>>;
  readonly next_cursor: string | null;
  readonly collected_at: string;
  readonly summary: Summary;
  readonly row: RowOf<S, K>;
  /** A reason for every null of the row. */
  readonly field_notes: readonly FieldNote[];
}

/** A sample of whatever route. */
export interface AnySample extends Omit<Sample<SourceName, Kind>, 'row'> {
  readonly row: Row;
}

export const usd = (amount: number): Money => ({ amount, currency: 'USD' });
