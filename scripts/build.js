// The whole build, each step only when its inputs changed (build-plan.js), two at a time: compile,
// copy the SQL files and the viewer of the API reference, the client as a package, the base archive
// of the embedded database, the geography pack, the console. It first prints how long that takes,
// on standard error, since `npm start` and `npm pack` print on standard output.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIST, planBuild, STAMPS } from './build-plan.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');
process.chdir(ROOT);
const TYPESCRIPT = ['--conditions=source', '--import', 'tsx'];
const EXPLORER = 'node_modules/openapi-explorer';

const AT_ONCE = 2;

const WORK = {
  compile: async () => {
    await run(['node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.build.json']);
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

const running = new Set();
const due = planBuild(ROOT).filter((step) => step.due);
if (due.length === 0) {
  say('Rowhouse is built already; nothing has changed.\n');
} else {
  const began = performance.now();
  const about = Math.ceil(due.reduce((sum, { seconds }) => sum + seconds, 0) / AT_ONCE);
  say(`Building Rowhouse, ${due.length} of ${Object.keys(WORK).length} steps, about ${about} s:\n`);
  mkdirSync(DIST, { recursive: true });
  const waiting = [...due];
  const ended = new Map();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
        ended.set(step.name, build(step, ended.get(step.after)));
        await ended.get(step.name);
      }
    }),
  );
  say(`Built in ${secondsSince(began)} s.\n`);
}

/** Runs a step after another one whose output it reads, if that is due as well. */
async function build({ name, what, inputs }, before) {
  await before;
  const began = performance.now();
  await WORK[name]().catch((error) => end(what, error));
  const file = join(DIST, STAMPS);
  const stamps = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  writeFileSync(file, JSON.stringify({ ...stamps, [name]: inputs }, null, 2));
  say(`  ${what} … ${secondsSince(began)} s\n`);
}

/** Runs a script; what it prints is shown only when it fails. */
async function run(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  const [status] = await once(child, 'close');
  running.delete(child);
  if (status !== 0) throw new Error(printed);
}

/** Ends the build with what a step said, and the steps beside it. */
function end(what, { message }) {
  for (const other of running) other.kill();
  say(
    `  ${what} … failed.\n${message}\nThe build stopped here: fix what is shown above and run it again.\n`,
  );
  process.exit(1);
}
