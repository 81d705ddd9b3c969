/** Whether an upstream row belongs to the search: area, filters, repeats, sales of another row. */
import type { Row } from '#contract/rows.js';
import { locateRow } from '#domain/area.js';
import { inBox } from '#domain/box.js';
import { fitFilters, fitsSubfilter } from '#domain/filters.js';
import { homeId, homeKey } from '#domain/home-key.js';
import {
  type DropCause,
  isAbsent,
  type ParsedRow,
  type RowRead,
  valueOr,
} from '#domain/parsed-row.js';
import type { Filters } from '#domain/search.js';
import type { Part } from '#domain/split.js';
import type { AreaSearch } from './area-search.js';
import { mayLieIn } from './state-parts.js';

/**
 * Returns the row when it belongs to the search and is not a repeat; otherwise the reason.
 * `elsewhere` is neither lost nor dropped: another part of the area returns the row. `seen`
 * collects the part's ids.
 */
export function acceptRow(
  search: AreaSearch,
  part: Part,
  read: RowRead<Row>,
  readAtMs: number,
  seen: Set<string>,
): ParsedRow<Row> | DropCause | 'elsewhere' {
  if ('dropped' in read) return read.dropped;
  const { row } = read;
  if (seen.has(row.source_id)) return 'duplicate';
  seen.add(row.source_id);
  const cause = causeToDrop(search, part, row, readAtMs);
  return cause ?? (isSaleOfAnother(search, row, seen) ? 'other_channel' : row);
}

/**
 * Whether a row is a sale already returned from another channel of the source. Two homes of one
 * address and day that differ in size stay two rows: a duplicate is better than a lost home.
 */
function isSaleOfAnother(
  { driver }: Pick<AreaSearch, 'driver'>,
  row: ParsedRow<Row>,
  seen: Set<string>,
): boolean {
  const sale = driver.saleOfRow?.(row) ?? null;
  const { line1, unit, zip } = row.address;
  const home =
    sale === null
      ? null
      : homeKey({ line1: valueOr(line1) ?? '', unit: valueOr(unit), zip: valueOr(zip) ?? '' });
  if (sale === null || home === null || typeof home === 'string') return false;
  const name = `${homeId(home)} ${valueOr(row.living_area_sqft) ?? ''} ${sale.day}`;
  const own = `${name} ${sale.channel}`;
  if (seen.has(name) && !seen.has(own)) return true;
  seen.add(name).add(own);
  return false;
}

function causeToDrop(
  search: AreaSearch,
  { box, subfilter, remainder, state }: Part,
  row: ParsedRow<Row>,
  readAtMs: number,
): DropCause | 'elsewhere' | null {
  const { area, filters } = search;
  const point = valueOr(row.location);
  if (box !== null && point !== null && !inBox(box, point.lat, point.lng)) return 'outside_area';
  const located = locateRow(area.test, row, box);
  // A state is requested only to find the area in it: its other rows are not part of the search.
  const isElsewhere = state !== undefined && (located === 'outside' || !mayLieIn(search, row));
  if (located !== 'inside' && isElsewhere) return 'elsewhere';
  if (located !== 'inside') return located === 'outside' ? 'outside_area' : 'unplaceable';
  const fit = fitFilters(filters, row, readAtMs);
  if (fit === 'outside') return 'outside_filters';
  if (fit === 'unknown') return isPriceKept(filters, row) ? 'undisclosed' : 'unverifiable';
  return fitsSubfilter(subfilter, remainder, row) ? null : 'elsewhere';
}

/** Whether the search filters by price and this sale's price is not public. */
const isPriceKept = ({ min_price, max_price }: Filters, row: ParsedRow<Row>): boolean =>
  (min_price !== undefined || max_price !== undefined) &&
  'sale_price' in row &&
  isAbsent(row.sale_price) &&
  row.sale_price.absent === 'not_disclosed';
