import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Native from 'fs-native-extensions';
import { OperatorError } from '#base/operator-error.js';

/** A directory is locked by this process, until `unlock` or its end, or by another. */
export type DirectoryLock = { readonly unlock: () => void } | { readonly heldBy: string };

export const LOCK_FILE = 'lock';
const MODE = 0o600;
/** Byte ranges of the file: the first is the lock, the second says that the holder is named. */
const HELD = 0;
const NAMED = 1;
/** The name is padded, so that overwriting it takes no more room on the disk. */
const NAME_BYTES = 200;
/** How often a holder without a name is queried again, and at what interval. */
const NAME_TRIES_MAX = 50;
const NAME_TRY_MS = 20;
const UNNAMED = 'another process';

/**
 * Locks the data directory for this process: two processes on one embedded database destroy it. The
 * operating system locks a file in the directory: the file itself, whatever path leads to it, for
 * as long as the process runs and no longer. The file is never removed: the lock of a removed file
 * would exclude nobody. Throws OperatorError where no file can be locked.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const native = await nativeLocks();
  const file = openLockFile(join(directory, LOCK_FILE));
  try {
    const heldBy = await take(native, file);
    if (heldBy === null) return { unlock: () => closeSync(file) };
    closeSync(file);
    return { heldBy };
  } catch (error) {
    closeSync(file);
    throw new OperatorError(
      `The file system of ${directory} cannot lock files (${String(error)}). Set ROWHOUSE_DATA_DIR to a directory on a local disk, or DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/**
 * Who holds the lock of a data directory; null when nobody does. It asks for the second range only,
 * shared and for a moment: a process that starts meanwhile waits for that moment and is not turned
 * away. Nothing is created or written.
 */
export async function holderOf(directory: string): Promise<string | null> {
  const path = join(directory, LOCK_FILE);
  if (!existsSync(path)) return null;
  const native = await nativeLocks();
  const file = openSync(path, constants.O_RDONLY);
  try {
    return native.tryLock(file, NAMED, 1, { shared: true }) ? null : readName(file);
  } finally {
    closeSync(file);
  }
}

/** Locks the file. Returns null, or who holds it. */
async function take(native: typeof Native, file: number): Promise<string | null> {
  for (let attempt = 0; attempt < NAME_TRIES_MAX; attempt += 1) {
    if (native.tryLock(file, HELD, 1)) {
      writeName(file);
      await native.waitForLock(file, NAMED, 1);
      return null;
    }
    if (!native.tryLock(file, NAMED, 1, { shared: true })) return readName(file);
    native.unlock(file, NAMED, 1);
    await sleep(NAME_TRY_MS);
  }
  return UNNAMED;
}

/** The package includes a native part for each system that it supports. */
const nativeLocks = (): Promise<typeof Native> =>
  import('fs-native-extensions').catch(() => {
    throw new OperatorError(
      `The embedded database cannot lock its directory on this system (${process.platform}-${process.arch}; on Linux it needs glibc). Set DATABASE_URL to use a PostgreSQL server.`,
    );
  });

function openLockFile(path: string): number {
  try {
    return openSync(path, constants.O_RDWR | constants.O_CREAT, MODE);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== 'ENXIO') throw error;
    throw new OperatorError(
      `${path} is a socket of an earlier version of Rowhouse. Stop that version if it still runs, then remove the file.`,
    );
  }
}

/** On a full disk the lock goes without its name. */
function writeName(file: number): void {
  const name = `process ${process.pid} on ${hostname()}`.padEnd(NAME_BYTES - 1);
  try {
    writeSync(file, Buffer.from(`${name}\n`).subarray(0, NAME_BYTES), 0, NAME_BYTES, 0);
  } catch {
    return;
  }
}

function readName(file: number): string {
  const bytes = Buffer.alloc(NAME_BYTES);
  const length = readSync(file, bytes, 0, NAME_BYTES, 0);
  return bytes.toString('utf8', 0, length).trim() || UNNAMED;
}
