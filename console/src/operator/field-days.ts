/** Fill rates by day, turned into one line a field. */
import { DAY_MS } from '#contract/durations.js';
import type { RouteDayBody } from '#contract/operator.js';

export interface FieldDays {
  readonly field: string;
  /** Days on which rows were read, oldest first. */
  readonly points: readonly Point[];
  readonly last: number;
  readonly least: number;
  readonly most: number;
  /**
   * How far the last day is below the days before; 0 for a last day of few rows, which proves
   * nothing.
   */
  readonly fall: number;
}

export interface Point {
  readonly date: string;
  readonly rate: number;
}

/** Rows of a last day below which no fall is seen. */
const ROWS_MIN = 50;

/** Every day of a period (UTC), oldest first. */
export function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let ms = Date.parse(from.slice(0, 10)); ms < Date.parse(to); ms += DAY_MS)
    days.push(new Date(ms).toISOString().slice(0, 10));
  return days;
}

/** The fields of a route's days, those that fell most first. */
export function fieldsOf(days: readonly RouteDayBody[]): FieldDays[] {
  const read = days.filter(({ rows_read }) => rows_read > 0);
  const names = new Set(read.flatMap(({ fill_rates }) => Object.keys(fill_rates)));
  return [...names].map((field) => fieldOf(field, read)).sort((a, b) => b.fall - a.fall);
}

function fieldOf(field: string, read: readonly RouteDayBody[]): FieldDays {
  const points = read.map(({ date, fill_rates }) => ({ date, rate: fill_rates[field] ?? 0 }));
  const rates = points.map(({ rate }) => rate);
  const last = rates.at(-1) ?? 0;
  const before = rates.slice(0, -1);
  const isJudged = before.length > 0 && (read.at(-1)?.rows_read ?? 0) >= ROWS_MIN;
  const mean = before.reduce((sum, rate) => sum + rate, 0) / Math.max(1, before.length);
  const fall = isJudged ? Math.max(0, mean - last) : 0;
  return { field, points, last, least: Math.min(...rates), most: Math.max(...rates), fall };
}
