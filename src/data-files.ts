/** Small secrets that the service makes at its first start: files of mode 0600 in the data directory. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MODE = 0o600;

/** What a file of the data directory holds, or null when it is not there. */
export function readDataFile(dataDir: string, name: string): string | null {
  const path = join(dataDir, name);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

/** Writes a file that only its owner may read. */
export function writeDataFile(dataDir: string, name: string, value: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, name), `${value}\n`, { mode: MODE });
}

/** The file's value; made once when it is not there yet. */
export function ensureDataFile(dataDir: string, name: string, make: () => string): string {
  const known = readDataFile(dataDir, name);
  if (known !== null) return known;
  const value = make();
  writeDataFile(dataDir, name, value);
  return value;
}
