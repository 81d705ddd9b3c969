import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '#contract/durations.js';
import { sharedStore } from '../../test/support/open-test-store.js';
import {
  countTurns,
  deleteOldReaders,
  deleteOldTurns,
  holdSource,
  returnPace,
  takeTurns,
} from './source-pace.js';

const store = sharedStore();

/** Turns so far apart that the duration of the test does not matter. */
const asked = { count: 3, stepMs: 3_600_000, burstMs: 0 };
const near = (ms: number, wanted: number) =>
  assert.ok(Math.abs(ms - wanted) < 60_000, `${ms}, not ${wanted}`);

test('processes take turns one after the other, and each knows of the others', async () => {
  const [one, other] = [store.id(), store.id()];
  const first = await takeTurns(store.pool, one, 'a', asked);
  near(first.waitMs, 0);
  assert.equal(first.processes, 1);
  const second = await takeTurns(store.pool, other, 'a', asked);
  near(second.waitMs, 3 * HOUR_MS);
  assert.equal(second.processes, 2);
  const third = await takeTurns(store.pool, one, 'a', { ...asked, count: 1 });
  near(third.waitMs, 6 * HOUR_MS);
  const elsewhere = await takeTurns(store.pool, one, 'b', asked);
  near(elsewhere.waitMs, 0);
  assert.equal(elsewhere.processes, 1);
});

test('many at once take different turns', async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, () => takeTurns(store.pool, store.id(), 'c', asked)),
  );
  const hours = all
    .map(({ waitMs }) => Math.abs(Math.round(waitMs / HOUR_MS)))
    .sort((a, b) => a - b);
  assert.deepEqual(
    hours,
    all.map((_turns, at) => 3 * at),
  );
});

test('unused turns accumulate no further than the burst', async () => {
  const now = { count: 1, stepMs: 1, burstMs: HOUR_MS };
  near((await takeTurns(store.pool, store.id(), 'd', now)).waitMs, -HOUR_MS);
});

test('a hold is the same for all, and a shorter one does not end it', async () => {
  assert.equal((await takeTurns(store.pool, store.id(), 'e', asked)).heldMs, 0);
  await holdSource(store.pool, 'e', 2 * HOUR_MS);
  await holdSource(store.pool, 'e', HOUR_MS);
  near((await takeTurns(store.pool, store.id(), 'e', asked)).heldMs, 2 * HOUR_MS);
});

test('after the clock of the database went back, a source does not wait for it', async () => {
  await takeTurns(store.pool, store.id(), 'i', asked);
  await holdSource(store.pool, 'i', 2 * HOUR_MS);
  for (const change of [
    `source_pace set next_at = next_at + $1::interval, held_until = held_until + $1::interval`,
    `source_readers set seen_at = seen_at + $1::interval`,
    `source_turns set slot = slot + extract(epoch from $1::interval) / 10`,
  ]) {
    await store.pool.rows(`update ${change} where source = 'i'`, ['40 days']);
  }
  assert.equal(await returnPace(store.pool), 1);
  const { waitMs, heldMs, processes } = await takeTurns(store.pool, store.id(), 'i', asked);
  near(waitMs, 3 * HOUR_MS);
  near(heldMs, 2 * HOUR_MS);
  assert.equal(processes, 1);
  assert.equal((await countTurns(store.pool, 'i')).hour, asked.count);
  assert.equal(await returnPace(store.pool), 0);
});

test('a process that reads nothing is soon not counted, and forgotten after a day', async () => {
  const [gone, stays] = [store.id(), store.id()];
  await takeTurns(store.pool, gone, 'f', asked);
  const age = (interval: string) =>
    store.pool.rows(
      `update source_readers set seen_at = clock_timestamp() - $2::interval where process = $1`,
      [gone, interval],
    );
  await age('1 minute');
  assert.equal((await takeTurns(store.pool, stays, 'f', asked)).processes, 1);
  assert.equal(await deleteOldReaders(store.pool, 100), 0);
  await age('2 days');
  assert.equal(await deleteOldReaders(store.pool, 100), 1);
});

test('turns of all processes are counted for a minute and an hour, and forgotten then', async () => {
  const turns = () => countTurns(store.pool, 'g');
  assert.deepEqual(await turns(), { minute: 0, hour: 0 });
  for (const count of [3, 4]) await takeTurns(store.pool, store.id(), 'g', { ...asked, count });
  await takeTurns(store.pool, store.id(), 'h', asked);
  assert.deepEqual(await turns(), { minute: 7, hour: 7 });
  const age = (slots: number) =>
    store.pool.rows(`update source_turns set slot = slot - $1 where source = 'g'`, [slots]);
  await age(10);
  assert.deepEqual(await turns(), { minute: 0, hour: 7 });
  assert.equal(await deleteOldTurns(store.pool, 100), 0);
  await age(360);
  assert.deepEqual(await turns(), { minute: 0, hour: 0 });
  assert.ok((await deleteOldTurns(store.pool, 100)) > 0);
});
