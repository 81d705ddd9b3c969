/** The caller's connection closed before it was charged: nothing is charged or answered. */
export class CallerGone extends Error {}

/** A caller who may have to wait for a turn. */
export interface Waiter {
  /** Aborts when the caller has closed its sending side. */
  readonly silent: AbortSignal;
  /** The feeds that its account may read now; throws when its key or account has ended. */
  readonly readmit: () => readonly string[] | Promise<readonly string[]>;
}
