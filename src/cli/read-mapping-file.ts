import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CliError } from './call-admin.js';

/** The mappings that come with the package. */
const READY = new URL('../../mappings/', import.meta.url);
const ENDING = '.json';

/** The mapping in a file, or the ready one of this name. */
export function readMappingFile(name: string): unknown {
  const ready = readdirSync(READY)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length));
  const path = ready.includes(name) ? fileURLToPath(new URL(name + ENDING, READY)) : name;
  if (!existsSync(path)) {
    throw new CliError(
      `No mapping ${name} exists. Give a JSON file, or one of ${ready.join(', ')}.`,
    );
  }
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new CliError(`${name} is not valid JSON: ${reason}.`);
  }
}
