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
    const [row] = await lockRow(tx, route);
    const known = row ?? { took_ms: [], filled: {}, lost: {} };
    const times = [...known.took_ms, Math.round(reading.tookMs)].slice(-reading.timesMax);
    const filled = addFilled(known.filled, reading.filled);
    await tx.rows(
      `update route_health
       set successes = successes + 1, last_success_at = $2, took_ms = $3,
           rows_read = rows_read + $4, filled = $5, lost = $6
       where route = $1`,
      [route, reading.at, times, reading.rows, filled, lostAfter(known.lost, reading)],
      'note_good_reading',
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
  await lockRow(db, route);
  await db.rows(
    `update route_health set failures = failures + 1, last_failure_at = $2, last_error = $3
     where route = $1`,
    [route, at, error],
  );
  await noteBadDay(db, route, at);
}

/** The route's row, made if there is none, and locked until the transaction ends. */
const lockRow = (
  db: Db,
  route: string,
): Promise<Pick<StoredRouteHealth, 'took_ms' | 'filled' | 'lost'>[]> =>
  db.rows(
    `insert into route_health as h (route, successes, failures, took_ms, rows_read, filled)
     values ($1, 0, 0, '{}', 0, '{}')
     on conflict (route) do update set route = h.route
     returning took_ms, filled, lost`,
    [route],
    'lock_route_health',
  );
