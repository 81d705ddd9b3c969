import PQueue from 'p-queue';
import type { Pool } from './db.js';

/**
 * The pool as work that nobody waits for uses it: at most `places` of its statements and transactions are in the
 * pool's queue at once, so that a call waits behind so many and no more. In the order of their coming.
 */
export function behindCalls(pool: Pool, places: number): Pool {
  const queue = new PQueue({ concurrency: places });
  return {
    ...pool,
    rows: (text, values, name) => queue.add(() => pool.rows(text, values, name)),
    transaction: (work, timeoutMs) => queue.add(() => pool.transaction(work, timeoutMs)),
  };
}
