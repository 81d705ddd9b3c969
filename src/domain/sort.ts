/** The order of a sorted search, exact across all of its rows. */
import type { Row } from '#contract/rows.js';
import type { Kind } from '#contract/values.js';
import { priceOf } from './filters.js';
import { type ParsedRow, valueOr } from './parsed-row.js';

type AnyRow = ParsedRow<Row>;
type SortValue = number | string | null;
type Key = (row: AnyRow) => SortValue;

export interface Order {
  readonly key: Key;
  readonly descending: boolean;
}

/**
 * The order of a search; null when the source's own order is used. Auctions have their own order:
 * soonest first.
 */
export function orderOf(kind: Kind, sort: string | undefined): Order | null {
  if (sort === 'price_high') return { key: priceOf, descending: true };
  if (sort === 'price_low') return { key: priceOf, descending: false };
  if (sort === 'newest') return { key: kind === 'sold' ? soldDate : listDate, descending: true };
  return kind === 'auctions' ? { key: auctionStart, descending: false } : null;
}

/** The parts of a row that sorting needs. */
export interface Sortable {
  /** The order's `key` for the row. */
  readonly key: SortValue;
  readonly source_id: string;
}

/**
 * The rows in order. Rows without the value come last. If no row has it, the source's order stays;
 * between equal rows the source id decides.
 */
export function sortRows<R extends Sortable>(rows: readonly R[], order: Order): R[] {
  const indexed = rows.map((row, index) => ({ row, index }));
  const known = rows.some(({ key }) => key !== null);
  indexed.sort((a, b) => {
    const byKey = compare(a.row.key, b.row.key, order.descending);
    if (byKey !== 0 || !known) return byKey || a.index - b.index;
    return compareIds(a.row.source_id, b.row.source_id);
  });
  return indexed.map(({ row }) => row);
}

function compare(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (a === b) return 0;
  return (a < b ? -1 : 1) * (descending ? -1 : 1);
}

const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const soldDate: Key = (row) => ('sold_date' in row ? valueOr(row.sold_date) : null);
const listDate: Key = (row) => valueOr(row.list_date);
const auctionStart: Key = (row) =>
  'auction_start' in row.extras ? valueOr(row.extras.auction_start) : null;
