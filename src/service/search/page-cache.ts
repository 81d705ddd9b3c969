/** Results in memory, in the form in which they are sent: a cache hit copies them. */

import { LRUCache } from 'lru-cache';
import { CLOCK_STEP_MS } from '#base/steady-clock.js';
import type { StoredResult } from '#store/results.js';
import { pageHash, type Task } from './task.js';

/** A result from its `count` member on: every delivery shares these bytes. */
export interface CachedPage {
  readonly result_id: string;
  readonly page_hash: string;
  readonly route: string;
  readonly collectedAtMs: number;
  readonly freshUntilMs: number;
  readonly past_end: boolean;
  /** The licensed feeds that were read; null where no licence was needed. */
  readonly feeds: readonly string[] | null;
  /** Compressed, as it is stored. */
  readonly body: Buffer;
  /** The same uncompressed, for callers that do not accept compression. */
  identity(): Buffer;
  /** The page after this one, to be read ahead; null after the last. */
  readonly next: { readonly task: Task; readonly page_hash: string } | null;
}

export interface PageCache {
  /** The newest cached result of a page, if still fresh and collected at `sinceMs` or later. */
  fresh(page_hash: string, nowMs: number, sinceMs: number): CachedPage | undefined;
  ofResult(resultId: string): CachedPage | undefined;
  /** Caches a result; returns its page. */
  put(result: StoredResult): CachedPage;
  /** Caches a result as the newest of its page, as just looked up; returns its page. */
  putNewest(result: StoredResult): CachedPage;
  /** A newer result of this page was stored by some process. */
  forget(page_hash: string): void;
}

/** Memory of a page besides its body. */
const OVERHEAD_BYTES = 1_024;

/** How bodies are compressed for the store and for callers. */
export interface BodyCodec {
  encode(text: string): Buffer;
  /** Throws when the bytes do not decode. */
  decode(body: Buffer): Buffer;
}

/** Opens the cache, bounded by `bytesMax` for compressed bodies and again for uncompressed ones. */
export function openPageCache(bytesMax: number, codec: BodyCodec): PageCache {
  const newest = new Map<string, string>();
  const texts = sized<Buffer>(bytesMax, (text) => text.length);
  const pageCache = sized<CachedPage>(
    bytesMax,
    ({ body }) => body.length,
    ({ result_id, page_hash }) => {
      if (newest.get(page_hash) === result_id) newest.delete(page_hash);
    },
  );
  const textOf = (resultId: string, body: Buffer): Buffer => {
    const text = texts.get(resultId) ?? codec.decode(body);
    texts.set(resultId, text);
    return text;
  };
  const put = (result: StoredResult): CachedPage => {
    const known = pageCache.get(result.result_id);
    if (known !== undefined) return known;
    const page = pageOf(result, textOf);
    pageCache.set(page.result_id, page);
    return page;
  };
  return {
    fresh: (page_hash, nowMs, sinceMs) => {
      const id = newest.get(page_hash);
      const page = id === undefined ? undefined : pageCache.get(id);
      if (page === undefined || page.freshUntilMs <= nowMs) return undefined;
      // Collected before the clock stepped back: its time is in the future.
      if (page.collectedAtMs > nowMs + CLOCK_STEP_MS) return undefined;
      return page.collectedAtMs >= sinceMs ? page : undefined;
    },
    ofResult: (resultId) => pageCache.get(resultId),
    put,
    putNewest: (result) => {
      const page = put(result);
      const other = pageCache.get(newest.get(page.page_hash) ?? '');
      if (other === undefined || other.collectedAtMs <= page.collectedAtMs) {
        if (pageCache.has(page.result_id)) newest.set(page.page_hash, page.result_id);
      }
      return page;
    },
    forget: (page_hash) => newest.delete(page_hash),
  };
}

function sized<V extends object>(
  bytesMax: number,
  bytesOf: (value: V) => number,
  dispose?: (value: V) => void,
) {
  return new LRUCache<string, V>({
    maxSize: Math.max(1, bytesMax),
    sizeCalculation: (value) => bytesOf(value) + OVERHEAD_BYTES,
    ...(dispose && { dispose }),
  });
}

function pageOf(
  result: StoredResult,
  textOf: (resultId: string, body: Buffer) => Buffer,
): CachedPage {
  const task = result.next_task as Task | null;
  const { result_id, page_hash, route, past_end, feeds, body_gzip: body } = result;
  return {
    result_id,
    page_hash,
    route,
    past_end,
    feeds,
    collectedAtMs: result.collected_at.getTime(),
    freshUntilMs: result.fresh_until.getTime(),
    body,
    identity: () => textOf(result_id, body),
    next: task === null ? null : { task, page_hash: pageHash(task.search, task.position) },
  };
}
