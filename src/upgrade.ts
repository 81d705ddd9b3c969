/** Brings a store to this version's schema: an embedded one is backed up before it changes. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Clock } from '#base/clock.js';
import type { Log } from '#base/log.js';
import { OperatorError } from '#base/operator-error.js';
import { writeNewFile } from '#cli/write-new-file.js';
import { indexPartitions, vacuumPartitions } from '#store/dataset-rows.js';
import type { Pool } from '#store/db.js';
import { holdsDatabase } from '#store/embedded/create.js';
import { migrate, migrationsOf, ownMigrations, requireOwnHistory } from '#store/migrate.js';
import { openStore, type Store } from '#store/open.js';
import { openBackup } from './backup-restore.js';
import { BACKUPS_DIRECTORY, bytesBelow, TEST_KEYS_DIRECTORY } from './data-files.js';

/** Backups that remain, each of another schema; the oldest are removed. */
const UPGRADE_BACKUPS_MAX = 3;
const STATEMENT_S_MAX = 300;
const DIRECTORY_MODE = 0o700;
const MEGABYTE = 1_048_576;
/** The name of a backup: when it was started, and the schema in it. */
const NAME = /^(?<time>\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z)-(?<schema>.+)\.backup$/;
/** A backup whose process ended while it was written. */
const UNFINISHED = /^\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z-.+\.backup\.part(?:-.{6})?$/;

/** The backup that was written before an upgrade. */
export interface UpgradeBackup {
  readonly file: string;
  readonly bytes: number;
  /** The schema in it, and the one that the store was brought to. */
  readonly from: string;
  readonly to: string;
  /** The command that makes a data directory of it. */
  readonly restore: string;
}

export interface Upgrade {
  /** The migrations that ran. */
  readonly ran: readonly string[];
  /** Null on a server, for a new database, and when nothing was to be migrated. */
  readonly backup: UpgradeBackup | null;
}

interface Parts {
  readonly dataDir: string;
  readonly schema: string | null;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Migrates the store, and creates indexes that an interrupted import left out. An embedded one of
 * an older schema is first written to a backup in its data directory. Throws OperatorError, and
 * changes nothing, when the store is not of an earlier version, or when the backup cannot be
 * written.
 */
export async function upgradeStore(store: Store, parts: Parts): Promise<Upgrade> {
  await requireKnown(store, parts.dataDir);
  const backup = store.embedded ? await backUpIfOlder(store.pool, parts) : null;
  const before = await migrationsOf(store.pool);
  const ran = await migrate(store.pool, { schema: parts.schema });
  if (before !== null && ran.length > 0 && !store.embedded) {
    parts.log.info({ from: before.at(-1), to: ran.at(-1) }, 'the database was migrated');
  }
  await completeImport(store.pool, parts);
  return { ran, backup };
}

/** An import of a store that ended after its commit left imported rows without their indexes. */
async function completeImport(pool: Pool, { log }: Parts): Promise<void> {
  const indexed = await indexPartitions(pool);
  if (indexed === 0) return;
  log.warn({ indexed }, 'indexes of imported rows were missing and were created');
  await vacuumPartitions(pool);
}

/**
 * Throws OperatorError when the store is not of this version or an earlier one. It names the backup
 * that the newer version wrote, if there is one that this version can start on.
 */
export async function requireKnown({ pool, embedded }: Store, dataDir: string): Promise<void> {
  const own = ownMigrations();
  const backup = embedded ? newestOf(resolve(dataDir), own) : undefined;
  requireOwnHistory((await migrationsOf(pool)) ?? [], own, backup && `its backup: ${backup}`);
}

/** The command that restores the newest backup of one of these schemas. */
function newestOf(dataDir: string, schemas: readonly string[]): string | undefined {
  const folder = join(dataDir, BACKUPS_DIRECTORY);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const name = readdirSync(folder)
    .sort()
    .findLast((one) => schemas.includes(NAME.exec(one)?.groups?.schema ?? ''));
  return name && restoreOf(join(folder, name), dataDir);
}

const restoreOf = (file: string, dataDir: string): string =>
  `rowhouse restore ${quoted(file)} ${quoted(`${dataDir}-restored`)}`;

async function backUpIfOlder(db: Pool, parts: Parts): Promise<UpgradeBackup | null> {
  if (!(await isOlder(db))) return null;
  const tests = join(parts.dataDir, TEST_KEYS_DIRECTORY);
  if (!holdsDatabase(tests)) return backUp(db, null, parts);
  const { pool: test } = await openStore({
    databaseUrl: null,
    dataDir: tests,
    poolMax: 1,
    timeoutS: STATEMENT_S_MAX,
    clock: parts.clock,
  });
  try {
    requireOwnHistory((await migrationsOf(test)) ?? []);
    const backup = await backUp(db, test, parts);
    // Now, because this backup has its state: its own start would write another one.
    await migrate(test);
    return backup;
  } finally {
    await test.close();
  }
}

/** Whether a store is at an earlier schema. Throws OperatorError when it is at a foreign one. */
async function isOlder(db: Pool): Promise<boolean> {
  const applied = await migrationsOf(db);
  requireOwnHistory(applied ?? []);
  return applied !== null && applied.length < ownMigrations().length;
}

async function backUp(db: Pool, test: Pool | null, parts: Parts): Promise<UpgradeBackup> {
  const dataDir = resolve(parts.dataDir);
  const folder = join(dataDir, BACKUPS_DIRECTORY);
  const from = (await migrationsOf(db))?.at(-1) ?? '';
  const to = ownMigrations().at(-1) ?? '';
  const time = new Date(parts.clock.nowMs()).toISOString().replaceAll(':', '');
  const file = join(folder, `${time}-${from}.backup`);
  const { bytes } = await write(db, test, parts, file).catch((error: unknown) => {
    throw new OperatorError(
      `The database in ${dataDir} is at schema ${from} and this version migrates it to ${to}, but the backup to make before that could not be written: ${String(error)}. Free up to ${megabytesOf(dataDir)} MB on the disk of ${folder}, or allow this user to write there, then start again. Nothing was changed.`,
    );
  });
  const backup = { file, bytes, from, to, restore: restoreOf(file, dataDir) };
  parts.log.info({ ...backup }, 'a backup was written before the migration of the database');
  removeOld(folder, file);
  return backup;
}

async function write(db: Pool, test: Pool | null, parts: Parts, file: string) {
  const folder = join(parts.dataDir, BACKUPS_DIRECTORY);
  const created = mkdirSync(folder, { recursive: true, mode: DIRECTORY_MODE });
  for (const name of readdirSync(folder))
    if (UNFINISHED.test(name)) rmSync(join(folder, name), { recursive: true });
  const { bytes, released } = await openBackup(parts.dataDir, { ...parts, db }, test);
  try {
    return await writeNewFile(file, bytes);
  } finally {
    bytes.destroy();
    await released;
    if (created !== undefined && !existsSync(file)) rmSync(folder, { recursive: true });
  }
}

/**
 * Removes the backups that are no longer promised. Of a schema the newest one remains, so that
 * starts that fail in a row leave those of earlier upgrades; files with other names are not ours.
 */
function removeOld(folder: string, newest: string): void {
  const schemas = new Set<string>();
  for (const name of readdirSync(folder).sort().toReversed()) {
    const schema = NAME.exec(name)?.groups?.schema;
    if (schema === undefined) continue;
    const isKept = !schemas.has(schema) && schemas.size < UPGRADE_BACKUPS_MAX;
    if (isKept || join(folder, name) === newest) schemas.add(schema);
    else rmSync(join(folder, name));
  }
}

/** The size of the databases: a backup of them is compressed, so it never takes more. */
function megabytesOf(dataDir: string): number {
  const folders = [join(dataDir, 'postgres'), join(dataDir, TEST_KEYS_DIRECTORY)];
  const bytes = folders.filter((path) => existsSync(path)).map(bytesBelow);
  return Math.ceil(bytes.reduce((sum, size) => sum + size, 0) / MEGABYTE);
}

/** A path as a word of a shell. */
const quoted = (path: string): string =>
  /^[\w./:\\@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
