/** The cleanup of a store without its service. */
import { defaultLimits } from '#base/limits.js';
import type { App } from '#service/app.js';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import type { Pool } from '#store/db.js';
import { systemClock } from '../../src/system.js';

/** One round as the service makes it, `laterMs` from now, of a service that keeps no feeds; the rows that it removed. */
export const cleanUpLater = (pool: Pool, laterMs: number): Promise<number> =>
  cleanUpOnce({
    db: pool,
    limits: defaultLimits(),
    clock: { ...systemClock, nowMs: () => Date.now() + laterMs },
    client: { feeds: () => [] },
  } as unknown as App);
