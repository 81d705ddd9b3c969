/** The time of the service: that of the host's clock, except while that has stepped. */
import type { Clock } from './clock.js';

/** What a host has: a clock that people and daemons set, and a counter that only runs on. */
export interface HostClock {
  readonly wallMs: () => number;
  readonly monotonicMs: () => number;
}

/** The clock may leave the counter by this much between two looks: more is a step. */
export const CLOCK_STEP_MS = 60_000;
/** A step that stays for this long, by the counter, is the time from then on. */
export const CLOCK_HOLD_MS = 900_000;

export interface SteadyClock extends Clock {
  /** How far the host's clock is from the service's time while a step is waited out; 0 if none exists. */
  stepMs(): number;
  /** Whether the time is sure enough to delete, empty or disable by it. */
  isProven(): boolean;
  /**
   * Compares a start with a known time: a database server's, which is `exact`, or the newest that a store has. A clock
   * that is off, or behind what was stored, is waited out from there; one that is ahead of a store is proven when
   * CLOCK_HOLD_MS have passed, since a long stop looks the same.
   */
  compare(knownMs: number, exact: boolean): void;
  /** Hears a database server while a step lasts: with the host's clock it ends the step, against it the step goes on. */
  confirm(serverMs: number): void;
}

/** Whether this clock guards itself against steps: those that tests move by hand do not. */
export const isSteady = (clock: Clock): clock is SteadyClock => 'isProven' in clock;

/** Whether anything may be deleted, emptied or disabled by this clock now. */
export const isProven = (clock: Clock): boolean => !isSteady(clock) || clock.isProven();

/**
 * A clock without steps (docs/decisions/0061): while the host's clock is off by CLOCK_STEP_MS or more from where the
 * counter leads, time goes on by the counter, until the clock is back or has kept its new time for CLOCK_HOLD_MS. So no
 * deadline, schedule, retention or month is reached by a step that is taken back.
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
