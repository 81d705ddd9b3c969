// The whole build, each step only when its inputs changed (build-plan.js): compile, copy the SQL
// files and the viewer of the API reference, the client as a package, the base archive of the
// embedded database, the geography pack, the console. It first prints its steps and how long
// they take, on standard error, since `npm start` and `npm pack` print on standard output.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIST, planBuild, STAMPS } from './build-plan.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');
process.chdir(ROOT);
const TYPESCRIPT = ['--conditions=source', '--import', 'tsx'];
const EXPLORER = 'node_modules/openapi-explorer';

const WORK = {
  compile: () => {
    run(['node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.build.json']);
    // A migration that an earlier build has copied may be gone.
    rmSync(join(DIST, 'store/migrations'), { recursive: true, force: true });
    cpSync('src/store/migrations', join(DIST, 'store/migrations'), { recursive: true });
    cpSync(`${EXPLORER}/dist/browser/openapi-explorer.min.js`, join(DIST, 'docs/explorer.js'));
    cpSync(`${EXPLORER}/LICENSE`, join(DIST, 'docs/explorer.LICENSE'));
  },
  client: () => run([...TYPESCRIPT, 'scripts/build-client.js']),
  docs: () => run([...TYPESCRIPT, 'scripts/build-docs.ts']),
  'base.tgz': () => run(['scripts/build-base.js', join(DIST, 'base.tgz')]),
  'geo.bin': () => run([...TYPESCRIPT, 'scripts/build-geo.ts', join(DIST, 'geo.bin')]),
  console: () => run([...TYPESCRIPT, 'scripts/build-console.ts']),
};

const say = (text) => process.stderr.write(text);
const secondsSince = (began) => ((performance.now() - began) / 1000).toFixed(1);

const due = planBuild(ROOT).filter((step) => step.due);
if (due.length === 0) {
  say('Rowhouse is built already; nothing has changed.\n');
} else {
  const began = performance.now();
  const about = due.reduce((sum, { seconds }) => sum + seconds, 0);
  say(`Building Rowhouse, ${due.length} of ${Object.keys(WORK).length} steps, about ${about} s:\n`);
  mkdirSync(DIST, { recursive: true });
  for (const step of due) build(step);
  say(`Built in ${secondsSince(began)} s.\n`);
}

function build({ name, what, inputs, seconds }) {
  say(`  ${what} (about ${seconds} s) … `);
  const began = performance.now();
  WORK[name]();
  const file = join(DIST, STAMPS);
  const stamps = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, JSON.stringify({ ...stamps, [name]: inputs }, null, 2));
  say(`${secondsSince(began)} s\n`);
}

/** Runs a script; what it prints is shown only when it fails. */
function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status === 0) return;
  say(
    `failed.\n${stdout}${stderr}\nThe build stopped here: fix what is shown above and run it again.\n`,
  );
  process.exit(1);
}
