// The whole build, each step only when its inputs changed: compile, copy the SQL files and the viewer
// of the API reference, the client as a package, the base archive of the embedded database, the
// geography pack, the console.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const DIST = 'dist';
const STAMPS = join(DIST, '.stamps.json');

const stamps = existsSync(STAMPS) ? JSON.parse(readFileSync(STAMPS, 'utf8')) : {};
const lockDigest = digestOf(['package-lock.json']);

const run = (args) =>
  execFileSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });

mkdirSync(DIST, { recursive: true });
run(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']);
cpSync('src/store/migrations', join(DIST, 'store/migrations'), { recursive: true });
const EXPLORER = 'node_modules/openapi-explorer';
cpSync(`${EXPLORER}/dist/browser/openapi-explorer.min.js`, join(DIST, 'docs/explorer.js'));
cpSync(`${EXPLORER}/LICENSE`, join(DIST, 'docs/explorer.LICENSE'));
run(['scripts/build-client.js']);

step('base.tgz', digestOf(['scripts/build-base.js']) + lockDigest, () =>
  run(['scripts/build-base.js', join(DIST, 'base.tgz')]),
);
step('geo.bin', digestOf(geoScripts()) + lockDigest, () =>
  run(['--conditions=source', '--import', 'tsx', 'scripts/build-geo.ts', join(DIST, 'geo.bin')]),
);
step('console', digestOf(consoleInputs()) + stamps['geo.bin'], () =>
  run(['--conditions=source', '--import', 'tsx', 'scripts/build-console.ts']),
);

/** Runs a step unless its output is there and was made from the same inputs. */
function step(output, inputs, work) {
  if (existsSync(join(DIST, output)) && stamps[output] === inputs) return;
  work();
  stamps[output] = inputs;
  writeFileSync(STAMPS, JSON.stringify(stamps, null, 2));
}

function geoScripts() {
  const sources = ['scripts/geo', 'src/geo'].flatMap((directory) =>
    readdirSync(directory).map((name) => join(directory, name)),
  );
  const own = ['scripts/build-geo.ts', 'src/domain/names.ts', 'src/domain/box.ts'];
  return [...own, ...sources]
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();
}

/** What the console is made of: its sources, the contract, the scripts; the rest is in the lock. */
function consoleInputs() {
  const folders = ['console', 'src/contract', 'scripts/console', 'scripts/geo'];
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  );
  return ['scripts/build-console.ts', ...sources].sort();
}

function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}
