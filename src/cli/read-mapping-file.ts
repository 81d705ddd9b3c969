import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '#base/program-files.js';
import { CliError } from './cli-error.js';

/** The mappings included in the package. */
const READY = packageFile('mappings');
const ENDING = '.json';

/** The mapping in a file, or the included one with this name. */
export function readMappingFile(name: string): unknown {
  const ready = readdirSync(READY)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length));
  const path = ready.includes(name) ? join(READY, name + ENDING) : name;
  return readJsonFile(
    path,
    `No mapping ${name} exists. Give a JSON file, or one of ${ready.join(', ')}.`,
  );
}

/** The JSON in a file. Throws CliError; `absent` is said where there is no such file. */
export function readJsonFile(path: string, absent: string): unknown {
  if (!existsSync(path)) throw new CliError(absent);
  try {
    // Editors of Windows begin a text with a byte order mark.
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new CliError(`${path} is not valid JSON: ${reason}.`);
  }
}
