// Runs the test suite: unit tests beside the code, then test/. Everything runs on the embedded
// database; what depends on the engine (test-groups.js) runs again on PostgreSQL when
// ROWHOUSE_TEST_DATABASE_URL names a server, and is reported as skipped when it does not. Where
// ROWHOUSE_TEST_NODE names another Node, one run proves two releases: what depends on the engine
// or on Node runs on this one, all else and the part on PostgreSQL on the other. Words after the
// command pick files by name. Small files share a process (test-groups.js), which runs what
// compile-tests.js has made of them.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileTests } from './compile-tests.js';
import { groupsOf, onServer, onThisNode } from './test-groups.js';

/** Limit of a test and of a file: several times what the longest file takes on a loaded machine. */
const TEST_TIMEOUT_MS = 420_000;
/** For a process, which may run many files. */
const PROCESS_TIMEOUT_MS = 4 * TEST_TIMEOUT_MS;
/** One more than there are processors: a test waits a quarter of its time. */
const PROCESSES = Math.min(availableParallelism() + 1, 8);
/** No process lives long enough to regain what optimizing the database's code would cost it. */
const ENGINE_FLAGS = ['--liftoff-only', '--wasm-lazy-compilation'];
const FAILED_TESTS = new URL('failed-tests.js', import.meta.url).href;
const RUNNING_TEST_MODULE = new URL('running-test.js', import.meta.url).href;
const GROUP_MODULE = new URL('test-group.js', import.meta.url).href;
const only = process.argv.slice(2);
const { ROWHOUSE_TEST_DATABASE_URL: server, ...environment } = process.env;
const { ROWHOUSE_TEST_NODE: otherNode } = environment;

const all = [...find('src'), ...find('test')];
const compiled = await compileTests();

// Each part prints thousands of lines: what failed is said once more at the end of all.
const parts = otherNode === undefined ? [run(process.execPath, all, environment)] : onTwoNodes();
if (server === undefined) {
  console.log(
    '\nPostgreSQL part skipped: set ROWHOUSE_TEST_DATABASE_URL to a server that may create databases.',
  );
} else {
  const node = otherNode ?? process.execPath;
  console.log(`\nWhat depends on the engine, on PostgreSQL and Node ${versionOf(node)}:`);
  const env = { ...environment, ROWHOUSE_TEST_DATABASE_URL: server };
  parts.push(run(node, all.filter(onServer), env));
}
if (parts.some(({ failed }) => failed)) {
  console.log(`\nFailed:\n${parts.map(({ failures }) => failures).join('')}`);
  process.exitCode = 1;
}

function onTwoNodes() {
  console.log(`What depends on the engine or on Node, on Node ${versionOf(process.execPath)}:`);
  const here = run(process.execPath, all.filter(onThisNode), environment);
  console.log(`\nEverything else, on Node ${versionOf(otherNode)}:`);
  const others = all.filter((file) => !onThisNode(file));
  return [here, run(otherNode, others, environment)];
}

function versionOf(node) {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
}

/** Whether a process of the part failed, and what did, a line each. */
function run(node, files, env) {
  const chosen = files.filter(
    (file) => only.length === 0 || only.some((word) => file.includes(word)),
  );
  if (chosen.length === 0) return { failed: false, failures: '' };
  const directory = mkdtempSync(join(tmpdir(), 'rowhouse-groups-'));
  const failuresPath = join(directory, 'failures.txt');
  const groups = groupsOf(chosen).map((group, at) => writeGroup(directory, at, group));
  const { status } = spawnSync(
    node,
    [
      ...ENGINE_FLAGS,
      '--enable-source-maps',
      '--test',
      `--test-concurrency=${PROCESSES}`,
      `--test-timeout=${PROCESS_TIMEOUT_MS}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${FAILED_TESTS}`,
      `--test-reporter-destination=${failuresPath}`,
      ...groups,
    ],
    { stdio: 'inherit', env },
  );
  const failures = existsSync(failuresPath) ? readFileSync(failuresPath, 'utf8') : '';
  rmSync(directory, { recursive: true, force: true });
  return { failed: status !== 0, failures };
}

/** The runner starts the processes in the order of the names of their files. */
function writeGroup(directory, at, files) {
  const path = join(directory, `${String(at).padStart(4, '0')}.test.mjs`);
  const lines = [
    `await import('${RUNNING_TEST_MODULE}');`,
    `const { runGroup } = await import('${GROUP_MODULE}');`,
    `await runGroup(${JSON.stringify(files)}, ${JSON.stringify(compiled)}, ${TEST_TIMEOUT_MS});`,
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

function find(directory) {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
