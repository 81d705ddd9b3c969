import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { refuse } from '#domain/refusal.js';

/** The database as the rooms of the store see it. Numbers come back as numbers, times as Date. */
export interface Db {
  /**
   * Rows of one statement. Refuses with storage_unavailable when the database cannot be reached. A
   * statement with a name is planned once a connection.
   */
  rows<T>(text: string, values?: readonly unknown[], name?: string): Promise<T[]>;
  /** Runs the work in one transaction: all of it or nothing. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

export interface Pool extends Db {
  /** One dedicated session, for LISTEN and migrations; null-safe to release twice. */
  session(): Promise<pg.PoolClient>;
  close(): Promise<void>;
}

/** bigint columns hold counts that JavaScript counts exactly. */
const INT8_OID = 20;
pg.types.setTypeParser(INT8_OID, Number);

/** SQLSTATE classes and Node codes that mean "not reachable now": the caller may try again. */
const UNREACHABLE =
  /^(08|57P0|53300|55P03|57014|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT)/;
const UNREACHABLE_TEXT =
  /timeout exceeded|Connection terminated|connection is closed|not queryable|pool after calling end/i;

/** Opens a pool. `config` is pg's own; embedded and server engines differ in nothing else. */
export function openPool(config: pg.PoolConfig): Pool {
  const pool = new pg.Pool(config);
  // An idle session that breaks is replaced at the next call; without a listener it would end the process.
  pool.on('error', () => undefined);
  // The same for a session in use: whoever waits for it is told by its own statement.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    rows: (text, values, name) => guarded(() => rowsOf(pool, text, values, name)),
    transaction: (work) => guarded(() => inTransaction(pool, work)),
    session: () => guarded(() => pool.connect()),
    close: () => pool.end(),
  };
}

/** Finds the words for a failure: an unreachable database is a refusal, all else is our fault. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUnreachable(error)) throw refuse('storage_unavailable');
    throw error;
  }
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return UNREACHABLE.test(code) || UNREACHABLE_TEXT.test(error.message);
}

/** Whether a row names another that is gone (SQLSTATE 23503). */
export const isForeignKeyMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION;

const FOREIGN_KEY_VIOLATION = '23503';

async function rowsOf<T>(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
  name?: string,
): Promise<T[]> {
  const query = { text, values: [...values] };
  const answer = await client.query(name === undefined ? query : { ...query, name });
  return answer.rows as T[];
}

const inside = new AsyncLocalStorage<true>();

async function inTransaction<T>(pool: pg.Pool, work: (db: Db) => Promise<T>): Promise<T> {
  // A pool of one session would wait for itself for ever: say so instead.
  if (inside.getStore()) throw new Error('a transaction inside a transaction: hand the db down');
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const db: Db = {
      rows: (text, values, name) => rowsOf(client, text, values, name),
      transaction: (inner) => inner(db),
    };
    const value = await inside.run(true, () => work(db));
    await client.query('commit');
    return value;
  } catch (error) {
    broken = await client.query('rollback').then(
      () => undefined,
      (failed: unknown) => (failed instanceof Error ? failed : new Error(String(failed))),
    );
    throw error;
  } finally {
    client.release(broken);
  }
}
