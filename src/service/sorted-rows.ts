/**
 * A search with an order is read whole before its first page is cut, because no source sorts across
 * the parts that it has to be divided into. The whole is kept for the pages that follow.
 */
import type { Row } from '#contract/rows.js';
import type { Kind } from '#contract/values.js';
import { START } from '#domain/position.js';
import type { Reading } from '#domain/reading.js';
import { orderOf, sortRows } from '#domain/sort.js';
import type { Snapshot } from './caches.js';
import { walk } from './walk.js';
import { type WalkInput, WalkState } from './walk-state.js';

/** Whether a search of this kind and sort is read whole. */
export const isSorted = (kind: Kind, sort: string | undefined): boolean =>
  orderOf(kind, sort) !== null;

/** The whole search in its order, at most `rowsMax` rows of it; from the snapshots when it is there. */
export async function readSorted(
  input: WalkInput,
  kind: Kind,
  key: string,
  rowsMax: number,
): Promise<Snapshot> {
  const { snapshots } = input.house;
  const known = snapshots.get(key);
  if (known !== undefined && known.oldestReadMs >= input.freshSinceMs) return known;
  const state = new WalkState(START, rowsMax);
  const rows: Reading<Row>[] = [];
  for await (const { reading } of walk(unbiased(input), state)) {
    if (rows.length === rowsMax) {
      state.missing.push(
        `the order is that of the first ${rowsMax} rows read; ask for a smaller area`,
      );
      break;
    }
    rows.push(reading);
  }
  const order = orderOf(kind, input.filters.sort);
  const snapshot: Snapshot = {
    rows: order === null ? rows : sortRows(withoutRepeats(rows), order),
    dropped: state.dropped,
    missing: state.missing,
    reportedTotal: state.countsRows ? state.reportedTotal : null,
    oldestReadMs: state.oldestReadMs,
  };
  if (input.house.limits.UPSTREAM_CACHE_S > 0) snapshots.set(key, snapshot);
  return snapshot;
}

/**
 * A page sorted by price is no sample of its prices, and cuts are made on samples. So the source is
 * not asked to sort by price: we do.
 */
function unbiased(input: WalkInput): WalkInput {
  const { sort, ...filters } = input.filters;
  return sort === 'newest' ? input : { ...input, filters };
}

/** Parts of a search may repeat a row that moved between two readings. */
function withoutRepeats(rows: readonly Reading<Row>[]): Reading<Row>[] {
  return [...new Map(rows.map((row) => [row.source_id, row])).values()];
}
