import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import { CLOCK_HOLD_MS, CLOCK_STEP_MS, steadyClock } from './steady-clock.js';

const START = Date.parse('2026-11-21T12:00:00Z');

/** A host whose clock can be set while its counter runs on. */
function open() {
  let [civil, counter] = [START, 5_000];
  const clock = steadyClock(
    { wallMs: () => civil, monotonicMs: () => counter },
    async () => undefined,
  );
  return {
    clock,
    set: (byMs: number) => {
      civil += byMs;
    },
    pass: (ms: number) => {
      for (let left = ms; left > 0; left -= 1_000) {
        civil += Math.min(left, 1_000);
        counter += Math.min(left, 1_000);
        clock.nowMs();
      }
    },
    sinceStart: () => clock.nowMs() - START,
  };
}

for (const byMs of [40 * DAY_MS, -40 * DAY_MS, CLOCK_STEP_MS, -CLOCK_STEP_MS]) {
  test(`a step by ${byMs} ms for 25 s and back is never seen, and is reported while it lasts`, () => {
    const { clock, set, pass, sinceStart } = open();
    set(byMs);
    assert.equal(clock.stepMs(), byMs);
    for (let second = 1; second <= 25; second += 1) {
      pass(1_000);
      assert.equal(sinceStart(), second * 1_000);
    }
    set(-byMs);
    assert.equal(sinceStart(), 25_000);
    assert.equal(clock.stepMs(), 0);
  });

  test(`a step by ${byMs} ms that stays is the time after ${CLOCK_HOLD_MS} ms of the counter`, () => {
    const { clock, set, pass, sinceStart } = open();
    set(byMs);
    clock.nowMs();
    pass(CLOCK_HOLD_MS - 1_000);
    assert.equal(sinceStart(), CLOCK_HOLD_MS - 1_000);
    pass(1_000);
    assert.equal(sinceStart(), CLOCK_HOLD_MS + byMs);
    assert.equal(clock.stepMs(), 0);
  });
}

test('a second step begins the wait again, and corrections below the bound are followed', () => {
  const { clock, set, pass, sinceStart } = open();
  set(CLOCK_STEP_MS - 1);
  assert.equal(sinceStart(), CLOCK_STEP_MS - 1);
  set(DAY_MS);
  clock.nowMs();
  pass(CLOCK_HOLD_MS - 1_000);
  set(DAY_MS);
  pass(2_000);
  assert.equal(clock.stepMs(), 2 * DAY_MS);
  pass(CLOCK_HOLD_MS);
  assert.equal(clock.stepMs(), 0);
});

test('a start is compared with what is known: a server exactly, a store only where it is ahead', () => {
  const server = open();
  server.clock.compare(START - 40 * DAY_MS, true);
  assert.equal(server.sinceStart(), -40 * DAY_MS);
  assert.equal(server.clock.stepMs(), 40 * DAY_MS);
  const store = open();
  store.clock.compare(START - 40 * DAY_MS, false);
  assert.equal(store.sinceStart(), 0, 'a long stop is no step');
  assert.equal(store.clock.isProven(), false);
  store.pass(CLOCK_HOLD_MS);
  assert.equal(store.clock.isProven(), true, 'nothing has spoken against it');
  const behind = store.sinceStart() - 40 * DAY_MS;
  store.clock.compare(START + 40 * DAY_MS, false);
  assert.equal(store.sinceStart(), 40 * DAY_MS, 'no time before what was stored');
  assert.equal(store.clock.stepMs(), behind);
  assert.equal(store.clock.isProven(), false);
  store.pass(CLOCK_HOLD_MS + 1_000);
  assert.equal(store.clock.stepMs(), 0);
});

test('a server that agrees with the host ends a step at once; one that does not prolongs it', () => {
  const { clock, set, pass, sinceStart } = open();
  clock.compare(START, true);
  set(DAY_MS);
  clock.confirm(START + DAY_MS);
  assert.deepEqual([clock.stepMs(), sinceStart()], [0, DAY_MS]);
  set(DAY_MS);
  for (let passed = 0; passed < 2 * CLOCK_HOLD_MS; passed += 60_000) {
    pass(60_000);
    clock.confirm(clock.nowMs());
  }
  assert.equal(clock.stepMs(), DAY_MS);
  assert.equal(clock.isProven(), false);
});
