/** A cache of searches: equal ones share the work, and the latest are cached, bounded by size. */
import { LRUCache } from 'lru-cache';

/** Rows cached over all searches of a portal. */
const ROWS_KEPT_MAX = 200_000;

export type Remember<T> = (key: string, make: () => Promise<T>) => Promise<T>;

/** A cache of searches; `rowsOf` returns how many rows one holds. */
export function remember<T extends object>(rowsOf: (found: T) => number): Remember<T> {
  const kept = new LRUCache<string, T>({
    maxSize: ROWS_KEPT_MAX,
    sizeCalculation: (found) => rowsOf(found) + 1,
  });
  // It is bounded by the server's open requests.
  const making = new Map<string, Promise<T>>();
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const started = making.get(key);
    if (started !== undefined) return started;
    const search = make()
      .then((found) => {
        kept.set(key, found);
        return found;
      })
      .finally(() => making.delete(key));
    making.set(key, search);
    return search;
  };
}
