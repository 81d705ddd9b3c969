import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import type { Pool } from './db.js';

/** Where the numbered SQL files lie; the build copies them beside the compiled code. */
export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Brings the schema to the newest version; doing it twice changes nothing. Several nodes that start
 * together wait for each other (an advisory lock). The tables are in `schema` where one is named. Returns the names of the migrations that ran.
 */
export async function migrate(pool: Pool, schema: string | null = null): Promise<string[]> {
  const session = await pool.session();
  try {
    const ran = await runner({
      dbClient: session,
      dir: MIGRATIONS_DIRECTORY,
      direction: 'up',
      migrationsTable: 'migrations',
      ...(schema !== null && { schema }),
      checkOrder: true,
      singleTransaction: true,
      log: () => undefined,
      advisoryLockMode: 'wait',
    });
    return ran.map(({ name }) => name);
  } finally {
    session.release();
  }
}
