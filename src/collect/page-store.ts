/** Upstream pages that other processes have read, kept for a short time. The store lies behind it. */

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
