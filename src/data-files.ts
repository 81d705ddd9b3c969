/** Files beside the code and in the data directory: the package, and small secrets of mode 0600. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const MODE = 0o600;
const PACKAGE = new URL('../package.json', import.meta.url);

/** The version of this package, as package.json says it. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;

/** What a file of the data directory holds; null when it is not there, or empty. */
export function readDataFile(dataDir: string, name: string): string | null {
  const path = join(dataDir, name);
  if (!existsSync(path)) return null;
  // An empty secret is none: a cursor signed with it, or a token compared with it, proves nothing.
  const value = readFileSync(path, 'utf8').trim();
  return value === '' ? null : value;
}

/**
 * Writes a file that only its owner may read. It is flushed before it gets its name, and the name
 * after: a power cut leaves the whole file or none.
 */
export function writeDataFile(dataDir: string, name: string, value: string): void {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, name);
  const fresh = `${path}.new`;
  const handle = openSync(fresh, 'w', MODE);
  writeFileSync(handle, `${value}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(fresh, path);
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** The file's value; made once when it is not there yet. */
export function ensureDataFile(dataDir: string, name: string, make: () => string): string {
  const known = readDataFile(dataDir, name);
  if (known !== null) return known;
  const value = make();
  writeDataFile(dataDir, name, value);
  return value;
}
