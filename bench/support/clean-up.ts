/** The cleanup of a store without its service. */
import { defaultLimits } from '#base/limits.js';
import type { App } from '#service/app.js';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import type { Pool } from '#store/db.js';
import { systemClock } from '../../src/system.js';

/** One cleanup round of a service without feeds, `laterMs` from now; returns the rows removed. */
export const cleanUpLater = (pool: Pool, laterMs: number): Promise<number> =>
  cleanUpOnce({
    db: pool,
    limits: defaultLimits(),
    clock: { ...systemClock, nowMs: () => Date.now() + laterMs },
    client: { feeds: () => [] },
  } as unknown as App);
