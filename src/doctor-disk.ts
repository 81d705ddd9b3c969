/** The doctor's look at the data directory and at the disk below it. */
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { deniedPath } from '#cli/file-fault.js';
import { holdsDatabase } from '#store/embedded/create.js';
import { ROOM_BYTES_MIN } from '#store/embedded/open.js';
import { DATA_SECRETS } from './data-files.js';
import { fault, fine, type Patient, type Said, warning } from './doctor-patient.js';
import { sayFault } from './say-fault.js';

export const MEGABYTE = 1_048_576;
/** What a first start needs for a new database (docs/operating.md#the-data-directory). */
const FIRST_START_BYTES = 40 * MEGABYTE;
/** Less room is a warning: the write-ahead log alone may take a quarter of it. */
export const FREE_BYTES_ENOUGH = 1_024 * MEGABYTE;
/** Fewer free inodes are a warning. */
const FREE_FILES_ENOUGH = 1_000;
/** Permission bits of everyone but the owner. */
const OTHERS = 0o077;
const ROOT = 0;
const FOREIGN_LISTED_MAX = 3;

/** Whether the service may use its directory, and nobody else its secrets. */
export async function checkDirectory({ config }: Patient): Promise<readonly Said[]> {
  const path = resolve(config.dataDir);
  if (!existsSync(path)) {
    const above = existingAbove(path);
    if (!statSync(above).isDirectory()) return [isFile(above)];
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
      return [fault(`${path} is a link to nothing. Mount its disk, or set ROWHOUSE_DATA_DIR.`)];
    }
    const denied = deniedIn(above);
    return [
      denied === null
        ? fine(`${path} does not exist yet: the first start creates it`)
        : fault(
            `${path} does not exist and cannot be created in ${above}: ${denied} Create it for the user of the service, or set ROWHOUSE_DATA_DIR.`,
          ),
    ];
  }
  if (!statSync(path).isDirectory()) return [isFile(path)];
  const denied = deniedIn(path);
  if (denied !== null) {
    return [
      fault(
        `${path} cannot be written: ${denied} Mount its disk writable and give the directory to the user of the service, or set ROWHOUSE_DATA_DIR.`,
      ),
    ];
  }
  const said = [...foreignFiles(path), ...readableSecrets(path)];
  return said.length > 0 ? said : [fine(`${path} is writable`)];
}

const isFile = (path: string): Said =>
  fault(`${path} is a file. Set ROWHOUSE_DATA_DIR to a directory.`);

/** Files of other users in it: most often a command or a start as root left them. */
function foreignFiles(path: string): Said[] {
  const owner = statSync(path).uid;
  const user = process.getuid?.();
  const foreign = foreignIn(path, owner, user === owner || user === ROOT);
  if (foreign.length > 0) {
    const more = foreign.length - FOREIGN_LISTED_MAX;
    const listed = foreign.slice(0, FOREIGN_LISTED_MAX).join(', ');
    return [
      fault(
        `${listed}${more > 0 ? ` and ${more} more` : ''} ${foreign.length === 1 ? 'belongs' : 'belong'} to another user than ${path}, whose user is ${owner}. Stop the service and run: chown -R ${owner} ${realpathSync(path)}`,
      ),
    ];
  }
  if (user === undefined || user === owner || user === ROOT) return [];
  return [
    warning(
      `${path} belongs to the user ${owner}, and this runs as the user ${user}. Run it as the user of the service.`,
    ),
  ];
}

/** A directory of another user stands for all below it, which may not be readable here. */
function foreignIn(path: string, owner: number, mayDescend: boolean): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const file = join(path, entry.name);
    if ((statSync(file, { throwIfNoEntry: false })?.uid ?? owner) !== owner) return [file];
    return mayDescend && entry.isDirectory() ? foreignIn(file, owner, mayDescend) : [];
  });
}

const readableSecrets = (path: string): Said[] =>
  DATA_SECRETS.map((name) => join(path, name))
    .filter((file) => existsSync(file) && (statSync(file).mode & OTHERS) !== 0)
    .map((file) =>
      warning(`${file} is a secret that other users can read. Run: chmod 600 ${file}`),
    );

/** Why files cannot be created in a directory; null when they can. */
function deniedIn(path: string): string | null {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return deniedPath(error) ?? sayFault(error);
  }
}

function existingAbove(path: string): string {
  const above = dirname(path);
  return existsSync(above) || above === path ? above : existingAbove(above);
}

/** Whether the disk has room. A server's disk cannot be seen from here. */
export async function checkDisk({ config }: Patient): Promise<readonly Said[]> {
  const data = resolve(config.dataDir);
  const path = existsSync(data) ? data : existingAbove(data);
  const { bavail, bsize, files, ffree } = statfsSync(path);
  const free = bavail * bsize;
  const room = `${Math.floor(free / MEGABYTE)} MB are free in ${path}`;
  const isEmbedded = config.databaseUrl === null;
  const least = isEmbedded && !holdsDatabase(data) ? FIRST_START_BYTES : ROOM_BYTES_MIN;
  if (free < least) {
    return [
      fault(
        `${room}: ${isEmbedded ? 'the embedded database needs' : 'the directory needs'} ${Math.ceil(least / MEGABYTE)} MB to start. Free some space, or set ROWHOUSE_DATA_DIR to another disk.`,
      ),
    ];
  }
  if (isEmbedded && free < FREE_BYTES_ENOUGH) {
    return [
      warning(
        `${room}, less than ${FREE_BYTES_ENOUGH / MEGABYTE} MB. Free some space before calls are answered with 503.`,
      ),
    ];
  }
  // Some file systems count no inodes.
  if (files > 0 && ffree < FREE_FILES_ENOUGH) {
    return [warning(`${ffree} more files fit on the disk of ${path}. Remove some there.`)];
  }
  return [fine(room)];
}
