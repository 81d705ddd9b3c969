/**
 * The time of the synthetic data: the process's until somebody sets it or speeds it up. Latencies
 * and faults use the process's clock.
 */
import { assert } from '#base/assert.js';
import type { Clock } from '#base/clock.js';
import { DAY_MS } from '#contract/durations.js';

/** Seconds of the data per second of the process: a day each second. */
export const SPEED_MAX = 86_400;
/** How far back a fast run starts when no time is given: it has to end at the present. */
export const RUN_BACK_DAYS = 30;
/** The range of times that the data can be set to. */
export const MOMENT_MIN_MS = Date.UTC(2000, 0, 1);
export const MOMENT_MAX_MS = Date.UTC(2100, 0, 1);

/** What to set: the time, its speed, or both. */
export interface ClockSetting {
  readonly atMs?: number;
  /** 1 when only a time is set; 0 stops the clock. */
  readonly speed?: number;
}

export interface WorldClock extends Pick<Clock, 'nowMs'> {
  /** How fast it runs now. */
  speed(): number;
  set(setting: ClockSetting): void;
  /** Returns to the process's clock. */
  reset(): void;
}

/** Opens the clock, which starts as the process's. */
export function worldClock(clock: Pick<Clock, 'nowMs'>): WorldClock {
  let run: Run | undefined;
  const runAt = (processMs: number): Run | undefined => {
    if (run !== undefined && hasCaughtUp(run, processMs)) run = undefined;
    return run;
  };
  const momentAt = (processMs: number): number => {
    const going = runAt(processMs);
    return going === undefined ? processMs : momentOf(going, processMs);
  };
  return {
    nowMs: () => momentAt(clock.nowMs()),
    speed: () => runAt(clock.nowMs())?.speed ?? 1,
    set({ atMs, speed = 1 }) {
      assert(
        speed >= 0 && speed <= SPEED_MAX,
        `the speed of the sandbox is from 0 to ${SPEED_MAX}`,
      );
      const fromMs = clock.nowMs();
      const isFastFromNow = speed > 1 && runAt(fromMs) === undefined;
      const startMs = atMs ?? (isFastFromNow ? fromMs - RUN_BACK_DAYS * DAY_MS : momentAt(fromMs));
      assert(
        startMs >= MOMENT_MIN_MS && startMs <= MOMENT_MAX_MS,
        'the sandbox is set to a moment from 2000 to 2100',
      );
      run = { fromMs, atMs: startMs, speed };
    },
    reset() {
      run = undefined;
    },
  };
}

interface Run {
  /** The process's time when it was set. */
  readonly fromMs: number;
  /** The time it was set to. */
  readonly atMs: number;
  readonly speed: number;
}

const momentOf = ({ fromMs, atMs, speed }: Run, processMs: number): number =>
  atMs + Math.floor((processMs - fromMs) * speed);

/** A fast run from the past ends at the present: readers do not accept future listing dates. */
const hasCaughtUp = (run: Run, processMs: number): boolean =>
  run.speed > 1 && run.atMs <= run.fromMs && momentOf(run, processMs) >= processMs;
