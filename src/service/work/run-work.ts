/** Work that waits in the database: units are claimed, run under a lease, and given back or tried again. */
import type { ClaimOrder, Lease } from '#store/claims.js';
import type { Signal } from '#store/notifications.js';
import { type App, now, secondsFromNow } from '../app.js';
import { openWake, runEvery } from './run-every.js';
import { newLease, underLease } from './under-lease.js';

/** Work without a notification is found this often. */
const LOOK_EVERY_MS = 1_000;
/** One place is spare for so many that everybody shares. */
const PLACES_PER_SPARE = 4;
/** However often a unit has failed, it is tried again after this time. */
const RETRY_S_MAX = 300;
/** Units of a kind whose failures a process counts; others are tried again as after the first. */
const FAILING_MAX = 1_000;

/** What is known of every unit: whose it is; null where it is one of several accounts, or of none. */
interface Owned {
  readonly account_id: string | null;
}

/** A kind of work, as a row of the table that src/start-work.ts has of them. */
export interface WorkKind<Unit extends Owned, End = unknown> {
  /** What a unit is, for the log. */
  readonly name: string;
  /** Units that one process runs at once; the spare places come on top. None: nothing is claimed. */
  readonly places: number;
  /** Time without a renewal after which another process may take a unit, in seconds. */
  readonly leaseS: number;
  /** Time from an internal error to the next try, in seconds; twice as long after each further error. */
  readonly retryS: number;
  /** The notification that there may be more. */
  readonly wokenBy?: Signal;
  /** After a look that found nothing: units that are written one by one are found a few at once. */
  readonly pauseMs?: number;
  /** Takes the next unit that is due under a lease; undefined when there is none. */
  claim(lease: Lease, order: ClaimOrder): Promise<Unit | undefined>;
  idOf(unit: Unit): string;
  /** When a unit has to have ended, in milliseconds since the epoch. */
  endsMs?(unit: Unit): number;
  /** Prolongs the lease of a unit; false when it was lost. */
  renew(unit: Unit, until: Date): Promise<boolean>;
  /** Runs a unit. `signal` aborts with `stop`, when the lease was lost, and when the time of the unit is over. */
  run(unit: Unit, signal: AbortSignal, stop: AbortSignal): Promise<End>;
  /** Whether a unit that ended so is still held, so that it is released at once. */
  isHeld(end: End): boolean;
  /** Gives a unit back; left out where its lease simply ends now. */
  release?(unit: Unit): Promise<unknown>;
}

type Parts = Pick<App, 'clock' | 'ids' | 'notifications' | 'log'>;

/**
 * Runs units of a kind until the signal aborts; resolves when the last one in hand has ended. Any account may hold all
 * places that are shared. Spare ones, one for four, are only for accounts that hold none: however long the units of
 * one account take, another account's first one begins at once.
 */
export async function runWork<Unit extends Owned, End>(
  app: Parts,
  kind: WorkKind<Unit, End>,
  stop: AbortSignal,
): Promise<void> {
  if (kind.places === 0) return;
  const places = openPlaces(kind.places);
  const failures = openFailures(kind.retryS);
  const running = new Set<Promise<void>>();
  const wake = openWake();
  const off = kind.wokenBy && app.notifications.on(kind.wokenBy, wake.ring);
  let after: string | undefined;
  const look = async (): Promise<boolean> => {
    const full = places.full();
    const unit = full === null ? undefined : await claim(app, kind, { after, full });
    if (unit === undefined) return false;
    after = unit.account_id ?? after;
    const leave = places.take(unit.account_id);
    const run = runLogged(app, kind, unit, failures, stop).finally(() => {
      running.delete(run);
      leave();
      // A place is free, and its account may have work again.
      wake.ring();
    });
    running.add(run);
    return true;
  };
  const { name, pauseMs = 0 } = kind;
  await runEvery(
    app,
    { name: `the claim of ${name}`, everyMs: LOOK_EVERY_MS, pauseMs, look },
    stop,
    wake,
  );
  off?.();
  await Promise.all(running);
}

/** Claims a unit and runs it; undefined when there was none to claim. What it fails by is thrown. */
export async function runOne<Unit extends Owned, End>(
  app: Parts,
  kind: WorkKind<Unit, End>,
  stop: AbortSignal,
  order: ClaimOrder = {},
): Promise<End | undefined> {
  const unit = await claim(app, kind, order);
  return unit && runUnit(app, kind, unit, stop);
}

/** All places where so many are shared. */
export const withSpare = (shared: number): number => shared + Math.ceil(shared / PLACES_PER_SPARE);

const claim = <Unit extends Owned, End>(
  app: Parts,
  kind: WorkKind<Unit, End>,
  order: ClaimOrder,
): Promise<Unit | undefined> => kind.claim(newLease(app, kind.leaseS), order);

async function runUnit<Unit extends Owned, End>(
  app: Parts,
  kind: WorkKind<Unit, End>,
  unit: Unit,
  stop: AbortSignal,
): Promise<End> {
  const hold = {
    leaseS: kind.leaseS,
    endsMs: kind.endsMs?.(unit),
    renew: (until: Date) => kind.renew(unit, until),
  };
  const end = await underLease(app, hold, stop, (signal) => kind.run(unit, signal, stop));
  if (kind.isHeld(end)) await (kind.release?.(unit) ?? kind.renew(unit, now(app)));
  return end;
}

/** Runs a unit; where it fails, nobody gets it before it is to be tried again. */
async function runLogged<Unit extends Owned, End>(
  app: Parts,
  kind: WorkKind<Unit, End>,
  unit: Unit,
  failures: ReturnType<typeof openFailures>,
  stop: AbortSignal,
): Promise<void> {
  const id = kind.idOf(unit);
  await runUnit(app, kind, unit, stop).then(
    () => failures.clear(id),
    async (error: unknown) => {
      app.log.error({ err: error, id }, `${kind.name} failed with an internal error`);
      const until = secondsFromNow(app, failures.retryS(id));
      // Without the database the lease ends by itself.
      await kind.renew(unit, until).catch(() => false);
    },
  );
}

/** How often units have failed in a row in this process. */
function openFailures(firstS: number) {
  const failed = new Map<string, number>();
  return {
    clear: (id: string) => failed.delete(id),
    /** Counts a failure; the seconds until the unit is tried again. */
    retryS: (id: string): number => {
      const before = failed.get(id) ?? 0;
      if (before > 0 || failed.size < FAILING_MAX) failed.set(id, before + 1);
      return Math.min(firstS * 2 ** before, Math.max(firstS, RETRY_S_MAX));
    },
  };
}

/** Places of one process: `shared` ones for everybody, and spare ones for accounts that hold none. */
function openPlaces(shared: number) {
  const total = withSpare(shared);
  const held = new Map<string, number>();
  let taken = 0;
  return {
    /** Accounts that get no place now; null if no account gets one. */
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
