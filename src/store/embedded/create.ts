import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { extract } from 'tar';
import { syncDirectory } from './durable-fs.js';

/** Names of directories that are being filled; what a crash leaves of them is removed. */
export const CREATING = 'creating-';

/**
 * Makes the database directory from the base archive when it is not there yet: unpacked into a
 * temporary directory, flushed to disk, then renamed, so that a crash leaves either nothing or a
 * whole database. Leftovers of a crash are removed. Returns the directory.
 */
export async function ensureDatabaseDirectory(data: string, archive: string): Promise<string> {
  const directory = join(data, 'postgres');
  for (const name of readdirSync(data)) {
    if (name.startsWith(CREATING)) rmSync(join(data, name), { recursive: true, force: true });
  }
  if (existsSync(join(directory, 'PG_VERSION'))) return directory;
  if (!existsSync(archive)) {
    throw new Error(`The base archive ${archive} is missing: run "npm run build" first.`);
  }
  const fresh = mkdtempSync(join(data, CREATING));
  await extract({ file: archive, cwd: fresh });
  mkdirSync(join(fresh, 'pg_wal'), { recursive: true });
  syncTree(fresh);
  renameSync(fresh, directory);
  syncDirectory(data);
  return directory;
}

/** Whether a data directory holds an embedded database already. */
export const holdsDatabase = (data: string): boolean =>
  existsSync(join(data, 'postgres', 'PG_VERSION'));

/** Flushes every file and directory below to disk. */
function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncFile(path);
  }
  syncDirectory(directory);
}

/** Flushes what a file holds to disk. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}
