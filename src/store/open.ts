import type { Clock } from '#base/clock.js';
import { openPool, type Pool } from './db.js';
import { openEmbedded } from './embedded/open.js';
import { localNotifications, type Notifications, sharedNotifications } from './notifications.js';
import { beginSession, inspectServer } from './server-sessions.js';

export interface StoreOptions {
  /** A PostgreSQL server, or null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** The server schema of the tables; null for the first in its role's search path. */
  readonly schema?: string | null;
  readonly poolMax: number;
  readonly timeoutS: number;
  /** Whether a read-only server is acceptable; it is not when left out. */
  readonly mayBeReadOnly?: boolean;
  readonly clock: Clock;
}

export interface Store {
  readonly pool: Pool;
  readonly embedded: boolean;
  /** Opened after the migrations, because it listens on a session of its own. */
  openNotifications(): Promise<Notifications>;
}

/** Opens the configured engine; both are reached by `pg`, with the same SQL. */
export async function openStore(options: StoreOptions): Promise<Store> {
  if (options.databaseUrl === null) {
    const pool = await openEmbedded(options.dataDir);
    return { pool, embedded: true, openNotifications: async () => localNotifications() };
  }
  const { databaseUrl, schema = null, timeoutS, mayBeReadOnly = false } = options;
  const timeoutMs = timeoutS * 1000;
  const client = {
    connectionString: withFullMode(databaseUrl),
    connectionTimeoutMillis: timeoutMs,
    application_name: 'rowhouse',
  };
  await inspectServer({ ...client, query_timeout: timeoutMs }, mayBeReadOnly);
  const idleMs = timeoutMs * 2;
  const pool = openPool(
    { ...client, max: options.poolMax, query_timeout: timeoutMs * 2 },
    (session) => beginSession(session, { timeoutMs, idleMs, schema, mayBeReadOnly }),
  );
  if (schema !== null) await createSchema(pool, schema);
  return {
    pool,
    embedded: false,
    openNotifications: () => sharedNotifications(pool, options.clock),
  };
}

/** Modes that the driver treats as verify-full, and announces to change in its next version. */
const AS_FULL = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

/** The address with the mode that its own means here (docs/operating.md#several-nodes). */
const withFullMode = (url: string): string =>
  url.includes('uselibpqcompat=true') ? url : url.replace(AS_FULL, '$1verify-full');

/** Creates a missing schema; nodes that start together wait for each other. */
const createSchema = (pool: Pool, schema: string): Promise<void> =>
  pool.transaction(async (tx) => {
    await tx.rows(`select pg_advisory_xact_lock(hashtext($1))`, [schema]);
    await tx.rows(`create schema if not exists ${schema}`);
  });
