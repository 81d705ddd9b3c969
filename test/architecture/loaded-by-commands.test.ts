/** What every command loads before it does anything: a caller's command waits for all of it. */
import assert from 'node:assert/strict';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { codeOf, ROOT } from './read-tree.js';

/** Imports that remain after compilation: all but those of types alone, and no `import()`. */
const IMPORT = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm;

/** The file of this project that an import names; null for a package. */
function fileOf(from: string, name: string): string | null {
  const path = name.startsWith('#')
    ? `src/${name.slice(1)}`
    : name.startsWith('.')
      ? posix.join(posix.dirname(from), name)
      : null;
  return path === null ? null : path.replace(/\.js$/, '.ts');
}

/** Everything that a file loads, each with the file that first names it. */
function loadedBy(start: string): ReadonlyMap<string, string> {
  const found = new Map([[start, '']]);
  for (const [path] of found) {
    if (!path.startsWith('src/')) continue;
    for (const [, name = '', bare = name] of codeOf(path).matchAll(IMPORT)) {
      const target = fileOf(path, bare) ?? bare;
      if (!found.has(target)) found.set(target, path);
    }
  }
  return found;
}

const loaded = loadedBy('src/main.ts');
const shown = (paths: readonly string[]) => paths.map((path) => `${loaded.get(path)} > ${path}`);

test('a command loads no code of the service before it needs it', () => {
  assert.ok(loaded.has('src/cli/program.ts') && loaded.size > 100, join(ROOT, 'src/main.ts'));
  const ofService = [...loaded.keys()].filter((path) =>
    /^src\/(store|geo|http|mcp|sandbox)\/|^src\/(serve|app|doctor)[.-]|^src\/sources\/\w+\/index\.ts/.test(
      path,
    ),
  );
  assert.deepEqual(shown(ofService), [], 'import it where a command needs it');
});

test('a command loads three packages', () => {
  const packages = [...loaded.keys()].filter((path) => !/^src\/|^node:/.test(path)).sort();
  assert.deepEqual(packages, ['commander', 'ipaddr.js', 'uuidv7'], shown(packages).join('\n'));
});
