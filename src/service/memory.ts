/** What a process keeps in memory for its hot path, each part bounded and safe to lose. */
import type { Clock } from '#base/clock.js';
import type { Limits } from '#contract/limits.js';
import type { Db } from '#store/db.js';
import type { Wake } from '#store/wake.js';
import { type Access, openAccess } from './access.js';
import { openPages, openSearches, type Pages, type Searches } from './caches.js';
import { type Desk, openDesk } from './desk.js';
import { openTails, type Tails } from './tails.js';
import { openWaiters, type Waiters } from './waiters.js';

export interface Memory {
  readonly access: Access;
  readonly desk: Desk;
  readonly tails: Tails;
  readonly searches: Searches;
  readonly pages: Pages;
  readonly waiters: Waiters;
}

interface Around {
  readonly db: Db;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly wake: Wake;
  readonly stopping: AbortSignal;
}

/** Opens an empty memory over a database, and listens for what makes parts of it stale. */
export function openMemory({ db, clock, limits, wake, stopping }: Around): Memory {
  const tails = openTails(limits.TAILS_IN_MEMORY_BYTES);
  const waiters = openWaiters(db, clock);
  wake.on('stored', (digest) => tails.forget(digest));
  wake.on('settled', (id) => waiters.settled(id));
  stopping.addEventListener('abort', () => waiters.end(), { once: true });
  return {
    access: openAccess(db, clock, limits.KEYS_IN_MEMORY, (id) => waiters.accessChanged(id)),
    desk: openDesk(db, clock, limits.JOB_RETENTION_S),
    pages: openPages(),
    tails,
    searches: openSearches(),
    waiters,
  };
}
