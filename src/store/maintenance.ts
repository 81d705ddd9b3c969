import type { Clock } from '#base/clock.js';
import type { Limits } from '#base/limits.js';
import type { Log } from '#base/log.js';
import type { Db, Pool } from './db.js';

/** Tables whose rows change all the time: they are vacuumed in every round. */
const HOT = [
  'requests',
  'collections',
  'results',
  'wallets',
  'reserved_credits',
  'source_states',
] as const;
/** Tables of one round; others wait for the next. */
const TABLES_MAX = 30;
/** Transactions after which a table's rows are frozen: a server's autovacuum_freeze_max_age. */
const FREEZE_AGE = 200_000_000;

/** The tables that a server's autovacuum would take, by its own thresholds, and the hot ones. */
const DUE = `
  select c.oid::regclass::text as name, age(c.relfrozenxid) > $2 as is_old
  from pg_class c
  where c.relkind = 'r' and (
    c.relname = any($1)
    or age(c.relfrozenxid) > $2
    or pg_stat_get_dead_tuples(c.oid) > current_setting('autovacuum_vacuum_threshold')::int
      + current_setting('autovacuum_vacuum_scale_factor')::float8 * greatest(c.reltuples, 0)
    or c.relnamespace = current_schema()::regnamespace
      and pg_stat_get_mod_since_analyze(c.oid) > current_setting('autovacuum_analyze_threshold')::int
        + current_setting('autovacuum_analyze_scale_factor')::float8 * greatest(c.reltuples, 0)
  )
  order by age(c.relfrozenxid) desc, c.oid
  limit $3`;

/**
 * Vacuums what is due: the space of removed rows is used again, and no row is older than the
 * transaction numbers last. `freezeAge` is in transactions.
 */
export async function vacuumDue(pool: Pool, freezeAge: number = FREEZE_AGE): Promise<void> {
  const due = await pool.rows<{ name: string; is_old: boolean }>(DUE, [HOT, freezeAge, TABLES_MAX]);
  for (const { name, is_old } of due)
    await pool.rows(`vacuum (${is_old ? 'freeze, ' : ''}analyze) ${name}`);
}

/**
 * What a database server does itself and the embedded engine does not: a checkpoint, so that the
 * write-ahead log stays small and crash recovery quick, and a vacuum of what changed. Runs until
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
    { name: 'checkpoint', everyS: limits.CHECKPOINT_S, run: () => pool.rows('checkpoint') },
    { name: 'vacuum', everyS: limits.VACUUM_S, run: () => vacuumDue(pool) },
  ];
  await Promise.all(
    jobs.map(async ({ name, everyS, run }) => {
      while (!signal.aborted) {
        await clock.sleep(everyS * 1000, signal);
        if (signal.aborted) return;
        await run().catch((error: unknown) =>
          log.warn({ err: error, job: name }, 'maintenance failed'),
        );
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
