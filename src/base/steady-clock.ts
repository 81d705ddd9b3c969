/** The service's time: the host's clock, except while that clock has stepped. */
import type { Clock } from './clock.js';

/** A host's clocks: one that people and daemons set, and a counter that only advances. */
export interface HostClock {
  readonly wallMs: () => number;
  readonly monotonicMs: () => number;
}

/** A difference this large between the clock and the counter is a step. */
export const CLOCK_STEP_MS = 60_000;
/** A step that lasts this long, by the counter, is accepted as the time. */
export const CLOCK_HOLD_MS = 900_000;

export interface SteadyClock extends Clock {
  /** How far the host's clock is from the service's time while a step is waited out; else 0. */
  stepMs(): number;
  /** Whether the time is certain enough to delete, empty or disable anything by it. */
  isProven(): boolean;
  /**
   * Compares the time at a start with a known time: a database server's (`exact`), or the newest
   * time in a store. A clock that is off, or behind the store, is waited out from there. One that
   * is ahead of a store is proven after CLOCK_HOLD_MS, since a long stop looks the same.
   */
  compare(knownMs: number, exact: boolean): void;
  /** A server's time during a step: near the host's clock it ends the step, else prolongs it. */
  confirm(serverMs: number): void;
}

/** Whether this clock guards against steps; clocks that tests move by hand do not. */
export const isSteady = (clock: Clock): clock is SteadyClock => 'isProven' in clock;

/** Whether anything may be deleted, emptied or disabled by this clock now. */
export const isProven = (clock: Clock): boolean => !isSteady(clock) || clock.isProven();

/**
 * A clock without steps (docs/decisions/0061). While the host's clock differs from the counter by
 * CLOCK_STEP_MS or more, time advances by the counter, until the clock is back or has held its new
 * time for CLOCK_HOLD_MS. So a step that is reverted triggers no deadline, schedule, retention or
 * month.
 */
export function steadyClock(host: HostClock, sleep: Clock['sleep']): SteadyClock {
  let anchor = { civil: host.wallMs(), monotonic: host.monotonicMs() };
  let step: { readonly byMs: number; readonly since: number } | null = null;
  let provenFrom = anchor.monotonic;
  let hasServer = false;

  function read(): number {
    const [civil, monotonic] = [host.wallMs(), host.monotonicMs()];
    const expected = anchor.civil + (monotonic - anchor.monotonic);
    const byMs = civil - expected;
    if (Math.abs(byMs) < CLOCK_STEP_MS) step = null;
    else if (step === null || Math.abs(byMs - step.byMs) >= CLOCK_STEP_MS) {
      step = { byMs, since: monotonic };
    } else if (monotonic - step.since >= CLOCK_HOLD_MS) step = null;
    if (step !== null) return Math.floor(expected);
    anchor = { civil, monotonic };
    return civil;
  }

  return {
    nowMs: read,
    sleep,
    stepMs: () => {
      read();
      return step?.byMs ?? 0;
    },
    isProven: () => {
      read();
      return step === null && host.monotonicMs() >= provenFrom;
    },
    confirm: (serverMs) => {
      const now = read();
      // The embedded engine has the host's own clock, which proves nothing.
      if (step === null || !hasServer) return;
      const civil = host.wallMs();
      if (isNear(serverMs, civil)) anchor = { civil, monotonic: host.monotonicMs() };
      else if (isNear(serverMs, now)) step = { ...step, since: host.monotonicMs() };
      read();
    },
    compare: (knownMs, exact) => {
      const now = read();
      hasServer = exact;
      if (isNear(now, knownMs)) return;
      if (!exact && now > knownMs) {
        provenFrom = host.monotonicMs() + CLOCK_HOLD_MS;
        return;
      }
      anchor = { civil: knownMs, monotonic: host.monotonicMs() };
      read();
    },
  };
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) < CLOCK_STEP_MS;
