/** A short fuzzing run: 1,000 cases from one seed, and a built-in fault that each fuzzer finds. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readHere } from '../support/import-file.js';
import { FUZZERS } from './fuzzers.js';
import { CASE_MS_MAX, runFuzzer, seedOf } from './run-fuzzer.js';
import { startWatchdog } from './watchdog.js';
import { openWorld } from './world.js';

const SEED = 20_261_123;
const CASES = 1_000;
/** Cases in which a built-in fault must have been met. */
const CANARY_CASES = 1_000;
const SHARES = 100;

const watchdog = startWatchdog(2 * CASE_MS_MAX);
// One application for all of them: a fuzzer that closes the last user would close it.
const held = await openWorld({ canary: false });
after(async () => {
  await held.close();
  await watchdog.close();
});

test('the fuzzers share all cases', () => {
  assert.equal(
    FUZZERS.reduce((sum, { share }) => sum + share, 0),
    SHARES,
  );
  assert.notEqual(seedOf(1, 'a', 1), seedOf(1, 'b', 1), 'blocks have seeds of their own');
});

for (const fuzzer of FUZZERS) {
  test(`${fuzzer.name}: whatever comes as ${fuzzer.about}, every rule holds`, async () => {
    const open = await fuzzer.open({ canary: false, files: readHere });
    const cases = (CASES * fuzzer.share) / SHARES;
    const outcome = await runFuzzer(fuzzer, open, { seed: SEED, cases }, watchdog);
    await open.close();
    assert.equal(outcome.failure, null, outcome.failure ?? '');
    assert.equal(outcome.cases, cases);
  });

  test(`${fuzzer.name}: a built-in fault is found, shrunk, and repeated by its command`, async () => {
    const open = await fuzzer.open({ canary: true, files: readHere });
    const found = await runFuzzer(fuzzer, open, { seed: SEED, cases: CANARY_CASES }, watchdog);
    const said = found.failure ?? '';
    assert.match(said, /BROKEN at case/);
    const [, seed = '', path = ''] = /--seed=(-?\d+) --path (\S+)/.exec(said) ?? [];
    const again = { seed: Number(seed), cases: 1, path };
    const repeated = await runFuzzer(fuzzer, open, again, watchdog);
    await open.close();
    assert.match(repeated.failure ?? '', /Canary|a handler threw|logged as an error/, said);
  });
}
