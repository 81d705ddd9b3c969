import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate';
import { OperatorError } from '#base/operator-error.js';
import type { Db, Pool } from './db.js';

/** The directory of the numbered SQL files; the build copies them beside the compiled code. */
const DIRECTORY = fileURLToPath(new URL('./migrations', import.meta.url));

export interface MigrateOptions {
  /** The schema of the tables; the session's own when null. */
  readonly schema?: string | null;
  /** How many migrations the database is brought to; all when left out. */
  readonly count?: number;
  /** The directory of the migrations. */
  readonly directory?: string;
}

/**
 * Brings the schema to the newest version; a second run changes nothing. Nodes that start together
 * wait for each other (an advisory lock). Returns the names of the migrations that ran. Throws
 * OperatorError, before it writes anything, when the database's migrations are not the first of
 * this version's, in order.
 */
export async function migrate(
  pool: Pool,
  { schema = null, count, directory = DIRECTORY }: MigrateOptions = {},
): Promise<string[]> {
  const session = await pool.session();
  const rows = async <T>(text: string) => (await session.query(text)).rows as T[];
  try {
    await rows(`select pg_advisory_lock(${PG_MIGRATE_LOCK_ID})`);
    try {
      const applied = await migrationsOf({ rows });
      if (applied !== null) requireOwnHistory(applied, ownMigrations(directory));
      const left = count === undefined ? undefined : count - (applied?.length ?? 0);
      if (left !== undefined && left <= 0) return [];
      const ran = await runner({
        dbClient: session,
        dir: directory,
        direction: 'up',
        migrationsTable: 'migrations',
        ...(schema !== null && { schema }),
        ...(left !== undefined && { count: left }),
        checkOrder: true,
        singleTransaction: true,
        log: () => undefined,
        noLock: true,
      });
      return ran.map(({ name }) => name);
    } finally {
      await rows(`select pg_advisory_unlock(${PG_MIGRATE_LOCK_ID})`);
    }
  } finally {
    session.release();
  }
}

/**
 * The migrations that a database has run, oldest first; null when it has no store. A start that
 * ended during its first migrations leaves their table, empty.
 */
export async function migrationsOf(db: Pick<Db, 'rows'>): Promise<string[] | null> {
  const found = await db.rows<{ there: boolean }>(
    `select to_regclass('migrations') is not null as there`,
  );
  if (found[0]?.there !== true) return null;
  const rows = await db.rows<{ name: string }>('select name from migrations order by id');
  return rows.length === 0 ? null : rows.map(({ name }) => name);
}

/** The migrations of this build, oldest first. */
export const ownMigrations = (directory = DIRECTORY): string[] =>
  readdirSync(directory)
    .map((file) => parse(file).name)
    .sort();

/** Whether a database has run the first of our migrations, in order, and no other. */
export function isOwnHistory(applied: readonly string[]): boolean {
  const own = ownMigrations();
  return applied.every((name, index) => name === own[index]);
}

/**
 * A database of an earlier release has run the first of our migrations, in order; any other is not
 * ours to change (docs/decisions/0062-schema-history.md). Throws OperatorError, which names the
 * backup to go back to.
 */
export function requireOwnHistory(
  applied: readonly string[],
  own: readonly string[] = ownMigrations(),
  backup = 'the backup made before that one was started',
): void {
  const at = applied.findIndex((name, index) => name !== own[index]);
  if (at < 0) return;
  if (at === own.length) {
    throw new OperatorError(
      `the database is at schema ${applied.at(-1)}, and this version of Rowhouse knows none after ${own.at(-1)}. Start the newer version that was used on it, or restore ${backup}. Nothing was changed.`,
    );
  }
  throw new OperatorError(
    `the database ran ${applied[at]} where this version of Rowhouse runs ${own[at]}: no release created it. Export it with the version that used it and import the file with this one, or start this one with a new database. Nothing was changed.`,
  );
}
