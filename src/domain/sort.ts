/** The order of a search that asks for one, exact over the whole of it (interface-v1, "Query parameters"). */
import type { Row } from '#contract/rows.js';
import type { Kind } from '#contract/values.js';
import { priceOf } from './filters.js';
import { type ParsedRow, valueOr } from './parsed-row.js';

type AnyRow = ParsedRow<Row>;
type Key = (row: AnyRow) => number | string | null;

interface Order {
  readonly key: Key;
  readonly descending: boolean;
}

/**
 * The order of a search, or null when the source's own order is kept. Auctions have an order of their
 * own: soonest first.
 */
export function orderOf(kind: Kind, sort: string | undefined): Order | null {
  if (sort === 'price_high') return { key: priceOf, descending: true };
  if (sort === 'price_low') return { key: priceOf, descending: false };
  if (sort === 'newest') return { key: kind === 'sold' ? soldDate : listDate, descending: true };
  return kind === 'auctions' ? { key: auctionStart, descending: false } : null;
}

/**
 * The rows in order. Rows without the value come last; where no row has it, and between equals, the
 * order in which the source gave them stays when it was asked to sort, else the source id decides.
 */
export function sortRows(rows: readonly AnyRow[], order: Order): AnyRow[] {
  const keyed = rows.map((row, index) => ({ row, index, key: order.key(row) }));
  const known = keyed.some(({ key }) => key !== null);
  keyed.sort((a, b) => {
    const byKey = compare(a.key, b.key, order.descending);
    if (byKey !== 0 || !known) return byKey || a.index - b.index;
    return compareIds(a.row.source_id, b.row.source_id);
  });
  return keyed.map(({ row }) => row);
}

function compare(
  a: number | string | null,
  b: number | string | null,
  descending: boolean,
): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (a === b) return 0;
  return (a < b ? -1 : 1) * (descending ? -1 : 1);
}

const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const soldDate: Key = (row) => ('sold_date' in row ? valueOr(row.sold_date) : null);
const listDate: Key = (row) => valueOr(row.list_date);
const auctionStart: Key = (row) =>
  'auction_start' in row.extras ? valueOr(row.extras.auction_start) : null;
