// Which steps of the build are due: each has an output, a hash of its inputs, and its seconds on a
// small machine. A step is not due if its output exists and was made from the same inputs.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const DIST = 'dist';
export const STAMPS = '.stamps.json';

/**
 * The steps below a checkout, in an order in which two at a time end soonest; `due` says whether to
 * run it, `after` which step's output it reads.
 */
export function planBuild(root) {
  const dist = join(root, DIST);
  const stampFile = join(dist, STAMPS);
  const stamps = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {};
  return stepsOf(root).map((step) => ({
    ...step,
    due: !existsSync(join(dist, step.output)) || stamps[step.name] !== step.inputs,
  }));
}

function stepsOf(root) {
  const digest = (files) => digestOf(root, files);
  const lock = digest(['package-lock.json']);
  const configs = ['package.json', 'tsconfig.json', 'tsconfig.build.json'];
  const compiled = digest([...configs, 'scripts/build.js', ...filesBelow(root, ['src'])]) + lock;
  const ownClient = digest([
    ...scriptsFrom(root, 'scripts/build-client.js'),
    'docs/client.md',
    'LICENSE',
  ]);
  const geo = digest(geoInputs(root)) + lock;
  return [
    { name: 'geo.bin', what: 'the geography pack', output: 'geo.bin', inputs: geo, seconds: 8 },
    { name: 'compile', what: 'the compiled code', output: 'main.js', inputs: compiled, seconds: 6 },
    {
      name: 'base.tgz',
      what: 'the empty database',
      output: 'base.tgz',
      inputs: digest(['scripts/build-base.js']) + lock,
      seconds: 5,
    },
    {
      name: 'console',
      what: 'the console',
      output: 'console/index.html',
      inputs: digest(consoleInputs(root)) + geo,
      seconds: 10,
      after: 'geo.bin',
    },
    {
      name: 'client',
      what: 'the client as a package',
      output: 'rowhouse-client/package.json',
      inputs: ownClient + compiled,
      seconds: 2,
      after: 'compile',
    },
    {
      name: 'docs',
      what: 'the documents',
      output: 'docs/site/index.html',
      inputs: digest(docsInputs(root)) + lock,
      seconds: 3,
    },
  ];
}

/** The documents, and what the pages printed from tables and their style and script are made of. */
function docsInputs(root) {
  const own = [
    ...scriptsFrom(root, 'scripts/build-docs.ts'),
    'console/src/docs/first.ts',
    'console/src/docs/site.ts',
    'console/src/styles/docs.css',
    'console/src/styles/tokens.css',
    'console/vite.config.ts',
  ];
  const folders = ['docs', 'src/client', 'src/contract', 'src/sources'];
  return [...own, ...filesBelow(root, folders)].sort();
}

function geoInputs(root) {
  const own = ['src/domain/names.ts', 'src/domain/box.ts', ...filesBelow(root, ['src/geo'])];
  return [...own, ...scriptsFrom(root, 'scripts/build-geo.ts')].sort();
}

/** The console's inputs: its sources, the client, the contract with the manifests, the scripts. */
function consoleInputs(root) {
  const folders = ['console', 'src/client', 'src/contract', 'src/sources'];
  return [...scriptsFrom(root, 'scripts/build-console.ts'), ...filesBelow(root, folders)].sort();
}

/** A script and the scripts that it imports, one by another. */
function scriptsFrom(root, script, found = new Set()) {
  found.add(script);
  const text = readFileSync(join(root, script), 'utf8');
  for (const [, path] of text.matchAll(/from '(\.\.?\/[^']+)'/g)) {
    const named = join(dirname(script), path);
    const typed = named.replace(/\.js$/, '.ts');
    const file = existsSync(join(root, typed)) ? typed : named;
    if (!found.has(file)) scriptsFrom(root, file, found);
  }
  return [...found];
}

/** Every file below the folders but tests, which no step reads. */
function filesBelow(root, folders) {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1)),
    )
    .sort();
}

function digestOf(root, files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}
