/**
 * Days of the synthetic data: whole UTC days since 1970-01-01. Within a day nothing changes, except
 * where homes change every minute.
 */

import { DAY_MS, HOUR_MS } from '#contract/durations.js';
import { whole } from './chance.js';
import type { Plot } from './home.js';
import { SALT } from './salts.js';

const MARCH = 2;
const NOVEMBER = 10;

/** The day of a time. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** The calendar day in which a day of a ZIP starts. */
export const trueDay = ({ dayMs }: Plot, day: number): number => dayOf(day * dayMs);

/** The minimum and maximum days by which a stated date is earlier. */
export type Back = readonly [least: number, most: number];

/**
 * The date that a home states for a day of its ZIP. Where homes change every minute, all of them
 * were listed within hours, which no portal shows: there each home states a fixed date some days
 * earlier.
 */
export function statedDay(plot: Plot, hash: number, day: number, [least, most]: Back): number {
  if (plot.dayMs === DAY_MS) return day;
  return trueDay(plot, day) - whole(hash, SALT.stated, least, most);
}

/** `YYYY-MM-DD` of a day. */
export const isoDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export interface Zone {
  readonly name: string;
  /** Hours behind UTC in winter. */
  readonly hours: number;
  readonly summer: boolean;
}

const PACIFIC: Zone = { name: 'US/Pacific', hours: 8, summer: true };
const EASTERN: Zone = { name: 'US/Eastern', hours: 5, summer: true };
/** States outside Eastern time. A state in two zones has the one of most of its homes. */
const ZONES: readonly (readonly [Zone, string])[] = [
  [
    { name: 'US/Central', hours: 6, summer: true },
    'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  ],
  [{ name: 'US/Mountain', hours: 7, summer: true }, 'CO ID MT NM UT WY'],
  [{ name: 'US/Arizona', hours: 7, summer: false }, 'AZ'],
  [PACIFIC, 'CA NV OR WA'],
  [{ name: 'US/Alaska', hours: 9, summer: true }, 'AK'],
  [{ name: 'US/Hawaii', hours: 10, summer: false }, 'HI'],
  [{ name: 'America/Puerto_Rico', hours: 4, summer: false }, 'PR VI'],
];
const ZONE_BY_STATE: ReadonlyMap<string, Zone> = new Map(
  ZONES.flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
);

/** The time zone of a state. */
export const zoneOf = (state: string): Zone => ZONE_BY_STATE.get(state) ?? EASTERN;

/** The time when a day starts in a zone, in milliseconds. */
export function midnightMs(day: number, zone: Zone): number {
  const year = new Date(day * DAY_MS).getUTCFullYear();
  // Clocks change at two in the morning, so the first summer midnight is the one after the change.
  const summer =
    zone.summer && day > nthSunday(year, MARCH, 2) && day <= nthSunday(year, NOVEMBER, 1);
  return day * DAY_MS + (zone.hours - (summer ? 1 : 0)) * HOUR_MS;
}

/** The time when a day starts on the Pacific coast, in milliseconds. */
export const pacificMidnightMs = (day: number): number => midnightMs(day, PACIFIC);

/** The day of a month's n-th Sunday. */
function nthSunday(year: number, month: number, nth: number): number {
  const first = dayOf(Date.UTC(year, month, 1));
  const weekday = new Date(first * DAY_MS).getUTCDay();
  return first + ((7 - weekday) % 7) + (nth - 1) * 7;
}
