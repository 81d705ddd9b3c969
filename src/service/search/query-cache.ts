/** In-memory caches of queries and their pages, each bounded. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Route } from '#contract/routes.js';
import type { CachedPageRow } from '#store/hits.js';
import type { Task } from './task.js';

/** Pages requested a short while ago are not queued again. */
const RECENT_MAX = 10_000;

export type ReadAheads = LRUCache<string, true>;

/** Remembers which pages were read ahead; `nowMs` is the clock's. */
export const openReadAheads = (ttlS: number, nowMs: () => number): ReadAheads =>
  new LRUCache<string, true>({
    max: RECENT_MAX,
    ttl: Math.max(1, ttlS) * 1000,
    perf: { now: nowMs },
  });

/** A parsed query: what to collect, the hash of its page, and the normalized query as JSON text. */
export interface Search {
  readonly task: Task;
  readonly page_hash: string;
  readonly normalizedQuery: string;
}

/** The cache key of a parsed query. */
export const wordsOf = (
  { id }: Pick<Route, 'id'>,
  queryText: string,
  feeds: readonly string[] | null,
): string => `${id}?${queryText}${feeds === null ? '' : `#${feeds.join()}`}`;

/** Parsed queries by route and raw query string: equal text is parsed once. */
export type QueryCache = LRUCache<string, Search>;

const SEARCHES_MAX = 20_000;
const SEARCH_CHARS_MAX = 16_777_216;

/** Opens the query cache, bounded by entries and by characters. */
export const openQueryCache = (): QueryCache =>
  new LRUCache({
    max: SEARCHES_MAX,
    maxSize: SEARCH_CHARS_MAX,
    sizeCalculation: ({ normalizedQuery }, words) => normalizedQuery.length + words.length,
  });

/** The page that a search delivers now, with the id under which its hits are stored. */
export type Pages = (search: Search, route: string, resultId: string) => CachedPageRow;

/** Opens the pages of searches, one each, evicted with the search. */
export function openPages(): Pages {
  const pages = new WeakMap<Search, CachedPageRow>();
  return (search, route, result_id) => {
    const known = pages.get(search);
    if (known?.result_id === result_id) return known;
    const { page_hash, normalizedQuery: query } = search;
    const page = { page_id: pageId(result_id, query), route, page_hash, query, result_id };
    pages.set(search, page);
    return page;
  };
}

/** The same on all nodes: a UUID derived from its contents (RFC 9562, version 8). */
function pageId(resultId: string, query: string): string {
  const hex = hash('sha256', `${resultId} ${query}`, 'hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return `${parts.join('-')}-${hex.slice(20, 32)}`;
}
