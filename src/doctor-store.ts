/** The doctor's look at the store: a server directly, the embedded database by a copy of it. */
import { constants, cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CLOCK_STEP_MS } from '#base/steady-clock.js';
import { halfRestored, isComplete, isHalfRestored } from '#store/embedded/create.js';
import { holderOf } from '#store/embedded/lock.js';
import { inspectStore, type ServerFacts, type StoreFacts } from '#store/inspect.js';
import { ownMigrations, requireOwnHistory } from '#store/migrate.js';
import { openStore } from '#store/open.js';
import { bytesBelow } from './data-files.js';
import { MEGABYTE } from './doctor-disk.js';
import { fault, fine, type Patient, type Said, type StoreLook, warning } from './doctor-patient.js';
import { sayFault } from './say-fault.js';
import { systemClock } from './system.js';

/** Larger embedded databases are not copied: they are looked at while the service runs. */
const COPY_BYTES_MAX = 1_024 * MEGABYTE;
const COPY_PREFIX = 'rowhouse-doctor-';
const SERVER_VERSION_MIN = 150_000;
/** A smaller difference of clocks is usual. */
const CLOCK_OFF_MS = 5_000;
/** Sessions of one process beside its pool: notifications, and one for commands. */
const MORE_CONNECTIONS = 2;

export async function lookAtStore(patient: Patient): Promise<StoreLook> {
  const { databaseUrl, limits, dataDir } = patient.config;
  if (databaseUrl === null) return lookAtEmbedded(patient, resolve(dataDir));
  const { hostname, port, pathname } = new URL(databaseUrl);
  const where = `PostgreSQL at ${hostname}:${port || '5432'}${pathname}`;
  return read(where, databaseUrl, dataDir, limits.DATABASE_TIMEOUT_S).catch((error: unknown) =>
    unread(fault(`${where}: ${sayFault(error)}`)),
  );
}

/** Opens a store, reads the facts and closes it. */
async function read(
  where: string,
  databaseUrl: string | null,
  dataDir: string,
  timeoutS: number,
): Promise<StoreLook> {
  const options = { databaseUrl, dataDir, timeoutS, poolMax: 1, mayBeReadOnly: true };
  const { pool, embedded } = await openStore({ ...options, clock: systemClock });
  try {
    const before = systemClock.nowMs();
    const facts = await inspectStore(pool, !embedded);
    return { facts, where, atMs: (before + systemClock.nowMs()) / 2 };
  } finally {
    await pool.close();
  }
}

const unread = (said: Said): StoreLook => ({ facts: null, said });

/** Only one process can open an embedded database: the service answers for it while it runs. */
async function lookAtEmbedded(patient: Patient, data: string): Promise<StoreLook> {
  const database = join(data, 'postgres');
  if (existsSync(data) && isHalfRestored(data)) return unread(fault(halfRestored(data)));
  if (!existsSync(database)) {
    return unread(fine('there is no embedded database yet: the first start creates it'));
  }
  const heldBy = await holderOf(data);
  if (heldBy !== null) return askHolder(patient, data, heldBy);
  if (!isComplete(database)) {
    return unread(
      warning(
        `${database} is not a complete database. A start replaces it if it contains no data. If a start reports data in it, restore a backup into another directory and set ROWHOUSE_DATA_DIR to it.`,
      ),
    );
  }
  const bytes = bytesBelow(database);
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bytes > COPY_BYTES_MAX || bytes * 2 > bavail * bsize) {
    return unread(
      warning(
        `schema, clock and webhooks are not checked: the database has ${Math.ceil(bytes / MEGABYTE)} MB, and a copy of it is read, of at most ${COPY_BYTES_MAX / MEGABYTE} MB and half of what is free in ${tmpdir()}. Start the service and run this again.`,
      ),
    );
  }
  return readCopy(patient, data, database);
}

async function askHolder(
  { service, adminUrl, nowMs }: Patient,
  data: string,
  heldBy: string,
): Promise<StoreLook> {
  const found = await service();
  const facts = found.state === 'answers' ? found.condition.store : null;
  if (facts !== null) return { facts, where: `the embedded database of ${heldBy}`, atMs: nowMs() };
  const next =
    found.state === 'silent'
      ? `nothing answers at ${adminUrl}. If it is the service, give the address of its operator's listener with --admin-url; else stop it.`
      : 'the check "service" says what to do.';
  return unread(fault(`${data} is in use by ${heldBy}: ${next}`));
}

/** Opening a database writes to it, so a copy is opened. */
async function readCopy({ config }: Patient, data: string, database: string): Promise<StoreLook> {
  let made: string | null = null;
  const remove = () => {
    if (made !== null) rmSync(made, { recursive: true, force: true, maxRetries: REMOVALS_MAX });
  };
  // Before the directory is made: a signal between the two would leave it behind.
  const isDone = stoppedBy(remove);
  const copy = mkdtempSync(join(tmpdir(), COPY_PREFIX));
  made = copy;
  let isCopied = false;
  try {
    cpSync(database, join(copy, 'postgres'), { recursive: true, mode: constants.COPYFILE_FICLONE });
    isCopied = true;
    if ((await holderOf(data)) !== null) {
      return unread(warning('a service started during this check. Run it again.'));
    }
    return await read(
      `the embedded database in ${data}`,
      null,
      copy,
      config.limits.DATABASE_TIMEOUT_S,
    );
  } catch (error) {
    if (!isCopied) {
      return unread(
        warning(`the database in ${data} could not be copied to ${copy}: ${sayFault(error)}`),
      );
    }
    return unread(
      fault(
        `a copy of the database in ${data} does not start: ${sayFault(error)} If the service does not start either, restore a backup into another directory and set ROWHOUSE_DATA_DIR to it.`,
      ),
    );
  } finally {
    isDone();
    remove();
  }
}

/** The database may add files to its directory while that is removed. */
const REMOVALS_MAX = 5;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Cleans up and ends the process at a signal, until the returned function is called. */
function stoppedBy(cleanUp: () => void): () => void {
  const stop = (_signal: NodeJS.Signals, number: number) => {
    cleanUp();
    process.exit(128 + number);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
  };
}

/** Whether this version of Rowhouse can use the store. */
export async function checkStore({ store, config }: Patient): Promise<readonly Said[]> {
  const look = await store();
  if (look.facts === null) return [look.said];
  const { facts, where } = look;
  const wrong = [
    ...(facts.server === null
      ? []
      : serverFaults(facts.server, facts, config.limits.DATABASE_POOL_MAX)),
    ...schemaFaults(facts),
  ];
  if (wrong.length > 0)
    return wrong.map(({ message, ...one }) => ({ ...one, message: `${where}: ${message}` }));
  const version = facts.server === null ? '' : ` ${facts.server.version}`;
  return [
    fine(
      `${where}${version}, schema ${facts.migrations?.at(-1) ?? 'none yet: the first start creates it'}`,
    ),
  ];
}

function schemaFaults({ migrations, server }: StoreFacts): Said[] {
  if (migrations === null) return [];
  const own = ownMigrations();
  try {
    requireOwnHistory(migrations, own);
  } catch (error) {
    return [fault(sayFault(error))];
  }
  if (migrations.length === own.length) return [];
  const next =
    server === null
      ? 'writes a backup and migrates it'
      : 'migrates it. Make a backup with pg_dump before it';
  return [
    warning(`schema ${migrations.at(-1)} is older than ${own.at(-1)}: the next start ${next}.`),
  ];
}

function serverFaults(server: ServerFacts, { migrations }: StoreFacts, poolMax: number): Said[] {
  const { version, version_number, is_read_only, schema, may_create, connections_max } = server;
  return [
    ...(version_number < SERVER_VERSION_MIN
      ? [fault(`version ${version} is too old. Upgrade the server to PostgreSQL 15 or newer.`)]
      : []),
    ...(is_read_only
      ? [
          fault(
            'the server is read-only. Point DATABASE_URL at the primary, or promote this server.',
          ),
        ]
      : []),
    ...(may_create
      ? []
      : [
          fault(
            schema === null
              ? 'its search_path names no schema that exists and that its role may use. Correct it, or create the schema.'
              : `its role may not create tables in the schema ${schema}, as ${migrations === null ? 'the first start' : 'each upgrade'} does. Run: grant create on schema ${schema} to that role`,
          ),
        ]),
    ...(poolMax + MORE_CONNECTIONS > connections_max
      ? [
          fault(
            `it accepts ${connections_max} connections and one process uses up to ${poolMax + MORE_CONNECTIONS}. Raise max_connections, or lower ROWHOUSE_DATABASE_POOL_MAX.`,
          ),
        ]
      : []),
  ];
}

/** This host's clock against the server's, or against the newest time in an embedded database. */
export async function checkClock({ store }: Patient): Promise<readonly Said[]> {
  const look = await store();
  if (look.facts === null) return [];
  const { facts, atMs } = look;
  if (facts.server !== null)
    return [compare(atMs - facts.server.now_ms, 'the clock of PostgreSQL', 'whichever is wrong')];
  const newest = facts.contents?.newest_ms ?? null;
  if (newest === null) return [fine('the store has no time to compare with yet')];
  return [compare(Math.min(0, atMs - newest), 'the newest time in the store', 'it')];
}

function compare(offMs: number, known: string, wrong: string): Said {
  const off = Math.abs(offMs);
  const text = `the clock of this host is ${Math.round(off / 1_000)} s ${offMs < 0 ? 'behind' : 'ahead of'} ${known}`;
  if (off < CLOCK_OFF_MS) return fine(`this host agrees with ${known}`);
  return off < CLOCK_STEP_MS
    ? warning(`${text}. Set ${wrong} by NTP.`)
    : fault(
        `${text}: the service would wait until they agree. Set ${wrong} by NTP before the start.`,
      );
}

/** Endpoints to which nothing is delivered. */
export async function checkWebhooks({ store }: Patient): Promise<readonly Said[]> {
  const found = (await store()).facts?.contents?.endpoints;
  if (found === undefined) return [];
  const { disabled, failing, listed } = found;
  if (disabled + failing === 0) return [fine('no endpoint is failing or was disabled for it')];
  const all = listed.map(
    ({ endpoint_id, account_id, since }) =>
      `${endpoint_id} of account ${account_id} since ${since}`,
  );
  const more = disabled + failing - listed.length;
  return [
    warning(
      `${disabled} disabled after failures, ${failing} failing: ${all.join('; ')}${more > 0 ? `; and ${more} more` : ''}. Their accounts must correct the receivers, then run: rowhouse endpoints enable ID`,
    ),
  ];
}
