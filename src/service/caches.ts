/** In-memory caches of the hot path, each bounded and safe to lose. */
import type { Clock } from '#base/clock.js';
import type { Limits } from '#base/limits.js';
import type { Db } from '#store/db.js';
import type { Notifications } from '#store/notifications.js';
import { type Access, openAccess } from './accounts/access.js';
import { type Batchers, openBatchers } from './search/batchers.js';
import { type LongPolls, openLongPolls } from './search/long-polls.js';
import { type BodyCodec, openPageCache, type PageCache } from './search/page-cache.js';
import { openPages, openQueryCache, type Pages, type QueryCache } from './search/query-cache.js';

export interface Caches {
  readonly access: Access;
  readonly batchers: Batchers;
  readonly pageCache: PageCache;
  readonly queryCache: QueryCache;
  readonly pages: Pages;
  readonly longPolls: LongPolls;
}

interface Around {
  readonly db: Db;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly notifications: Notifications;
  readonly stopping: AbortSignal;
  readonly codec: BodyCodec;
}

/** Opens empty caches over a database, and listens for what makes parts of them stale. */
export function openCaches({ db, clock, limits, notifications, stopping, codec }: Around): Caches {
  const pageCache = openPageCache(limits.PAGE_CACHE_BYTES, codec);
  const longPolls = openLongPolls(db, clock);
  notifications.on('stored', (page_hash) => pageCache.forget(page_hash));
  notifications.on('settled', (id) => longPolls.settled(id));
  const access = openAccess(db, clock, limits.KEYS_IN_MEMORY);
  access.onChange((id) => longPolls.accessChanged(id));
  stopping.addEventListener('abort', () => longPolls.end(), { once: true });
  return {
    access,
    batchers: openBatchers(db, clock, limits.JOB_RETENTION_S),
    pages: openPages(),
    pageCache,
    queryCache: openQueryCache(),
    longPolls,
  };
}
