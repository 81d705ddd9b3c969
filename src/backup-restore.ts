/** `rowhouse backup` and `restore`: a running service's data directory to a file and back. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { OperatorError } from '#base/operator-error.js';
import type { Restored } from '#cli/program.js';
import { noteChange, type Operator } from '#service/accounts/audit-log.js';
import type { TestService } from '#service/accounts/test-keys.js';
import type { App } from '#service/app.js';
import { Download, NO_BACKUP } from '#service/operations/download.js';
import { auditLedger } from '#store/audit.js';
import type { Pool } from '#store/db.js';
import {
  CREATING,
  isHalfRestored,
  isLeftover,
  RESTORING,
  syncFile,
} from '#store/embedded/create.js';
import { syncDirectory } from '#store/embedded/durable-fs.js';
import { LOCK_FILE, lockDirectory } from '#store/embedded/lock.js';
import { type CopiedFile, copyOnline, fileOf } from '#store/embedded/online-copy.js';
import { migrationsOf, ownMigrations } from '#store/migrate.js';
import { openStore } from '#store/open.js';
import { type BackupNote, backupOf, unpackBackup } from '#store/transfer/backup-file.js';
import type { Config } from './config.js';
import { DATA_SECRETS, packageVersion, SECRET_FILE, TEST_KEYS_DIRECTORY } from './data-files.js';
import { systemClock } from './system.js';

const DATABASE = 'postgres';
/** Fast, with two thirds of the default level's compression. */
const GZIP_LEVEL = 1;
/** A slower download is aborted: the write-ahead log grows while a backup is read. */
const BACKUP_MS_MAX = 3_600_000;
const STATEMENT_S_MAX = 300;
const DIRECTORY_MODE = 0o700;

/**
 * Streams a backup of the service that runs in this process. Rejects with OperatorError on a
 * PostgreSQL server, and while another backup is running.
 */
export async function makeBackup(
  config: Config,
  app: App,
  tests: TestService,
  by: Operator,
): Promise<Download> {
  if (config.databaseUrl !== null) throw new OperatorError(NO_BACKUP);
  if (making.has(app)) throw new OperatorError('Another backup is running. Wait until it ends.');
  making.add(app);
  try {
    await noteChange(app, app.db, by, { action: 'store.backup' });
    return await begin(config, app, (await tests.find())?.db ?? null);
  } catch (error) {
    making.delete(app);
    throw error;
  }
}

const making = new WeakSet<App>();

async function begin(config: Config, app: App, test: Pool | null): Promise<Download> {
  const { note, bytes, released } = await openBackup(config.dataDir, app, test);
  void released.then(() => making.delete(app));
  const { migrations: _migrations, ...said } = note;
  const missing = config.secret !== null && { not_in_it: 'ROWHOUSE_SECRET' };
  return new Download({ ...said, test_keys: test !== null, ...missing }, bytes);
}

/** A backup that is made while its bytes are read. */
interface OpenBackup {
  readonly note: BackupNote;
  readonly bytes: Readable;
  /** Resolves once the engine no longer holds anything for the copy; after a failure too. */
  readonly released: Promise<unknown>;
}

/** Opens a backup of a data directory whose databases are open and not being backed up. */
export async function openBackup(
  dataDir: string,
  { clock, log, db }: Pick<App, 'clock' | 'log' | 'db'>,
  test: Pool | null,
): Promise<OpenBackup> {
  const note = {
    version: packageVersion(),
    created_at: new Date(clock.nowMs()).toISOString(),
    migrations: (await migrationsOf(db)) ?? [],
    secrets: DATA_SECRETS.filter((name) => existsSync(join(dataDir, name))),
  };
  const packed = createGzip({ level: GZIP_LEVEL });
  const ended = new AbortController();
  const parts = backupOf(note, filesOf(dataDir, db, test));
  const released = new Promise((done) => {
    pipeline(Readable.from(parts), packed, (error) => {
      ended.abort();
      if (error) log.warn({ err: error }, 'a backup was interrupted');
      // The stream ends before its generator has released what the engine holds for the copy.
      void parts.return(undefined).then(done, done);
    });
  });
  void clock.sleep(BACKUP_MS_MAX, ended.signal).then(() => {
    if (!ended.signal.aborted) packed.destroy(new Error('the backup took too long'));
  });
  return { note, bytes: packed, released };
}

/** The databases in turn, each consistent at one moment, and the secrets beside them. */
async function* filesOf(
  dataDir: string,
  live: Pool,
  test: Pool | null,
): AsyncGenerator<CopiedFile> {
  yield* databaseOf(dataDir, live, '');
  if (test !== null) {
    yield* databaseOf(join(dataDir, TEST_KEYS_DIRECTORY), test, `${TEST_KEYS_DIRECTORY}/`);
  }
}

async function* databaseOf(dataDir: string, pool: Pool, below: string): AsyncGenerator<CopiedFile> {
  for (const name of DATA_SECRETS) yield* fileOf(dataDir, name, below);
  for await (const file of copyOnline(pool, join(dataDir, DATABASE))) {
    yield { ...file, name: `${below}${DATABASE}/${file.name}` };
  }
}

/**
 * Restores a backup into a data directory and audits its ledger. Throws OperatorError, and changes
 * nothing, if the directory is in use or not empty, or the file is damaged or of a newer version.
 */
export async function restoreTo(file: string, dataDir: string): Promise<Restored> {
  const path = resolve(dataDir);
  const isNew = !existsSync(path);
  if (isNew) mkdirSync(path, { recursive: true, mode: DIRECTORY_MODE });
  // Another program's directory does not get our lock file.
  if (!existsSync(join(path, LOCK_FILE))) requireEmpty(path);
  const lock = await lockDirectory(path);
  if ('heldBy' in lock) {
    throw new OperatorError(`${path} is in use by ${lock.heldBy}. Name an empty directory.`);
  }
  try {
    for (const name of requireEmpty(path)) rmSync(join(path, name), { recursive: true });
    const fresh = mkdtempSync(join(path, CREATING));
    try {
      return await fill(file, path, fresh);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  } finally {
    if (isNew && readdirSync(path).join() === LOCK_FILE) rmSync(path, { recursive: true });
    lock.unlock();
  }
}

/**
 * Leftovers of a killed restore, which had the directory for itself. Throws OperatorError if the
 * directory contains anything else.
 */
function requireEmpty(path: string): readonly string[] {
  const names = readdirSync(path).filter((name) => name !== LOCK_FILE);
  const own = isHalfRestored(path) ? [...DATA_SECRETS, TEST_KEYS_DIRECTORY] : [];
  const others = names.filter((name) => !isLeftover(name) && !own.includes(name));
  if (others.length > 0) {
    throw new OperatorError(
      `${path} is not empty: it contains ${others[0]}. Name an empty directory. Nothing was changed.`,
    );
  }
  return names;
}

async function fill(file: string, path: string, fresh: string): Promise<Restored> {
  const { version, created_at, migrations, secrets } = await unpackBackup(file, fresh);
  const isCurrent = migrations.join() === ownMigrations().join();
  const ledger = await proofOf(fresh, isCurrent);
  const test = join(fresh, TEST_KEYS_DIRECTORY);
  const hasTest = existsSync(test);
  const testLedger = hasTest ? await proofOf(test, isCurrent) : null;
  // The engine flushed its own files during recovery, before it answered.
  for (const directory of hasTest ? [test, fresh] : [fresh]) {
    for (const name of DATA_SECRETS) {
      if (existsSync(join(directory, name))) syncFile(join(directory, name));
    }
    syncDirectory(directory);
  }
  moveInPlace(fresh, path);
  return {
    directory: path,
    version,
    created_at,
    secrets,
    ledger,
    ...(hasTest && { test_keys_ledger: testLedger }),
    secret: secrets.includes(SECRET_FILE)
      ? 'The secret that signs cursors is restored: start the service with this ROWHOUSE_DATA_DIR and without ROWHOUSE_SECRET.'
      : 'The secret that signs cursors is not in the backup: start the service with the ROWHOUSE_SECRET of the old one.',
  };
}

/**
 * The database is moved last: until then a start knows by the directory's name that a restore was
 * interrupted, and the next restore what it may replace.
 */
function moveInPlace(fresh: string, path: string): void {
  const proven = fresh.replace(join(path, CREATING), join(path, RESTORING));
  renameSync(fresh, proven);
  syncDirectory(path);
  const names = readdirSync(proven).filter((name) => name !== LOCK_FILE && name !== DATABASE);
  for (const name of [...names, DATABASE]) renameSync(join(proven, name), join(path, name));
  syncDirectory(path);
  rmSync(proven, { recursive: true });
}

/** Opens a restored database (it recovers) and audits its ledger; null if its schema is older. */
async function proofOf(dataDir: string, isCurrent: boolean): Promise<Restored['ledger']> {
  const { pool } = await openStore({
    databaseUrl: null,
    dataDir,
    poolMax: 1,
    timeoutS: STATEMENT_S_MAX,
    clock: systemClock,
  });
  try {
    const audit = isCurrent ? await auditLedger(pool) : null;
    return audit && { ok: audit.violations.length === 0, ...audit };
  } finally {
    await pool.close();
  }
}
