/** The files of the application, for the tests that check it against its own rules. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const LEFT_OUT = new Set(['node_modules', 'dist', 'data', '.git', 'playwright-report']);

/**
 * Paths from the root, with slashes, of every file below the folders that ends in one of `ends`.
 */
export function filesOf(folders: readonly string[], ends: readonly string[]): string[] {
  return folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => filesBelow(join(ROOT, folder)))
    .map((path) => relative(ROOT, path).replaceAll('\\', '/'))
    .filter((path) => ends.some((end) => path.endsWith(end)))
    .sort();
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The shipped code: what src/ holds beside its tests. */
export const shippedFiles = (): string[] =>
  filesOf(['src'], ['.ts']).filter((path) => !path.endsWith('.test.ts'));

/**
 * Code with its comments replaced by spaces, so that a rule may be written about without being
 * broken.
 */
export const codeOf = (path: string): string =>
  textOf(path)
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1');

/** `path:line` of every match. */
export function placesOf(path: string, text: string, what: RegExp): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (what.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
}

/** The places of a document that a link can name, as GitHub writes them. */
export const placesIn = (path: string): ReadonlySet<string> =>
  new Set(
    [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
