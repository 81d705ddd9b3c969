/** Sold homes without a price: each says why, since an empty cell reads like a price not found. */
import type { FieldNote } from '#contract/envelope.js';
import type { NoteReason, SalePriceDisclosure } from '#contract/values.js';
import type { Table } from './tool.js';

const PRICE = 'sale_price.amount';
/** Beside the price of sold homes, where at least one has none. */
export const WHY_UNPRICED = 'sale_price.why_empty';

interface Sold {
  readonly sale_price: object | null;
  readonly sale_price_disclosure: SalePriceDisclosure;
}

const isSold = (row: object): row is Sold => 'sale_price' in row && 'sale_price_disclosure' in row;

/**
 * Why a row has no sale price; null for one that has it, and for homes that are not sold. The notes
 * of a page apply to all of its rows, the disclosure to this one.
 */
export function whyUnpriced(row: object, notes: readonly FieldNote[] = []): string | null {
  if (!isSold(row) || row.sale_price !== null) return null;
  const hidden: NoteReason = 'not_disclosed';
  if (row.sale_price_disclosure === hidden) return hidden;
  const others = notes
    .filter(({ field, reason }) => field === 'sale_price' && reason !== hidden)
    .map(({ reason }) => reason);
  return others.length === 0 ? 'not_reported' : [...new Set(others)].join(' or ');
}

/** A row whose missing sale price is replaced by the reason, at `sale_price.why_empty`. */
export function explained<R extends object>(row: R, notes: readonly FieldNote[] = []): R {
  const why = whyUnpriced(row, notes);
  return why === null ? row : { ...row, sale_price: { why_empty: why } };
}

/** A table with the reason beside each missing sale price. */
export function withReason(table: Table, notes: readonly FieldNote[] = []): Table {
  const { columns, rows } = table;
  const isMissing = rows.some((row) => whyUnpriced(row, notes) !== null);
  if (!isMissing || !columns.includes(PRICE)) return table;
  return {
    columns: columns.flatMap((column) => (column === PRICE ? [PRICE, WHY_UNPRICED] : [column])),
    rows: rows.map((row) => explained(row, notes)),
  };
}
