import { openTurns } from '#base/turns.js';
import { apiError } from '#domain/api-error.js';
import type { Pool } from './db.js';

/** One server session in this many is not shared: for batches of calls and the process itself. */
const SESSIONS_PER_OWN = 5;
/** One shared session in this many is spare: a single account cannot hold it. */
const SESSIONS_PER_SPARE = 4;

export interface SessionShares {
  /** Sessions in which statements and transactions of accounts run at once. */
  readonly sessions: number;
  /** How many of them one account may hold. */
  readonly sessionsEach: number;
  /** Longest wait for a turn; unbounded when left out. */
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
 * The pool as each account's calls use it: accounts take turns with statements and transactions. So
 * a call waits behind one of each other account, however many those have started. Background work
 * takes turns as one more account.
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
