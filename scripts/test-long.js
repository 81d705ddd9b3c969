// Runs whole what `npm test` samples: `npm run test:long -- [NAME...]`, by default all of it. Each
// run prints the command that repeats it alone (CONTRIBUTING.md).
import { spawnSync } from 'node:child_process';

/** Several times what the longest run takes. */
const RUN_MS_MAX = 3_600_000;
const LOADER = ['--conditions=source', '--import', 'tsx'];
const tests = (file) => ['--test', file];

/** By name: the words after the loader, and variables of the environment. */
const RUNS = {
  simulation: { words: ['test/sim/main.ts', '--seeds', '20000', '--seconds', '300'] },
  fuzzing: { words: ['test/fuzz/main.ts', '--cases', '1000000', '--minutes', '10'] },
  mutations: { words: ['test/mutations/report.ts'] },
  honest: { words: ['test/honest/report.ts'] },
  watches: { words: tests('test/watches/replay.test.ts'), env: { WATCH_RUNS: '1000' } },
  'watches-due': { words: tests('test/watches/credits.test.ts'), env: { WATCHES_DUE: '10000' } },
  locks: { words: tests('src/store/embedded/lock.test.ts'), env: { LOCK_ROUNDS: '1000' } },
  'full-disk': { words: tests('test/full-disk.test.ts'), env: { FULL_DISK_PLACES: '200' } },
  'full-disk-store': {
    words: tests('src/store/embedded/full-disk.test.ts'),
    env: { FULL_DISK_PLACES: '200' },
  },
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(RUNS, name));
if (unknown.length > 0) {
  console.error(`No run ${unknown.join(', ')}. There are: ${Object.keys(RUNS).join(', ')}.`);
  process.exit(2);
}

const results = Object.entries(RUNS)
  .filter(([name]) => chosen.length === 0 || chosen.includes(name))
  .map(([name, { words, env = {} }]) => {
    const settings = Object.entries(env).map((one) => one.join('='));
    console.log(`\n${name}: ${[...settings, 'node', ...LOADER, ...words].join(' ')}`);
    const began = performance.now();
    const { status } = spawnSync(process.execPath, [...LOADER, ...words], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      timeout: RUN_MS_MAX,
    });
    if (status !== 0) process.exitCode = 1;
    const seconds = Math.round((performance.now() - began) / 1000);
    return `${status === 0 ? '✔' : '✖'} ${name} ${seconds} s`;
  });
console.log(`\n${results.join('\n')}`);
