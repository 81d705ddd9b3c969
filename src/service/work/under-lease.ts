/** Work that a process does under a lease, and work with a time limit. */
import type { Lease } from '#store/claims.js';
import { type App, now, secondsFromNow } from '../app.js';

/** How many times a lease is renewed before it would end. */
const RENEWALS_PER_LEASE = 3;

/** How a lease is held. */
export interface Hold {
  readonly leaseS: number;
  /** When the work must end, in milliseconds since the epoch; omitted if it has its own limits. */
  readonly endsMs?: number | undefined;
  /** Extends the lease; false when it was lost. */
  renew(until: Date): Promise<boolean>;
}

/** A lease from now on; it holds nothing until a statement of the store claims a row with it. */
export const newLease = (app: Pick<App, 'clock' | 'ids'>, leaseS: number): Lease => ({
  lease_id: app.ids.uuid(),
  now: now(app),
  until: secondsFromNow(app, leaseS),
});

/**
 * Does work under a lease that is renewed until the work ends. The work's signal aborts with
 * `stop`, when the lease is lost, and when the time for the work is over.
 */
export function underLease<T>(
  app: Pick<App, 'clock'>,
  hold: Hold,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const forMs = hold.endsMs === undefined ? undefined : hold.endsMs - app.clock.nowMs();
  return whileWatched(stop, work, (ended, lose) => [
    keepLease(app, hold, ended).then((isKept) => isKept || lose()),
    ...(forMs === undefined ? [] : [app.clock.sleep(forMs, ended).then(lose)]),
  ]);
}

/** Does work whose signal aborts with `stop`, and after this many seconds. */
export const withinTime = <T>(
  { clock }: Pick<App, 'clock'>,
  seconds: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  whileWatched(stop, work, (ended, lose) => [clock.sleep(seconds * 1000, ended).then(lose)]);

/** Does work beside watchers that end with it. */
async function whileWatched<T>(
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  watch: (ended: AbortSignal, lose: () => void) => readonly Promise<unknown>[],
): Promise<T> {
  const ended = new AbortController();
  const lost = new AbortController();
  const watched = Promise.all(watch(ended.signal, () => lost.abort()));
  try {
    return await work(AbortSignal.any([stop, lost.signal]));
  } finally {
    ended.abort();
    await watched;
  }
}

/** Renews the lease until the signal aborts; false when it was lost. */
async function keepLease(
  app: Pick<App, 'clock'>,
  { leaseS, renew }: Hold,
  ended: AbortSignal,
): Promise<boolean> {
  const everyMs = (leaseS * 1000) / RENEWALS_PER_LEASE;
  let waitMs = everyMs;
  for (;;) {
    await app.clock.sleep(waitMs, ended);
    if (ended.aborted) return true;
    const atMs = app.clock.nowMs();
    // An unreachable database may answer the next renewal; if not, the lease ends.
    if (!(await renew(secondsFromNow(app, leaseS)).catch(() => true))) return false;
    // A renewal that waited for a long statement is already old.
    waitMs = Math.max(0, everyMs - (app.clock.nowMs() - atMs));
  }
}
