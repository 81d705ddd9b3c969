/** Upstream pages fetched recently by this process or by others, whose store is behind a port. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#base/clock.js';
import type { Limits } from '#base/limits.js';
import { CLOCK_STEP_MS } from '#base/steady-clock.js';

/** A page as the source sent it: parsed, it would take several times the counted bytes. */
export interface CachedBody {
  readonly body: Buffer;
  readonly readAtMs: number;
}

/** Whether what was read then is new enough, and not from the future of a clock that went back. */
export const isUsable = (readAtMs: number, sinceMs: number, nowMs: number): boolean =>
  readAtMs >= sinceMs && readAtMs < nowMs + CLOCK_STEP_MS;

export interface PageStore {
  /** The body stored under a key if it was read at `sinceMs` or later; else null. */
  find(key: string, sinceMs: number): Promise<CachedBody | null>;
  /** Stores a body some time after this returns. */
  keep(key: string, body: CachedBody): void;
}

/** Stores nothing: for a process that shares its sources with no other. */
export const NO_PAGES: PageStore = { find: async () => null, keep: () => undefined };

/** Recently fetched upstream pages: one that spans two of our pages is fetched once. */
export function openPageCache(limits: Limits, clock: Clock) {
  const cache = new LRUCache<string, CachedBody>({
    maxSize: Math.max(1, limits.UPSTREAM_CACHE_BYTES),
    ttl: limits.UPSTREAM_CACHE_S * 1000,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    perf: { now: () => clock.nowMs() },
  });
  return {
    find: (key: string, sinceMs: number): CachedBody | null => {
      const known = cache.get(key);
      if (known === undefined || !isUsable(known.readAtMs, sinceMs, clock.nowMs())) return null;
      return known;
    },
    keep: (key: string, body: CachedBody, ttl = cache.ttl): void => {
      cache.set(key, body, { ttl });
    },
  };
}
