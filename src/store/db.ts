import pg from 'pg';
import { apiError } from '#domain/api-error.js';
import { arePlain, preparedRows } from './prepared.js';

/** The database as the store's modules see it. Numbers are returned as numbers, times as Date. */
export interface Db {
  /**
   * Rows of one statement. Throws storage_unavailable when the database cannot be reached. A named
   * statement is planned once per connection. A statement that joins a list with a growing table
   * has no name: the plan for the small table would read the whole table for each row.
   */
  rows<T>(text: string, values?: readonly unknown[], name?: string): Promise<T[]>;
  /**
   * Runs the work in one transaction: all or nothing. `timeoutMs` replaces the time limit of each
   * of its statements.
   */
  transaction<T>(work: (db: Db) => Promise<T>, timeoutMs?: number): Promise<T>;
}

export interface Pool extends Db {
  /** One dedicated session, for LISTEN and migrations; release it once. */
  session(): Promise<pg.PoolClient>;
  /** Whether the database should answer again without a process restart; true when left out. */
  isAlive?(): boolean;
  /** False while writes fail on a full disk, though reads may succeed; true when left out. */
  hasRoom?(): boolean;
  close(): Promise<void>;
}

/** bigint columns hold counts that JavaScript counts exactly. */
const INT8_OID = 20;
pg.types.setTypeParser(INT8_OID, Number);

/** SQLSTATE and Node codes for "not now", a full or broken disk included: the caller may retry. */
const UNREACHABLE =
  /^(08|25006|57P0|53100|53300|58030|55000|55P03|57014|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;
const UNREACHABLE_TEXT =
  /timeout exceeded|read timeout|Connection terminated|connection is closed|not queryable|pool after calling end/i;

/** The server is read-only: `read_only_sql_transaction`. */
const READ_ONLY = '25006';

/** Opens a pool. `config` is pg's own; `begin` runs on each session before its first use. */
export function openPool(
  config: pg.PoolConfig,
  begin: (session: pg.ClientBase) => Promise<void> = async () => undefined,
): Pool {
  // pg awaits the promise; its types do not say so.
  const hooks = { onConnect: begin };
  const pool = new pg.Pool({ ...config, ...hooks });
  // A broken idle session is replaced at the next call; unheard, its error would end the process.
  pool.on('error', () => undefined);
  // The same for a session in use: its statement gets the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('connect', noteUnconfirmed);
  return {
    rows: <T>(text: string, values: readonly unknown[] = [], name?: string) =>
      guarded(() =>
        name !== undefined && arePlain(values)
          ? (preparedRows(pool, name, text, values, faultOf) as Promise<T[]>)
          : rowsAlone<T>(pool, text, values, name),
      ),
    transaction: (work, timeoutMs) => guarded(() => inTransaction(pool, work, timeoutMs)),
    session: () => guarded(() => pool.connect()),
    close: () => pool.end(),
  };
}

/** Maps a failure: an unreachable database is an API error, anything else an internal error. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUnreachable(error)) throw apiError('storage_unavailable');
    throw error;
  }
}

const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === READ_ONLY;

/** Whether the server did not answer within our timeout. */
export const isSilence = (error: unknown): error is Error =>
  error instanceof Error && /read timeout/i.test(error.message);

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return UNREACHABLE.test(code) || UNREACHABLE_TEXT.test(error.message);
}

/**
 * Sessions whose commit no synchronous standby has confirmed, because the wait was cancelled.
 * PostgreSQL reports success with a warning; a failover to the standby would undo the commit.
 */
const unconfirmed = new WeakSet<pg.ClientBase>();

function noteUnconfirmed(client: pg.PoolClient): void {
  client.on('notice', ({ routine }) => {
    if (routine === 'SyncRepWaitForLSN') unconfirmed.add(client);
  });
}

/** The fault of a session whose work succeeded: null, or the error its caller gets instead. */
const faultOf = (client: pg.ClientBase): Error | null =>
  unconfirmed.has(client) ? apiError('storage_unavailable') : null;

function confirm(client: pg.ClientBase): void {
  const fault = faultOf(client);
  if (fault !== null) throw fault;
}

/** One statement on a session of the pool; a session whose statement failed is discarded. */
async function rowsAlone<T>(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
  name?: string,
): Promise<T[]> {
  const client = await pool.connect();
  let failed = true;
  try {
    const rows = await rowsOf<T>(client, text, values, name);
    confirm(client);
    failed = false;
    return rows;
  } finally {
    client.release(failed);
  }
}

async function rowsOf<T>(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
  name?: string,
  timeoutMs?: number,
): Promise<T[]> {
  const query = {
    text,
    values: [...values],
    ...(name !== undefined && { name }),
    // pg reads it; its types lack it.
    ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
  };
  const answer = await client.query(query);
  return answer.rows as T[];
}

async function inTransaction<T>(
  pool: pg.Pool,
  work: (db: Db) => Promise<T>,
  timeoutMs?: number,
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('begin');
    if (timeoutMs !== undefined) {
      await client.query(`set local statement_timeout = ${Math.floor(timeoutMs)}`);
    }
    const db: Db = {
      rows: (text, values, name) => rowsOf(client, text, values, name, timeoutMs),
      transaction: (inner) => inner(db),
    };
    const value = await work(db);
    await client.query('commit');
    confirm(client);
    return value;
  } catch (error) {
    // A session that timed out would not answer a rollback either; closing it rolls back. A
    // read-only session leads to a server that is no longer the primary: the next one may lead to
    // another.
    broken =
      isSilence(error) ||
      isReadOnly(error) ||
      unconfirmed.has(client) ||
      (await client.query('rollback').then(
        () => false,
        () => true,
      ));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Whether the database answers at all. */
export const isReachable = (db: Db): Promise<boolean> =>
  db.rows('select 1').then(
    () => true,
    () => false,
  );
