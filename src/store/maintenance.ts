import type { Clock } from '#base/clock.js';
import type { Limits } from '#base/limits.js';
import type { Log } from '#base/log.js';
import type { Db, Pool } from './db.js';

/** Tables whose rows change often; a server vacuums them itself, the embedded engine does not. */
const HOT = 'requests, collections, results, wallets, reserved_credits, source_states';

/**
 * What a database server does itself and the embedded engine does not: a checkpoint, so that the
 * write-ahead log stays small and crash recovery quick, and a vacuum of the hot tables. Runs until
 * the signal aborts.
 */
export async function keepEmbedded(
  pool: Pool,
  limits: Limits,
  clock: Clock,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const jobs = [
    { statement: 'checkpoint', everyS: limits.CHECKPOINT_S },
    { statement: `vacuum (analyze) ${HOT}`, everyS: limits.VACUUM_S },
  ];
  await Promise.all(
    jobs.map(async ({ statement, everyS }) => {
      while (!signal.aborted) {
        await clock.sleep(everyS * 1000, signal);
        if (signal.aborted) return;
        await pool
          .rows(statement)
          .catch((error: unknown) => log.warn({ err: error, statement }, 'maintenance failed'));
      }
    }),
  );
}

/** The time of the database server. */
export async function readServerMs(db: Db): Promise<number> {
  const rows = await db.rows<{ at: Date }>('select clock_timestamp() as at');
  return rows[0]?.at.getTime() ?? Number.NaN;
}

/** The newest time in a store: of its last cleanup or newest job; null when it has neither. */
export async function readNewestMs(db: Db): Promise<number | null> {
  const rows = await db.rows<{ at: Date | null }>(
    `select greatest(
       (select noted_at from job_cleanup),
       (select created_at from requests order by request_id desc limit 1)
     ) as at`,
  );
  return rows[0]?.at?.getTime() ?? null;
}
