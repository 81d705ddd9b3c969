/**
 * A sorted search is read whole before its first page is made, because no capped source sorts
 * across the parts into which an area has to be split. The result is cached for the pages that
 * follow. While it is read its rows are JSON, so that their bytes can be counted; then they are
 * sorted and compressed.
 */
import { promisify } from 'node:util';
import { gunzip, gzip, constants as zlib } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Row } from '#contract/rows.js';
import type { Kind } from '#contract/values.js';
import type { DropCause, ParsedRow } from '#domain/parsed-row.js';
import { START } from '#domain/position.js';
import { type Order, orderOf, type Sortable, sortRows } from '#domain/sort.js';
import { type AreaSearch, isReadInBoxes, Progress } from '../area/area-search.js';
import { readArea } from '../area/read-area.js';
import type { FieldFaults } from '../checks/parsed-page.js';
import { isUsable } from '../upstream/page-store.js';
import type { SortedAccount, SortedMemory } from './sorted-memory.js';

/** Rows of one chunk: the default page size, so that a page reads one chunk. */
const CHUNK_ROWS = 100;

/** A fully read search in its order, and what reading it found. */
export interface SortedArea {
  /** The rows as gzipped JSON arrays of CHUNK_ROWS; the last may be shorter. */
  readonly chunks: readonly Buffer[];
  readonly rowCount: number;
  readonly dropped: ReadonlyMap<DropCause, number>;
  readonly missing: readonly string[];
  readonly faults: FieldFaults;
  readonly reportedTotal: number | null;
  readonly oldestReadMs: number;
}

export type SortedAreas = LRUCache<string, SortedArea>;

/** Caches sorted areas, bounded by their bytes; `nowMs` is the clock's. */
export const openSortedAreas = (bytesMax: number, ttlS: number, nowMs: () => number): SortedAreas =>
  new LRUCache<string, SortedArea>({
    maxSize: bytesMax,
    maxEntrySize: bytesMax,
    sizeCalculation: ({ chunks }) => chunks.reduce((sum, { length }) => sum + length, 1),
    ttl: ttlS * 1000,
    perf: { now: nowMs },
  });

/** A row read: its sort values and its JSON. */
interface HeldRow extends Sortable {
  readonly json: Buffer;
}

/** Whether a search must be read whole: the source does not sort it across all pages. */
export function isReadWhole(search: AreaSearch, kind: Kind): boolean {
  const { sort } = search.filters;
  if (orderOf(kind, sort) === null) return false;
  const { rows_max, sorts } = search.driver.capabilities;
  const isOneQuestion = rows_max === null && (!isReadInBoxes(search) || search.area.exact);
  return !(isOneQuestion && sort !== undefined && sorts.includes(sort));
}

/** Where sorted areas are cached, and the limits while they are read. */
export interface SortedStore {
  readonly areas: SortedAreas;
  readonly memory: SortedMemory;
  /** The most rows of one search. */
  readonly rowsMax: number;
}

/** The whole search in its order; from the cache if it is there under `key`. */
export async function readSorted(
  search: AreaSearch,
  kind: Kind,
  { areas, memory, rowsMax }: SortedStore,
  key: string,
): Promise<SortedArea> {
  const known = areas.get(key);
  const { clock, freshSinceMs } = search;
  if (known !== undefined && isUsable(known.oldestReadMs, freshSinceMs, clock.nowMs()))
    return known;
  const account = memory.open(search.asker, search.signal);
  try {
    const sorted = await readWhole(search, kind, account, rowsMax);
    if (areas.ttl > 0) areas.set(key, sorted);
    return sorted;
  } finally {
    account.close();
  }
}

async function readWhole(
  search: AreaSearch,
  kind: Kind,
  account: SortedAccount,
  rowsMax: number,
): Promise<SortedArea> {
  const order = orderOf(kind, search.filters.sort);
  const progress = new Progress(START, rowsMax);
  const rows: HeldRow[] = [];
  for await (const { row } of readArea(unbiased(search), progress)) {
    const held = heldRow(row, order);
    if (rows.length === rowsMax || !(await account.take(held.json.length))) {
      progress.missing.push(
        `only the first ${rows.length} rows were ordered; search a smaller area`,
      );
      break;
    }
    rows.push(held);
  }
  const sorted = order === null ? rows : sortRows(withoutRepeats(rows), order);
  return {
    chunks: await compress(sorted),
    rowCount: sorted.length,
    dropped: progress.dropped,
    missing: progress.missing,
    faults: progress.faults,
    reportedTotal: progress.reportedTotal,
    oldestReadMs: progress.oldestReadMs,
  };
}

/** `count` rows of a sorted area starting at `from`: one chunk, or two. */
export async function rowsOf(
  { chunks }: SortedArea,
  from: number,
  count: number,
): Promise<ParsedRow<Row>[]> {
  const first = Math.floor(from / CHUNK_ROWS);
  const end = Math.ceil((from + count) / CHUNK_ROWS);
  const rows: ParsedRow<Row>[] = [];
  for (const chunk of chunks.slice(first, end)) {
    rows.push(...(JSON.parse((await gunzipped(chunk)).toString()) as ParsedRow<Row>[]));
  }
  const before = from - first * CHUNK_ROWS;
  return rows.slice(before, before + count);
}

/** Off the event loop: a whole city is tens of megabytes. */
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);
const FAST = { level: zlib.Z_BEST_SPEED };

async function compress(rows: readonly HeldRow[]): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
    const texts = rows.slice(from, from + CHUNK_ROWS).map(({ json }) => json.toString());
    chunks.push(await gzipped(`[${texts.join(',')}]`, FAST));
  }
  return chunks;
}

const heldRow = (row: ParsedRow<Row>, order: Order | null): HeldRow => ({
  key: order === null ? null : order.key(row),
  source_id: row.source_id,
  json: Buffer.from(JSON.stringify(row)),
});

/**
 * A page sorted by price is a biased sample of prices, and splits need a sample. So the source is
 * not asked to sort by price; this service sorts.
 */
function unbiased(search: AreaSearch): AreaSearch {
  const { sort, ...filters } = search.filters;
  return sort === 'newest' ? search : { ...search, filters };
}

/** Parts of a search may repeat a row that moved between two fetches. */
function withoutRepeats(rows: readonly HeldRow[]): HeldRow[] {
  return [...new Map(rows.map((row) => [row.source_id, row])).values()];
}
