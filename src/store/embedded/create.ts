import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { extract, list } from 'tar';
import { OperatorError } from '#base/operator-error.js';
import { syncDirectory } from './durable-fs.js';

/** Prefix of directories that are being filled; leftovers of a crash are removed. */
export const CREATING = 'creating-';
/** Prefix of a directory whose files a restore moves to their places, the database last. */
export const RESTORING = 'restoring-';
const VERSION = 'PG_VERSION';
const CONTROL = 'global/pg_control';
/** The engine always writes its control file in this size. */
const CONTROL_BYTES = 8_192;
/** The engine writes these at a start, before it reads anything. */
const START_FILES = /^postmaster\.(pid|opts)$/;
/** Warns only that the leading slash of a name was removed. */
const INFO = 'TAR_ENTRY_INFO';
const MEGABYTE = 1_048_576;

/**
 * Creates the database directory from the base archive if missing: unpacked into a temporary
 * directory, compared with the archive, flushed to disk, then renamed, so that a crash or a full
 * disk leaves either nothing or a whole database. Removes leftovers. Returns the directory.
 */
export async function ensureDatabaseDirectory(data: string, archive: string): Promise<string> {
  const directory = join(data, 'postgres');
  if (isHalfRestored(data)) throw new OperatorError(halfRestored(data));
  for (const name of readdirSync(data)) {
    if (isLeftover(name)) rmSync(join(data, name), { recursive: true, force: true });
  }
  if (isComplete(directory)) return directory;
  if (!existsSync(archive)) {
    throw new Error(`The base archive ${archive} is missing: run "npm run build" first.`);
  }
  const fresh = mkdtempSync(join(data, CREATING));
  try {
    await unpack(archive, fresh);
    syncTree(fresh);
    if (existsSync(directory)) removeUnfinished(directory, fresh);
    renameSync(fresh, directory);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
  syncDirectory(data);
  return directory;
}

/** Whether a name in a data directory is that of one being filled. */
export const isLeftover = (name: string): boolean =>
  name.startsWith(CREATING) || name.startsWith(RESTORING);

/** Whether a restore ended while it moved its files: some are in place, the database is not. */
export const isHalfRestored = (data: string): boolean =>
  !holdsDatabase(data) && readdirSync(data).some((name) => name.startsWith(RESTORING));

/** What to do then, in one sentence. */
export const halfRestored = (data: string): string =>
  `a restore into ${data} was interrupted before its database was in place: run the same "rowhouse restore" once more, which replaces what it left.`;

/** Whether a data directory holds an embedded database already. */
export const holdsDatabase = (data: string): boolean => existsSync(join(data, 'postgres', VERSION));

/** Whether a complete database was ever created here. */
export const isComplete = (directory: string): boolean =>
  sizeOf(join(directory, VERSION)) > 0 && sizeOf(join(directory, CONTROL)) === CONTROL_BYTES;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Unpacks the archive and compares each file with it. Throws OperatorError, with what to do. */
async function unpack(archive: string, into: string): Promise<void> {
  const wanted = await hashesIn(archive);
  const faults: string[] = [];
  const onwarn = (code: string, message: string) => {
    if (code !== INFO) faults.push(message);
  };
  try {
    // One file after another costs half as much as several at once, and nothing else runs yet.
    extract({ file: archive, cwd: into, onwarn, sync: true });
  } catch (error) {
    faults.push(String(error));
  }
  const bytes = [...wanted.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [name, { hash }] of wanted) {
    const path = join(into, name);
    if (faults.length === 0 && (!existsSync(path) || hashOf(readFileSync(path)) !== hash)) {
      faults.push(`${name} differs from what was written`);
    }
  }
  if (faults.length > 0) {
    throw new OperatorError(
      `The embedded database could not be created below ${into}: ${faults[0]}. All written files were removed. Free ${Math.ceil(bytes / MEGABYTE)} MB on this disk or set ROWHOUSE_DATA_DIR to another one, then start again.`,
    );
  }
  mkdirSync(join(into, 'pg_wal'), { recursive: true });
}

/** Each file of the archive, by its path, with its size and hash. */
async function hashesIn(archive: string) {
  const files = new Map<string, { readonly size: number; readonly hash: string }>();
  await list({
    file: archive,
    onReadEntry: (entry) => {
      if (entry.type !== 'File' && entry.type !== 'OldFile') return;
      const hash = createHash('sha256');
      entry.on('data', (chunk) => hash.update(chunk));
      entry.on('end', () => {
        files.set(entry.path, { size: entry.size, hash: hash.digest('hex') });
      });
    },
  });
  return files;
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Removes a directory that a first start left unfinished: each file is empty or begins a file of
 * the new one. Anything else may be somebody's data: throws OperatorError and changes nothing.
 */
function removeUnfinished(directory: string, fresh: string): void {
  for (const name of filesBelow(directory, '')) {
    if (START_FILES.test(name)) continue;
    const bytes = readFileSync(join(directory, name));
    const whole = join(fresh, name);
    if (bytes.length === 0) continue;
    if (existsSync(whole) && readFileSync(whole).subarray(0, bytes.length).equals(bytes)) continue;
    throw new OperatorError(
      `${directory} contains a damaged database: ${CONTROL} is missing or truncated, and ${name} is not part of a new one. Nothing was changed. Restore a backup into another directory, and set ROWHOUSE_DATA_DIR to it.`,
    );
  }
  rmSync(directory, { recursive: true });
}

const filesBelow = (directory: string, below: string): string[] =>
  readdirSync(join(directory, below), { withFileTypes: true }).flatMap((entry) => {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(directory, name) : [name];
  });

/** Flushes every file and directory below to disk. */
function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncFile(path);
  }
  syncDirectory(directory);
}

/** Flushes a file's contents to disk. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}
