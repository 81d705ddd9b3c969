/**
 * The fuzz suite from the command line (CONTRIBUTING.md, "Fuzzing").
 *   npm run fuzz -- --cases 1000000               all fuzzers, so many cases in all, of a new seed
 *   npm run fuzz -- --only queries --seed 7       one fuzzer
 *   npm run fuzz -- --only queries --seed 7 --path 12:0   one case, as a report prints it
 *   npm run fuzz -- --canary                      with faults built in, which must be found
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readHere } from '../support/import-file.js';
import { FUZZERS } from './fuzzers.js';
import { CASE_MS_MAX, heldBytes, runFuzzer } from './run-fuzzer.js';
import { startWatchdog } from './watchdog.js';

/** Seeds are 32-bit integers. */
const SEED_MAX = 2 ** 31;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(SEED_MAX)) },
    cases: { type: 'string', default: '10000' },
    only: { type: 'string' },
    path: { type: 'string' },
    minutes: { type: 'string', default: '100000' },
    canary: { type: 'boolean', default: false },
  },
});
const chosen = FUZZERS.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
  throw new Error(
    `There is no fuzzer ${values.only}: ${FUZZERS.map(({ name }) => name).join(', ')}.`,
  );
}
const [seed, cases, minutes] = [values.seed, values.cases, values.minutes].map(Number) as [
  number,
  number,
  number,
];
if (![seed, cases].every(Number.isInteger) || cases < 1 || !(minutes > 0)) {
  throw new Error('--seed and --cases are whole numbers, --minutes is a number above 0.');
}
console.log(`seed ${seed}`);
const stray: unknown[] = [];
process.on('unhandledRejection', (error) => stray.push(error));
process.on('uncaughtException', (error) => stray.push(error));
const watchdog = startWatchdog(2 * CASE_MS_MAX);
const allEndMs = performance.now() + minutes * 60_000;
const whole = chosen.reduce((sum, { share }) => sum + share, 0);
let found = 0;
for (const [at, fuzzer] of chosen.entries()) {
  const open = await fuzzer.open({ canary: values.canary, files: readHere });
  const nowMs = performance.now();
  // An equal part of the time that is left, so that a fast fuzzer leaves more to the others.
  const endsMs = nowMs + (allEndMs - nowMs) / (chosen.length - at);
  const outcome = await runFuzzer(
    fuzzer,
    open,
    {
      seed,
      cases: Math.max(1, Math.round((cases * fuzzer.share) / whole)),
      ...(values.path !== undefined && { path: values.path }),
      isOver: () => performance.now() > endsMs,
    },
    watchdog,
  );
  await open.close();
  const rate = Math.round(outcome.cases / outcome.seconds);
  const held = Math.round(heldBytes() / 1e6);
  console.log(
    `${fuzzer.name.padEnd(12)} ${String(outcome.cases).padStart(8)} cases ${outcome.seconds.toFixed(1).padStart(8)} s ${outcome.cpuSeconds.toFixed(1).padStart(7)} s of CPU ${String(rate).padStart(6)}/s ${String(held).padStart(5)} MB  ${outcome.failure === null && outcome.cases > 0 ? 'every rule held' : 'BROKEN'}`,
  );
  const failure =
    outcome.failure ??
    (stray.length > 0 ? `nobody waited for: ${describe(stray[0])}` : null) ??
    (outcome.cases === 0 ? 'No case was run: give it more --minutes.' : null);
  stray.length = 0;
  if (failure === null) continue;
  found += 1;
  console.log(failure);
}
await watchdog.close();
if (values.canary && found < chosen.length) {
  console.log(`${chosen.length - found} canaries were NOT found`);
  process.exit(1);
}
process.exit(found > 0 && !values.canary ? 1 : 0);

function describe(error: unknown): string {
  return error instanceof Error ? String(error.stack) : String(error);
}
