import { openTurns } from '#base/turns.js';
import { apiError } from '#domain/api-error.js';
import type { Pool } from './db.js';

/** Sessions of a server that batches of calls and looks of the process have beside what accounts share: one of so many. */
const SESSIONS_PER_OWN = 5;
/** One session is spare for so many that accounts share: the others cannot hold it. */
const SESSIONS_PER_SPARE = 4;

export interface SessionShares {
  /** Sessions in which statements and transactions of accounts run at once. */
  readonly sessions: number;
  /** Those that one account may hold. */
  readonly sessionsEach: number;
  /** Longest wait for a turn; it has no bound when left out. */
  readonly waitMs?: number;
}

/** The one session of the embedded database. */
export const ONE_SESSION: SessionShares = { sessions: 1, sessionsEach: 1 };

/** How the sessions of a pool to a server are shared. */
export function sharesOf(poolMax: number, waitMs: number): SessionShares {
  const sessions = Math.max(1, poolMax - Math.ceil(poolMax / SESSIONS_PER_OWN));
  const sessionsEach = Math.max(1, sessions - Math.ceil(sessions / SESSIONS_PER_SPARE));
  return { sessions, sessionsEach, waitMs };
}

/**
 * The pool as the calls of each account use it: accounts take turns with their statements and transactions. So one
 * waits behind one of each other account, however many those have begun. What is behind calls takes turns as one more.
 */
export function accountPools(
  pool: Pool,
  { sessions, sessionsEach, waitMs }: SessionShares,
): (account: string) => Pool {
  const turns = openTurns(sessions, sessionsEach);
  const inTurn = async <T>(account: string, work: () => Promise<T>): Promise<T> => {
    const leave =
      turns.takeFree(account) ??
      (await turns.take(account, waitMs === undefined ? undefined : AbortSignal.timeout(waitMs)));
    if (leave === null) throw apiError('storage_unavailable');
    return work().finally(leave);
  };
  return (account) => ({
    ...pool,
    rows: (text, values, name) => inTurn(account, () => pool.rows(text, values, name)),
    transaction: (work, timeoutMs) => inTurn(account, () => pool.transaction(work, timeoutMs)),
  });
}
