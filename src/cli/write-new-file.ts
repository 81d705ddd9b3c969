import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CliError } from './cli-error.js';

/** Only its owner may read it. */
const MODE = 0o600;

/** Throws CliError when a new file cannot have this name. */
export function checkNewFile(file: string): void {
  if (file === '')
    throw new CliError('The name of the file is empty. Name a file that does not exist.');
  if (file === '-')
    throw new CliError('- is not a file. Name one, or ./- for a file with this name.');
  if (existsSync(file)) throw new CliError(`${file} exists. Name a file that does not.`);
  if (!existsSync(dirname(file)))
    throw new CliError(`Folder ${dirname(file)} does not exist. Create it first.`);
}

/** Throws CliError, or the system's error, when a file that may exist cannot be written. */
export function checkOutput(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) checkNewFile(file);
  else if (found.isDirectory()) throw new CliError(`${file} is a folder. Name a file.`);
  accessSync(found === undefined ? dirname(file) : file, constants.W_OK);
}

/**
 * Writes a complete, flushed file, or none: until then it is in a new folder beside it, named
 * `<file>.part-` and six characters, so that two commands never write the same one. A file created
 * with the name meanwhile is not overwritten. Returns its size in bytes and its SHA-256.
 */
export async function writeNewFile(
  file: string,
  bytes: Readable,
): Promise<{ file: string; bytes: number; sha256: string }> {
  const folder = mkdtempSync(`${file}.part-`);
  const part = join(folder, 'part');
  try {
    const digest = createHash('sha256');
    let size = 0;
    // Not piped: undici would copy all that has arrived for each part that is written.
    async function* counted() {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        digest.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    }
    const target = createWriteStream(part, { flags: 'wx', mode: MODE, flush: true });
    await pipeline(counted, target);
    checkNewFile(file);
    renameSync(part, file);
    flushFolder(dirname(file));
    return { file, bytes: size, sha256: digest.digest('hex') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without it, a power failure could lose the directory entry of a flushed file. */
function flushFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
