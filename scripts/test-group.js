// One process of the test suite: several files of tests, one after the other, each a suite of its
// own with its own hooks. A file that starts by itself pays for its process, for the loading of the
// code and for a first database engine, which is most of what a small one costs.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';

/** File that gets the CPU time of each test file, one line each; nothing is written if unset. */
const { ROWHOUSE_TEST_COSTS: costs } = process.env;

/** What the files of this process share, such as a browser: `end` is called after the last one. */
export function afterFiles(end) {
  if (ends === null) after(end);
  else ends.push(end);
}
/** Null where a file runs by itself. */
let ends = null;

/** Files by their paths in the checkout, run from the directory that holds them compiled. */
export async function runGroup(files, compiled, timeout) {
  ends = [];
  const clock = costs === undefined ? null : openClock();
  const left = new Set(files);
  // A file that ends the process takes those behind it along.
  process.once('exit', () => {
    if (left.size === 0) return;
    console.error(`The process ended with these files: ${[...left].join(', ')}`);
    process.exitCode = 1;
  });
  for (const file of files) {
    clock?.begin(file);
    await runFile(file, compiled, timeout);
    left.delete(file);
  }
  clock?.begin('(end)');
  for (const end of ends) await end();
}

/** The promise ends when the tests of the file and its last hook have. */
function runFile(file, compiled, timeout) {
  return new Promise((done) => {
    void describe(file, { timeout }, async () => {
      try {
        await import(pathToFileURL(join(compiled, file.replace(/\.ts$/, '.js'))).href);
        after(done);
      } catch (error) {
        done();
        throw error;
      }
    });
  });
}

function openClock() {
  let name = '(start)';
  let sinceMs = 0;
  const end = () => {
    const nowMs = processorMs();
    appendFileSync(costs, `${((nowMs - sinceMs) / 1000).toFixed(2)} ${name}\n`);
    sinceMs = nowMs;
  };
  process.once('exit', end);
  return {
    begin: (next) => {
      end();
      name = next;
    },
  };
}

/** Of this process and of its ended children, where the system counts those. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenMs();
}

const TICK_MS = 10;
function childrenMs() {
  try {
    const [, numbers = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
    const [, , , , , , , , , , , , , user, system] = numbers.split(' ');
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    return 0;
  }
}
