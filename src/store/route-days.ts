/** Outcomes of each route's collections by day (UTC): a bounded history beside route_health. */
import { isoDay } from '#domain/days.js';
import type { Db } from './db.js';
import { deleteSome } from './delete-some.js';

export interface RouteDay {
  readonly route: string;
  /** The day (UTC): 2026-11-23. */
  readonly date: string;
  readonly successes: number;
  readonly failures: number;
  readonly rows_read: number;
  /** Rows in which each field was filled. */
  readonly filled: Readonly<Record<string, number>>;
}

type Counts = Readonly<Record<string, number>>;

interface Reading {
  readonly at: Date;
  readonly rows: number;
  readonly filled: Counts;
}

const dayOf = (at: Date): string => isoDay(at.getTime());

/** The sums of two counts of filled fields. */
export function addFilled(known: Counts, more: Counts): Record<string, number> {
  const sums: Record<string, number> = { ...known };
  for (const [field, count] of Object.entries(more)) sums[field] = (sums[field] ?? 0) + count;
  return sums;
}

/** Adds a successful collection to its day. The transaction must lock the route's health. */
export async function noteGoodDay(tx: Db, route: string, reading: Reading): Promise<void> {
  const day = dayOf(reading.at);
  const [known] = await tx.rows<Pick<RouteDay, 'filled'>>(
    'select filled from route_days where route = $1 and day = $2::date',
    [route, day],
    'find_route_day',
  );
  await tx.rows(
    `insert into route_days as d (route, day, successes, failures, rows_read, filled)
     values ($1, $2::date, 1, 0, $3, $4)
     on conflict (route, day) do update
     set successes = d.successes + 1, rows_read = d.rows_read + $3, filled = $4`,
    [route, day, reading.rows, addFilled(known?.filled ?? {}, reading.filled)],
    'note_good_day',
  );
}

/** Adds a failed collection to its day. */
export async function noteBadDay(db: Db, route: string, at: Date): Promise<void> {
  await db.rows(
    `insert into route_days as d (route, day, successes, failures, rows_read, filled)
     values ($1, $2::date, 0, 1, 0, '{}')
     on conflict (route, day) do update set failures = d.failures + 1`,
    [route, dayOf(at)],
  );
}

/** Days of routes from `from` on and before `to`, oldest first; at most `limit`. */
export const listRouteDays = (
  db: Db,
  routes: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
  limit: number,
): Promise<RouteDay[]> =>
  db.rows<RouteDay>(
    `select route, to_char(day, 'YYYY-MM-DD') as date, successes, failures, rows_read, filled
     from route_days
     where route = any ($1::text[]) and day >= ($2::timestamptz at time zone 'UTC')::date
       and day < $3::timestamptz at time zone 'UTC'
     order by day, route
     limit $4`,
    [routes, from, to, limit],
  );

/** Removes days before `before`; at most `limit`. Returns how many. */
export const deleteOldDays = (db: Db, before: Date, limit: number): Promise<number> =>
  deleteSome(db, 'route_days', 'day < $1::date', [dayOf(before)], limit);
