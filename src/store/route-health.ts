import type { Db } from './db.js';
import { addFilled, noteBadDay, noteGoodDay } from './route-days.js';

export interface StoredRouteHealth {
  readonly route: string;
  readonly successes: number;
  readonly failures: number;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly last_error: string | null;
  /** Milliseconds of the last collections, oldest first. */
  readonly took_ms: readonly number[];
  readonly rows_read: number;
  /** Rows in which each field was filled. */
  readonly filled: Readonly<Record<string, number>>;
  /** Fields that the source no longer sends as it did, and since when (ISO 8601). */
  readonly lost: Readonly<Record<string, string>>;
}

export interface GoodReading {
  readonly at: Date;
  readonly tookMs: number;
  readonly rows: number;
  readonly filled: Readonly<Record<string, number>>;
  /** Fields that this collection lost. */
  readonly lost: readonly string[];
  /** How many durations are stored for the median. */
  readonly timesMax: number;
}

/** Outcomes of the collections of every route. */
export const listRouteHealth = (db: Db): Promise<StoredRouteHealth[]> =>
  db.rows<StoredRouteHealth>('select * from route_health order by route');

/** Records a successful collection. Locks the route's row, so that counts add up across nodes. */
export async function noteGoodReading(db: Db, route: string, reading: GoodReading): Promise<void> {
  await db.transaction(async (tx) => {
    await ensureRow(tx, route);
    const rows = await tx.rows<Pick<StoredRouteHealth, 'took_ms' | 'filled' | 'lost'>>(
      'select took_ms, filled, lost from route_health where route = $1 for update',
      [route],
    );
    const known = rows[0] ?? { took_ms: [], filled: {}, lost: {} };
    const times = [...known.took_ms, Math.round(reading.tookMs)].slice(-reading.timesMax);
    const filled = addFilled(known.filled, reading.filled);
    await tx.rows(
      `update route_health
       set successes = successes + 1, last_success_at = $2, took_ms = $3,
           rows_read = rows_read + $4, filled = $5, lost = $6
       where route = $1`,
      [route, reading.at, times, reading.rows, filled, lostAfter(known.lost, reading)],
    );
    await noteGoodDay(tx, route, reading);
  });
}

/** A field stays lost until a collection has it again; one without rows proves nothing. */
function lostAfter(
  known: Readonly<Record<string, string>>,
  { at, filled, lost }: GoodReading,
): Record<string, string> {
  const still = Object.entries(known).filter(
    ([field]) => lost.includes(field) || (filled[field] ?? 0) === 0,
  );
  const since = lost.map((field) => [field, at.toISOString()] as const);
  return { ...Object.fromEntries(since), ...Object.fromEntries(still) };
}

/** Records a failed collection. */
export async function noteBadReading(
  db: Db,
  route: string,
  at: Date,
  error: string,
): Promise<void> {
  await ensureRow(db, route);
  await db.rows(
    `update route_health set failures = failures + 1, last_failure_at = $2, last_error = $3
     where route = $1`,
    [route, at, error],
  );
  await noteBadDay(db, route, at);
}

async function ensureRow(db: Db, route: string): Promise<void> {
  await db.rows(
    `insert into route_health (route, successes, failures, took_ms, rows_read, filled)
     values ($1, 0, 0, '{}', 0, '{}')
     on conflict do nothing`,
    [route],
  );
}
