/** Sessions of a PostgreSQL server: whether they are usable, and how each starts. */
import pg from 'pg';
import { OperatorError } from '#base/operator-error.js';
import { guarded, isSilence } from './db.js';

/** How often two sessions are compared: a pooler assigns connections in an order of its own. */
const COMPARISONS = 3;

/** A pooler's own errors: an unknown user or startup parameter, a transaction it forbids. */
const PROTOCOL_VIOLATION = '08P01';

/** Codes of Node for a certificate that the client does not accept. */
const CERTIFICATE_REJECTED = /^(ERR_TLS_CERT|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)/;
/** The text of pg, which gives that error no code. */
const NO_TLS = /does not support SSL/;

/** Whether a session is read-only: on a standby, or on a primary that was switched over. */
const READ_ONLY = `current_setting('transaction_read_only')`;

/** The server's own error code of a read-only session: `read_only_sql_transaction`. */
const READ_ONLY_CODE = '25006';

interface SessionOptions {
  readonly timeoutMs: number;
  /** Longest time between two statements of a transaction. */
  readonly idleMs: number;
  readonly schema: string | null;
  /** Whether a read-only server is acceptable. */
  readonly mayBeReadOnly: boolean;
}

/**
 * Sets the parameters of a session. They are not startup parameters, which poolers reject or
 * silently ignore. JIT is off: statements over many months of partitions take milliseconds, and
 * compiling them hundreds. Parallel workers are off: a statement that reads the whole ledger would
 * take the cores of all calls. Times are read in ISO form only, and statements that wait for a lock
 * continue with what its holder committed. Rejects a read-only session: after a failover an address
 * can still lead to the old primary.
 */
export async function beginSession(client: pg.ClientBase, options: SessionOptions): Promise<void> {
  const { timeoutMs, idleMs, schema, mayBeReadOnly } = options;
  const { rows } = await client.query<{ read_only: string }>(
    `select set_config('statement_timeout', $1, false),
            set_config('idle_in_transaction_session_timeout', $2, false),
            set_config('search_path', coalesce($3, current_setting('search_path')), false),
            set_config('jit', 'off', false),
            set_config('max_parallel_workers_per_gather', '0', false),
            set_config('datestyle', 'ISO, YMD', false),
            set_config('default_transaction_isolation', 'read committed', false),
            ${READ_ONLY} as read_only`,
    [String(timeoutMs), String(idleMs), schema],
  );
  if (!mayBeReadOnly && rows[0]?.read_only === 'on') {
    throw Object.assign(new Error('this session is read-only'), { code: READ_ONLY_CODE });
  }
}

export async function isReadOnly(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ value: string }>(`select ${READ_ONLY} as value`);
  return rows[0]?.value === 'on';
}

/**
 * Inspects the server before the first session starts. Throws OperatorError when it is read-only,
 * or when a pooler gives a session another connection for each transaction. It sets nothing: with
 * such a pooler the settings would stay on other clients' connections.
 */
export async function inspectServer(config: pg.ClientConfig, mayBeReadOnly: boolean) {
  const clients: pg.Client[] = [];
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client(config);
    // A broken session fails its statement; without a listener it would end the process.
    client.on('error', () => undefined);
    clients.push(client);
    await client.connect();
    return client;
  };
  const inspect = async () => {
    const first = await open();
    if (!mayBeReadOnly && (await isReadOnly(first))) throw new OperatorError(READ_ONLY_TEXT);
    // A pooler gives its clients process ids of its own.
    const home = await backendOf(first);
    if (home !== processIdOf(first)) await comparePooled(first, await open(), home);
  };
  try {
    await guarded(() => inspect().catch(explain));
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

/** With session pooling, two sessions never share a connection, and never change theirs. */
async function comparePooled(first: pg.Client, second: pg.Client, home: number): Promise<void> {
  for (let turn = 0; turn < COMPARISONS; turn += 1) {
    await second.query('begin').catch((error: unknown) => {
      throw isSilence(error) ? new OperatorError(FEW_CONNECTIONS_TEXT) : error;
    });
    if ((await backendOf(second)) === home) throw new OperatorError(TRANSACTION_POOLING_TEXT);
    // The second still holds its connection; then both release theirs, the first before the second.
    await first.query('begin');
    const now = await backendOf(first);
    await first.query('commit');
    await second.query('commit');
    if (now !== home) throw new OperatorError(TRANSACTION_POOLING_TEXT);
  }
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** As the server or pooler reported it when the session started; pg's types lack it. */
const processIdOf = (client: pg.Client): unknown => Reflect.get(client, 'processID');

function explain(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  const code = 'code' in error ? error.code : '';
  if (code === PROTOCOL_VIOLATION) {
    throw new OperatorError(
      /transaction blocks not allowed/i.test(error.message)
        ? TRANSACTION_POOLING_TEXT
        : `The pooler or database rejected the connection: ${error.message}. Check DATABASE_URL and the settings of the pooler.`,
    );
  }
  // Newer releases of Node add advice about its options.
  const why = error.message.replace(/; if .*/, '').replace(/[\s.:]+$/, '');
  if (CERTIFICATE_REJECTED.test(String(code))) {
    throw new OperatorError(
      `The certificate of the server at DATABASE_URL is rejected: ${why}. Name the file of its authority with sslrootcert, and the server as its certificate does.`,
    );
  }
  if (NO_TLS.test(why)) throw new OperatorError(NO_TLS_TEXT);
  if ('syscall' in error && error.syscall === 'open') {
    throw new OperatorError(`A file that DATABASE_URL names cannot be read: ${why}.`);
  }
  throw error;
}

const TRANSACTION_POOLING_TEXT =
  'The pooler at DATABASE_URL pools transactions or statements, and Rowhouse needs sessions (prepared statements, LISTEN, timeouts). Set pool_mode=session for this database, or point DATABASE_URL at PostgreSQL itself.';
const FEW_CONNECTIONS_TEXT =
  'The pooler at DATABASE_URL gave no second server connection in time. Its pool (default_pool_size) needs ROWHOUSE_DATABASE_POOL_MAX connections for each node, and a few more.';
const READ_ONLY_TEXT =
  'The server at DATABASE_URL is read-only: it is a standby, or default_transaction_read_only is on. Point DATABASE_URL at the primary, or promote this server.';
const NO_TLS_TEXT =
  'The server at DATABASE_URL has no TLS, which the sslmode there requires. Set ssl = on at the server, or sslmode=disable where nobody else is on the network.';
