// Runs the code checks two at a time (they are independent) and prints the time of each. All of
// them run, even after one fails.
import { execFile } from 'node:child_process';

/** What takes longest begins first. */
const CHECKS = ['lint', 'types', 'dead', 'boundaries', 'openapi', 'format'];
const AT_ONCE = 2;
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

const waiting = [...CHECKS];
await Promise.all(Array.from({ length: AT_ONCE }, runInTurn));

async function runInTurn() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await run(name);
}

function run(name) {
  const began = performance.now();
  return new Promise((done) => {
    execFile(
      'npm',
      ['run', '--silent', `check:${name}`],
      { maxBuffer: OUTPUT_BYTES_MAX },
      (error, stdout, stderr) => {
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        console.log(`${error === null ? '✔' : '✖'} check:${name} (${seconds} s)`);
        if (error !== null) {
          console.log(`${stdout}${stderr}`.trimEnd());
          process.exitCode = 1;
        }
        done();
      },
    );
  });
}
