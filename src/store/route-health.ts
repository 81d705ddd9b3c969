import type { Db } from './db.js';

export interface RouteHealth {
  readonly route: string;
  readonly successes: number;
  readonly failures: number;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly last_error: string | null;
  /** Milliseconds of the last readings, oldest first. */
  readonly took_ms: readonly number[];
  readonly rows_read: number;
  /** Rows in which each field was filled. */
  readonly filled: Readonly<Record<string, number>>;
}

export interface GoodReading {
  readonly at: Date;
  readonly tookMs: number;
  readonly rows: number;
  readonly filled: Readonly<Record<string, number>>;
  /** How many times are kept for the median. */
  readonly timesMax: number;
}

/** How the readings of every route went. */
export const listRouteHealth = (db: Db): Promise<RouteHealth[]> =>
  db.rows<RouteHealth>('select * from route_health order by route');

/** Notes a reading that gave a page. Takes the route's row lock, so that counts add up across nodes. */
export async function noteGoodReading(db: Db, route: string, reading: GoodReading): Promise<void> {
  await db.transaction(async (tx) => {
    await ensureRow(tx, route);
    const rows = await tx.rows<Pick<RouteHealth, 'took_ms' | 'filled'>>(
      'select took_ms, filled from route_health where route = $1 for update',
      [route],
    );
    const known = rows[0] ?? { took_ms: [], filled: {} };
    const times = [...known.took_ms, Math.round(reading.tookMs)].slice(-reading.timesMax);
    const filled: Record<string, number> = { ...known.filled };
    for (const [field, count] of Object.entries(reading.filled)) {
      filled[field] = (filled[field] ?? 0) + count;
    }
    await tx.rows(
      `update route_health
       set successes = successes + 1, last_success_at = $2, took_ms = $3,
           rows_read = rows_read + $4, filled = $5
       where route = $1`,
      [route, reading.at, times, reading.rows, filled],
    );
  });
}

/** Notes a reading that gave nothing. */
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
}

async function ensureRow(db: Db, route: string): Promise<void> {
  await db.rows(
    `insert into route_health (route, successes, failures, took_ms, rows_read, filled)
     values ($1, 0, 0, '{}', 0, '{}')
     on conflict do nothing`,
    [route],
  );
}
