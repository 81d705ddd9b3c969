/** What a process keeps in memory between calls, each bounded. */
import { LRUCache } from 'lru-cache';
import type { Row } from '#contract/rows.js';
import type { DropCause, Reading } from '#domain/reading.js';
import type { Task } from './task.js';

/** A whole search in its order, with what the reading of it learned. */
export interface Snapshot {
  readonly rows: readonly Reading<Row>[];
  readonly dropped: ReadonlyMap<DropCause, number>;
  readonly missing: readonly string[];
  readonly reportedTotal: number | null;
  readonly oldestReadMs: number;
}

export type Snapshots = LRUCache<string, Snapshot>;

/** Keeps snapshots, bounded by their rows; `nowMs` is the clock's. */
export const openSnapshots = (rowsMax: number, ttlS: number, nowMs: () => number): Snapshots =>
  new LRUCache<string, Snapshot>({
    maxSize: rowsMax,
    maxEntrySize: rowsMax,
    sizeCalculation: ({ rows }) => Math.max(1, rows.length),
    ttl: ttlS * 1000,
    perf: { now: nowMs },
  });

/** Pages asked for a short while ago need no second look. */
const RECENT_MAX = 10_000;

export type ReadAheads = LRUCache<string, true>;

/** Remembers which pages were read ahead; `nowMs` is the clock's. */
export const openReadAheads = (ttlS: number, nowMs: () => number): ReadAheads =>
  new LRUCache<string, true>({
    max: RECENT_MAX,
    ttl: Math.max(1, ttlS) * 1000,
    perf: { now: nowMs },
  });

/** A query as it was read: what to collect, the digest of its page, and its echo as JSON text. */
export interface Search {
  readonly task: Task;
  readonly digest: string;
  readonly echo: string;
}

/** Searches by route and raw query string: equal words need no second reading. */
export type Searches = LRUCache<string, Search>;

const SEARCHES_MAX = 20_000;
const SEARCH_CHARS_MAX = 16_777_216;

/** Opens the memory of searches, bounded by their number and their words. */
export const openSearches = (): Searches =>
  new LRUCache({
    max: SEARCHES_MAX,
    maxSize: SEARCH_CHARS_MAX,
    sizeCalculation: ({ echo }, words) => echo.length + words.length,
  });
