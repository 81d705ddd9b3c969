/** Upstream pages that were read a short while ago: by this process, and by others, whose store lies behind a port. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#base/clock.js';
import type { Limits } from '#base/limits.js';

/** A page as the source sent it: parsed, it would take several times the bytes that are counted. */
export interface CachedBody {
  readonly body: Buffer;
  readonly readAtMs: number;
}

export interface PageStore {
  /** The body kept under a key, when it was read at `sinceMs` or later; null when there is none. */
  find(key: string, sinceMs: number): Promise<CachedBody | null>;
  /** Keeps a body, some time after this returns. */
  keep(key: string, body: CachedBody): void;
}

/** Keeps nothing: for a process that shares its sources with no other. */
export const NO_PAGES: PageStore = { find: async () => null, keep: () => undefined };

/** Pages that were read a short while ago, so that pages that straddle are not read twice. */
export function openPageCache(limits: Limits, clock: Clock): LRUCache<string, CachedBody> {
  return new LRUCache<string, CachedBody>({
    maxSize: Math.max(1, limits.UPSTREAM_CACHE_BYTES),
    ttl: limits.UPSTREAM_CACHE_S * 1000,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    perf: { now: () => clock.nowMs() },
  });
}
