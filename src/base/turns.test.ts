import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { type Leave, openTurns } from './turns.js';

const LOAD = 1_000;

/** Work that takes places and holds them until the test ends it. */
function openWorld(places: number, placesEach: number) {
  const turns = openTurns(places, placesEach);
  const begun: string[] = [];
  const leaves: Leave[] = [];
  return {
    begun,
    begin: async (account: string, count = 1, signal?: AbortSignal) => {
      for (let at = 0; at < count; at += 1) {
        void turns.take(account, signal).then((leave) => {
          if (leave === null) return;
          begun.push(account);
          leaves.push(leave);
        });
      }
      await turnOfLoop();
    },
    endOne: async () => {
      leaves.shift()?.();
      await turnOfLoop();
    },
  };
}

for (const places of [1, 4]) {
  test(`with ${places} places for all, an account waits for one end of another's ${LOAD} units`, async () => {
    const world = openWorld(places, places);
    await world.begin('heavy', LOAD);
    assert.equal(world.begun.length, places);
    await world.begin('light');
    await world.endOne();
    await world.endOne();
    assert.ok(world.begun.slice(places).includes('light'), world.begun.join());
    await world.endOne();
    assert.equal(world.begun.at(-1), 'heavy');
  });
}

test('units that never end keep no other account waiting where one account may not hold all places', async () => {
  const world = openWorld(4, 3);
  await world.begin('heavy', LOAD);
  assert.equal(world.begun.length, 3);
  await world.begin('light');
  assert.equal(world.begun.at(-1), 'light');
});

test('many accounts have a turn each before one has its next', async () => {
  const world = openWorld(1, 1);
  await world.begin('heavy', LOAD);
  for (const account of ['b', 'c', 'd']) await world.begin(account, 2);
  for (let ended = 0; ended < 9; ended += 1) await world.endOne();
  assert.deepEqual(world.begun, 'heavy heavy b c d heavy b c d heavy'.split(' '));
});

test('whoever stops waiting takes no place and leaves the turns of others as they are', async () => {
  const world = openWorld(1, 1);
  const gone = new AbortController();
  await world.begin('a');
  await world.begin('b', 2, gone.signal);
  await world.begin('b');
  await world.begin('c');
  gone.abort();
  await world.begin('a', 1, gone.signal);
  for (let ended = 0; ended < 3; ended += 1) await world.endOne();
  assert.deepEqual(world.begun, ['a', 'b', 'c']);
});
