/** Work queued in the database: units are claimed, run under a lease, then released or retried. */
import type { ClaimOrder, Lease } from '#store/claims.js';
import type { Signal } from '#store/notifications.js';
import { type App, now, secondsFromNow } from '../app.js';
import { openWake, runEvery } from './run-every.js';
import { newLease, underLease } from './under-lease.js';

/** How often work without a notification is looked for. */
const LOOK_EVERY_MS = 1_000;
/** One spare place for this many shared ones. */
const PLACES_PER_SPARE = 4;
/** Longest time before a failed unit is retried. */
const RETRY_S_MAX = 300;
/** Units of a kind whose failures a process counts; others are retried as after a first failure. */
const FAILING_MAX = 1_000;

/** The owner of a unit; null where it belongs to several accounts, or to none. */
interface Owned {
  readonly account_id: string | null;
}

/** A kind of work, one row of the table in src/start-work.ts. */
export interface WorkKind<Unit extends Owned, End = unknown> {
  /** Name of a unit, for the log. */
  readonly name: string;
  /** Units that one process runs at once, plus the spare places. With 0 nothing is claimed. */
  readonly places: number;
  /** Time without a renewal after which another process may take a unit, in seconds. */
  readonly leaseS: number;
  /** Seconds from an internal error to the next try; doubled after each further error. */
  readonly retryS: number;
  /** The notification that there may be more work. */
  readonly wokenBy?: Signal;
  /** Pause after a check that found nothing: units written one by one are then found in groups. */
  readonly pauseMs?: number;
  /** Claims the next due unit under a lease; undefined when none is due. */
  claim(lease: Lease, order: ClaimOrder): Promise<Unit | undefined>;
  idOf(unit: Unit): string;
  /** When a unit must have ended, in milliseconds since the epoch. */
  endsMs?(unit: Unit): number;
  /** Extends the lease of a unit; false when it was lost. */
  renew(unit: Unit, until: Date): Promise<boolean>;
  /** Runs a unit. `signal` aborts with `stop`, when the lease is lost, and when its time is up. */
  run(unit: Unit, signal: AbortSignal, stop: AbortSignal): Promise<End>;
  /** Whether a unit with this end is still held, so that it is released. */
  isHeld(end: End): boolean;
  /** Releases a unit; omitted where its lease simply ends now. */
  release?(unit: Unit, end: End): Promise<unknown>;
}

type Parts = Pick<App, 'clock' | 'ids' | 'notifications' | 'log'>;

/**
 * Runs units of a kind until the signal aborts; resolves when the last running one has ended. An
 * account may hold all shared places. Spare ones, one for every four, are only for accounts that
 * hold none: however long one account's units take, another account's first unit starts at once.
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
      // A place is free, and its account may have more work.
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

/** Claims a unit and runs it; undefined when there was none. Throws the unit's failure. */
export async function runOne<Unit extends Owned, End>(
  app: Parts,
  kind: WorkKind<Unit, End>,
  stop: AbortSignal,
  order: ClaimOrder = {},
): Promise<End | undefined> {
  const unit = await claim(app, kind, order);
  return unit && runUnit(app, kind, unit, stop);
}

/** All places for this many shared ones. */
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
  if (kind.isHeld(end)) await (kind.release?.(unit, end) ?? kind.renew(unit, now(app)));
  return end;
}

/** Runs a unit; if it fails, no process gets it before its retry is due. */
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

/** Counts consecutive failures of units in this process. */
function openFailures(firstS: number) {
  const failed = new Map<string, number>();
  return {
    clear: (id: string) => failed.delete(id),
    /** Counts a failure; returns the seconds until the retry. */
    retryS: (id: string): number => {
      const before = failed.get(id) ?? 0;
      if (before > 0 || failed.size < FAILING_MAX) failed.set(id, before + 1);
      return Math.min(firstS * 2 ** before, Math.max(firstS, RETRY_S_MAX));
    },
  };
}

/** Places of one process: `shared` ones for all, and spare ones for accounts that hold none. */
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
    /** Takes a place; the returned function frees it. */
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
