/** When a watch runs next. */
import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import { DAY_MS } from '#contract/durations.js';
import type { Schedule } from '#contract/operations/watches.js';

/** Interval runs start up to this share of it early or late, to spread watches made together. */
const INTERVAL_JITTER = 0.1;
/** Runs at a local time start up to this much late. */
const TIME_JITTER_MS = 300_000;
const MONTH_S = 2_592_000;
const MONTH_DAYS = 30;

/**
 * The moment after `afterMs` at which a watch runs next, in milliseconds. Local times follow the
 * zone's clock: a time skipped by the change to summer time runs right after the gap.
 */
export function nextRunMs(schedule: Schedule, watchId: string, afterMs: number): number {
  if ('interval_s' in schedule) {
    const share = 1 + INTERVAL_JITTER * (2 * shareOf(`${watchId} ${afterMs}`) - 1);
    return afterMs + Math.round(schedule.interval_s * 1000 * share);
  }
  const jitterMs = Math.floor(TIME_JITTER_MS * shareOf(watchId));
  // An earlier time's run may still be within its jitter: search from where that would have begun.
  const from = new Date(afterMs - jitterMs);
  const next = schedule.times.map((time) => {
    const [hour, minute] = time.split(':');
    const cron = new Cron(`${Number(minute)} ${Number(hour)} * * *`, {
      timezone: schedule.time_zone,
      paused: true,
    });
    return cron.nextRun(from)?.getTime() ?? Number.POSITIVE_INFINITY;
  });
  return Math.min(...next) + jitterMs;
}

/** Whether a due run is missing between two moments: there was time for two. */
export function isGap(
  { schedule, watch_id }: { readonly schedule: Schedule; readonly watch_id: string },
  from: Date,
  to: Date,
): boolean {
  const due = nextRunMs(schedule, watch_id, from.getTime());
  return to.getTime() > nextRunMs(schedule, watch_id, due);
}

/** Runs in 30 days. */
export const runsPerMonth = (schedule: Schedule): number =>
  'interval_s' in schedule
    ? Math.ceil(MONTH_S / schedule.interval_s)
    : schedule.times.length * MONTH_DAYS;

/** The shortest time between two runs, in seconds. */
export function shortestGapS(schedule: Schedule): number {
  if ('interval_s' in schedule) return schedule.interval_s;
  const times = schedule.times
    .map((time) => Date.parse(`1970-01-01T${time}:00Z`))
    .sort((a, b) => a - b);
  const gaps = times.map((at, nth) => (times[nth + 1] ?? DAY_MS + (times[0] ?? 0)) - at);
  return Math.min(...gaps) / 1000;
}

/** Whether a name is in the IANA time zone database. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A share from 0 to 1 derived from a text. */
const shareOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
