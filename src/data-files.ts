/** Files beside the code and in the data directory: the package, and small secrets of mode 0600. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { assert } from '#base/assert.js';
import { packageFile } from '#base/program-files.js';

const MODE = 0o600;
const DIRECTORY_MODE = 0o700;
/** Permission bits of everyone but the owner. */
const OTHERS = 0o077;

export const SECRET_FILE = 'secret';
/** The operator commands look for the token here. */
export const ADMIN_TOKEN_FILE = 'admin-token';
export const DEMO_KEY_FILE = 'demo-key';
/** The data directory of the test keys' service. */
export const TEST_KEYS_DIRECTORY = 'test-keys';
/** Rows of open sets while they are read, and those that a refresh starts from. */
export const OPEN_SETS_DIRECTORY = 'open-sets';
/** Backups that starts write before they migrate the database. */
export const BACKUPS_DIRECTORY = 'backups';
/** Every secret of a data directory. */
export const DATA_SECRETS: readonly string[] = [SECRET_FILE, ADMIN_TOKEN_FILE, DEMO_KEY_FILE];
/** Names that the service creates in its data directory; `creating-*` is one being filled. */
const OURS = new RegExp(
  `^(postgres|lock|creating-.*|${TEST_KEYS_DIRECTORY}|${OPEN_SETS_DIRECTORY}|${BACKUPS_DIRECTORY}|(${DATA_SECRETS.join('|')})(\\.\\d+)?(\\.new)?)$`,
);

/** The version in package.json. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;

/**
 * Creates the data directory for its owner only, and removes other users' access to it and to its
 * secrets where an older version or a copy left it. A directory with foreign files keeps its mode.
 * Returns the secrets that other users can still access.
 */
export function secureDataDir(dataDir: string): string[] {
  const path = resolve(dataDir);
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) mkdirSync(path, { mode: DIRECTORY_MODE });
  if (readdirSync(path).every((name) => OURS.test(name))) close(path, DIRECTORY_MODE);
  return DATA_SECRETS.map((name) => join(path, name)).filter(
    (file) => existsSync(file) && !close(file, MODE),
  );
}

/** Removes everyone else's access to a path; false if its owner or the file system prevents it. */
function close(path: string, mode: number): boolean {
  if ((statSync(path).mode & OTHERS) === 0) return true;
  try {
    chmodSync(path, mode);
  } catch {
    return false;
  }
  return (statSync(path).mode & OTHERS) === 0;
}

/** The contents of a file in the data directory; null if it is missing or empty. */
export function readDataFile(dataDir: string, name: string): string | null {
  const path = join(dataDir, name);
  if (!existsSync(path)) return null;
  // An empty secret proves nothing: anyone could sign a cursor or send a token with it.
  const value = readFileSync(path, 'utf8').trim();
  return value === '' ? null : value;
}

/**
 * Writes a file that only its owner may read. It is flushed before it gets its name, and its
 * directory after: a power cut leaves the whole file or none.
 */
export function writeDataFile(dataDir: string, name: string, value: string): void {
  putInPlace(dataDir, name, value, renameSync);
}

/**
 * The file's value, created on the first call. If two processes create it at once, both get the
 * value of the first.
 */
export function ensureDataFile(dataDir: string, name: string, make: () => string): string {
  const known = readDataFile(dataDir, name);
  if (known !== null) return known;
  const isEmpty = existsSync(join(dataDir, name));
  putInPlace(dataDir, name, make(), isEmpty ? renameSync : linkUnlessThere);
  const value = readDataFile(dataDir, name);
  assert(value !== null, 'a file that was made is there');
  return value;
}

/** Writes a temporary file and moves it into place. */
function putInPlace(
  dataDir: string,
  name: string,
  value: string,
  put: (from: string, to: string) => void,
): void {
  mkdirSync(dataDir, { recursive: true, mode: DIRECTORY_MODE });
  const path = join(dataDir, name);
  const fresh = `${path}.${process.pid}.new`;
  // A leftover could have another mode or be a link elsewhere, so the file is always new.
  rmSync(fresh, { force: true });
  const handle = openSync(fresh, 'wx', MODE);
  writeFileSync(handle, `${value}\n`);
  fsyncSync(handle);
  closeSync(handle);
  put(fresh, path);
  rmSync(fresh, { force: true });
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Gives a file a second name, unless that name is taken. */
function linkUnlessThere(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** Removes a file of the data directory, if it exists. */
export const removeDataFile = (dataDir: string, name: string): void =>
  rmSync(join(dataDir, name), { force: true });

/** The size of all files below a directory, some of which may be removed meanwhile. */
export const bytesBelow = (directory: string): number =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false }))
    .reduce((sum, found) => sum + (found?.size ?? 0), 0);
