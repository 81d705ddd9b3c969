import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#contract/durations.js';
import { ALBUQUERQUE, fewZips, handClock, START_MS } from './few-zips.test.js';
import { type Sandbox, startSandbox } from './index.js';
import { RUN_BACK_DAYS, SPEED_MAX, worldClock } from './world-clock.js';

/** The data's clock over a process clock that is set by hand. */
function open() {
  let processMs = START_MS;
  const world = worldClock({ nowMs: () => processMs });
  return {
    world,
    pass: (ms: number) => {
      processMs += ms;
    },
    behind: () => processMs - world.nowMs(),
  };
}

test('the data goes with the clock of the process until it is set, and again after a reset', () => {
  const { world, pass, behind } = open();
  pass(5_000);
  assert.deepEqual([behind(), world.speed()], [0, 1]);
  world.set({ atMs: START_MS - 3 * DAY_MS });
  assert.equal(world.nowMs(), START_MS - 3 * DAY_MS);
  pass(60_000);
  assert.equal(world.nowMs(), START_MS - 3 * DAY_MS + 60_000, 'it goes on as fast as the process');
  world.reset();
  assert.deepEqual([behind(), world.speed()], [0, 1]);
});

test('a set speed runs on from the set moment, and 0 stands still', () => {
  const { world, pass } = open();
  const atMs = START_MS - 10 * DAY_MS;
  world.set({ atMs, speed: 1_440 });
  pass(60_000);
  assert.equal(world.nowMs(), atMs + DAY_MS);
  world.set({ speed: 0 });
  pass(60_000);
  assert.equal(world.nowMs(), atMs + DAY_MS);
  world.set({ speed: 2 });
  pass(60_000);
  assert.equal(world.nowMs(), atMs + DAY_MS + 120_000);
});

test('a fast run from the past ends at the present and then continues with the process', () => {
  const { world, pass, behind } = open();
  world.set({ speed: 1_440 });
  assert.equal(behind(), RUN_BACK_DAYS * DAY_MS, 'a run without a moment begins in the past');
  pass(RUN_BACK_DAYS * 60_000);
  assert.ok(behind() > 0 && behind() < DAY_MS);
  pass(60_000);
  assert.deepEqual([behind(), world.speed()], [0, 1]);
  pass(DAY_MS);
  assert.deepEqual([behind(), world.speed()], [0, 1]);
});

test('a time ahead of the process is accepted and continues', () => {
  const { world, pass, behind } = open();
  world.set({ atMs: START_MS + 5 * DAY_MS, speed: 60 });
  pass(60_000);
  assert.equal(behind(), 60_000 - 5 * DAY_MS - 3_600_000);
});

test('a speed or moment out of range is a mistake of the program', () => {
  const { world } = open();
  for (const setting of [
    { speed: -1 },
    { speed: SPEED_MAX + 1 },
    { speed: Number.NaN },
    { atMs: 0 },
    { atMs: Number.NaN },
  ]) {
    assert.throws(() => world.set(setting), { name: 'AssertionError' });
  }
});

async function within(run: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const sandbox = await startSandbox({
    seed: 1,
    homes: 0,
    geo: fewZips,
    clock: handClock(),
    latencyMinMs: 0,
    latencyMaxMs: 0,
    places: [{ zip: '87112', homes: 200 }],
    portals: ['portal_a', 'mls'],
  });
  try {
    await run(sandbox);
  } finally {
    await sandbox.close();
  }
}

async function order(sandbox: Sandbox, body?: unknown) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${sandbox.url}/__sandbox/clock`, init);
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

test('the clock is shown, set and reset over HTTP', async () => {
  await within(async (sandbox) => {
    const present = {
      at: new Date(START_MS).toISOString(),
      day: '2026-07-15',
      speed: 1,
      behind_s: 0,
    };
    assert.deepEqual((await order(sandbox)).json, present);
    const set = await order(sandbox, { at: '2026-06-01T00:00:00Z', speed: 1_440 });
    const past = { at: '2026-06-01T00:00:00.000Z', day: '2026-06-01', speed: 1_440 };
    assert.deepEqual(set, { status: 200, json: { ...past, behind_s: 44.5 * 86_400 } });
    assert.equal((await order(sandbox, { at: '2026-06-01T03:00:00+03:00' })).json['at'], past.at);
    assert.equal((await order(sandbox, { at: '2026-06-01' })).json['at'], past.at);
    assert.equal(sandbox.clock.nowMs(), Date.parse(past.at));
    assert.deepEqual((await order(sandbox, { reset: true })).json, present);
    await order(sandbox, { speed: 0 });
    assert.equal((await order(sandbox)).json['speed'], 0);
    assert.deepEqual((await order(sandbox, {})).json, present);
  });
});

test('a bad order to the clock answers 400, says what is wrong, and changes nothing', async () => {
  await within(async (sandbox) => {
    const before = (await order(sandbox)).json;
    const bad: readonly (readonly [body: unknown, wrong: RegExp])[] = [
      [[], /a JSON object/],
      [{ at: 'tomorrow' }, /at is a date or a moment/],
      [{ at: '2026-02-30' }, /at is a date or a moment/],
      [{ at: '2026-12-01T00:00:00' }, /with its zone/],
      [{ at: '2026-12-01T25:00:00Z' }, /at is a date or a moment/],
      [{ at: '1999-12-31T00:00:00Z' }, /from 2000 to 2100/],
      [{ at: 1_780_000_000_000 }, /at is a date or a moment/],
      [{ speed: '10' }, /speed is a number/],
      [{ speed: -1 }, /from 0 to 86400/],
      [{ speed: 86_401 }, /from 0 to 86400/],
      [{ reset: 'yes' }, /reset is true/],
      [{ reset: true, speed: 2 }, /reset stands alone/],
      [{ sped: 2 }, /no member sped/],
    ];
    for (const [body, wrong] of bad) {
      const { status, json } = await order(sandbox, body);
      assert.equal(status, 400, JSON.stringify(body));
      assert.match(String(json['error']), wrong);
    }
    assert.deepEqual((await order(sandbox)).json, before);
  });
});

test('portals show the day that the clock is set to, at once', async () => {
  await within(async (sandbox) => {
    const ids = async () => {
      const state = { pagination: { currentPage: 1 }, mapBounds: ALBUQUERQUE, filterState: {} };
      const url = `${sandbox.urls.portal_a}/async-create-search-page-state`;
      const body = JSON.stringify({ searchQueryState: state });
      return (await fetch(url, { method: 'PUT', body })).text();
    };
    const now = await ids();
    sandbox.clock.set({ atMs: START_MS - 20 * DAY_MS });
    const before = await ids();
    assert.notEqual(before, now);
    sandbox.clock.set({ atMs: START_MS - 20 * DAY_MS + 3_600_000 });
    assert.equal(await ids(), before, 'a day is one state');
    sandbox.clock.reset();
    assert.equal(await ids(), now);
  });
});
