/** Work of many accounts in one process: how many units run at once, and whose comes next. */
import type { Signal } from '#store/notifications.js';
import type { App } from './app.js';
import { openWake } from './wake.js';

/** Work without a notification is found this often. */
const LOOK_EVERY_MS = 1_000;
/** One place is spare for so many that everybody shares. */
const PLACES_PER_SPARE = 4;

/** Units of work that wait in the database, and how one of them is done. */
export interface TurnQueue<T> {
  /** What a unit is, for the log. */
  readonly name: string;
  /** Units at once; the spare places come on top. */
  readonly places: number;
  readonly wokenBy?: Signal;
  /** After a look that found nothing: units that are written one by one are found a few at once. */
  readonly pauseMs?: number;
  /** Claims the next unit of an account that is not among `full`; undefined when there is none. */
  claim(full: readonly string[]): Promise<T | undefined>;
  /** Whose unit it is; null for one of several accounts. */
  accountOf(unit: T): string | null;
  work(unit: T): Promise<unknown>;
}

type Parts = Pick<App, 'clock' | 'notifications' | 'log'>;

/**
 * Runs units until the signal aborts; resolves when the last one in hand has ended. Any account may hold all places
 * that are shared. Spare ones, one for four, are only for accounts that hold none: however long the units of
 * one account take, another account's first one begins at once.
 */
export async function runTurns<T>(
  app: Parts,
  queue: TurnQueue<T>,
  signal: AbortSignal,
): Promise<void> {
  const places = openPlaces(queue.places);
  const turns = new Set<Promise<unknown>>();
  const wake = openWake();
  const off = queue.wokenBy && app.notifications.on(queue.wokenBy, wake.ring);
  while (!signal.aborted) {
    const woken = wake.next();
    const full = places.full();
    const unit = full === null ? undefined : await claim(app, queue, full);
    if (unit === undefined) {
      if (queue.pauseMs !== undefined) await app.clock.sleep(queue.pauseMs, signal);
      await app.clock.sleep(LOOK_EVERY_MS, AbortSignal.any([woken, signal]));
    } else {
      const leave = places.take(queue.accountOf(unit));
      const turn = work(app, queue, unit).finally(() => {
        turns.delete(turn);
        leave();
        // A place is free, and its account may have work again.
        wake.ring();
      });
      turns.add(turn);
    }
  }
  off?.();
  await Promise.all(turns);
}

const claim = <T>(
  app: Parts,
  queue: TurnQueue<T>,
  full: readonly string[],
): Promise<T | undefined> =>
  queue.claim(full).catch((error: unknown) => {
    app.log.warn({ err: error }, `${queue.name} could not be claimed; the next attempt continues`);
    return undefined;
  });

const work = <T>(app: Parts, queue: TurnQueue<T>, unit: T): Promise<unknown> =>
  queue
    .work(unit)
    .catch((error: unknown) =>
      app.log.error({ err: error }, `${queue.name} failed with an internal error`),
    );

/** All places where so many are shared. */
export const withSpare = (shared: number): number => shared + Math.ceil(shared / PLACES_PER_SPARE);

/** Places of one process: `shared` ones for everybody, and spare ones for accounts that hold none. */
function openPlaces(shared: number) {
  const total = withSpare(shared);
  const held = new Map<string, number>();
  let taken = 0;
  return {
    /** Accounts that get no place now; null when there is none for anybody. */
    full: (): readonly string[] | null => {
      if (taken >= total) return null;
      return taken < shared ? [] : [...held.keys()];
    },
    /** Takes a place; the function that it returns leaves it. */
    take: (account: string | null) => {
      taken += 1;
      if (account !== null) held.set(account, (held.get(account) ?? 0) + 1);
      return () => {
        taken -= 1;
        if (account === null) return;
        const left = (held.get(account) ?? 1) - 1;
        if (left === 0) held.delete(account);
        else held.set(account, left);
      };
    },
  };
}
