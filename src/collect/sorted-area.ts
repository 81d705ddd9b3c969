/**
 * A search with an order is read whole before its first page is cut, because no capped source sorts
 * across the parts that an area has to be divided into. The whole is kept for the pages that follow.
 */
import { LRUCache } from 'lru-cache';
import type { Row } from '#contract/rows.js';
import type { Kind } from '#contract/values.js';
import type { DropCause, ParsedRow } from '#domain/parsed-row.js';
import { START } from '#domain/position.js';
import { orderOf, sortRows } from '#domain/sort.js';
import { type AreaSearch, isReadInBoxes, Progress } from './area-search.js';
import { readArea } from './read-area.js';

/** A whole search in its order, with what the reading of it learned. */
export interface SortedArea {
  readonly rows: readonly ParsedRow<Row>[];
  readonly dropped: ReadonlyMap<DropCause, number>;
  readonly missing: readonly string[];
  readonly reportedTotal: number | null;
  readonly oldestReadMs: number;
}

export type SortedAreas = LRUCache<string, SortedArea>;

/** Keeps sorted areas, bounded by their rows; `nowMs` is the clock's. */
export const openSortedAreas = (rowsMax: number, ttlS: number, nowMs: () => number): SortedAreas =>
  new LRUCache<string, SortedArea>({
    maxSize: rowsMax,
    maxEntrySize: rowsMax,
    sizeCalculation: ({ rows }) => Math.max(1, rows.length),
    ttl: ttlS * 1000,
    perf: { now: nowMs },
  });

/** Whether a search is read whole: it has an order that the source does not keep over all its pages. */
export function isReadWhole(search: AreaSearch, kind: Kind): boolean {
  const { sort } = search.filters;
  if (orderOf(kind, sort) === null) return false;
  const { rows_max, sorts } = search.driver.capabilities;
  const isOneQuestion = rows_max === null && (!isReadInBoxes(search) || search.area.exact);
  return !(isOneQuestion && sort !== undefined && sorts.includes(sort));
}

/** The whole search in its order, at most `rowsMax` rows of it; from `kept` when it is there. */
export async function readSorted(
  search: AreaSearch,
  kind: Kind,
  kept: SortedAreas,
  key: string,
  rowsMax: number,
): Promise<SortedArea> {
  const known = kept.get(key);
  if (known !== undefined && known.oldestReadMs >= search.freshSinceMs) return known;
  const progress = new Progress(START, rowsMax);
  const rows: ParsedRow<Row>[] = [];
  for await (const { row } of readArea(unbiased(search), progress)) {
    if (rows.length === rowsMax) {
      progress.missing.push(
        `the order is that of the first ${rowsMax} rows read; ask for a smaller area`,
      );
      break;
    }
    rows.push(row);
  }
  const order = orderOf(kind, search.filters.sort);
  const sorted: SortedArea = {
    rows: order === null ? rows : sortRows(withoutRepeats(rows), order),
    dropped: progress.dropped,
    missing: progress.missing,
    reportedTotal: progress.reportedTotal,
    oldestReadMs: progress.oldestReadMs,
  };
  if (kept.ttl > 0) kept.set(key, sorted);
  return sorted;
}

/**
 * A page sorted by price is no sample of its prices, and splits are made on samples. So the source is
 * not asked to sort by price: we do.
 */
function unbiased(search: AreaSearch): AreaSearch {
  const { sort, ...filters } = search.filters;
  return sort === 'newest' ? search : { ...search, filters };
}

/** Parts of a search may repeat a row that moved between two readings. */
function withoutRepeats(rows: readonly ParsedRow<Row>[]): ParsedRow<Row>[] {
  return [...new Map(rows.map((row) => [row.source_id, row])).values()];
}
