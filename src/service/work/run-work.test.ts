import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import pino from 'pino';
import { localNotifications } from '#store/notifications.js';
import { runWork } from './run-work.js';

const LOAD = 1_000;

interface Unit {
  readonly account: string | null;
  end(): void;
}

/** Units that are claimed in order and end when the test says so. */
function openWorld(places: number) {
  const waiting: (string | null)[] = [];
  const running: Unit[] = [];
  const begun: (string | null)[] = [];
  const notifications = localNotifications();
  const stop = new AbortController();
  // Time stands still: only notifications and freed places wake the loop.
  const sleep = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((done) => {
      if (signal?.aborted) done();
      else signal?.addEventListener('abort', () => done(), { once: true });
    });
  const ids = { uuid: () => 'a lease', random: () => 0, bytes: () => new Uint8Array() };
  const clock = { nowMs: () => 0, sleep };
  const app = { clock, ids, notifications, log: pino({ enabled: false }) };
  const done = runWork(
    app,
    {
      name: 'a unit',
      places,
      leaseS: 15,
      retryS: 15,
      wokenBy: 'queued',
      claim: async (_lease, { full = [] }) => {
        const at = waiting.findIndex((account) => account === null || !full.includes(account));
        return at < 0 ? undefined : { account_id: waiting.splice(at, 1)[0] ?? null };
      },
      idOf: () => 'one',
      renew: async () => true,
      run: ({ account_id: account }) => {
        begun.push(account);
        return new Promise<void>((end) => running.push({ account, end }));
      },
      isHeld: () => false,
    },
    stop.signal,
  );
  const settle = async () => {
    for (let turns = 0; turns < 200; turns += 1) await turnOfLoop();
  };
  return {
    begun,
    running,
    enqueue: async (account: string | null, count = 1) => {
      for (let at = 0; at < count; at += 1) waiting.push(account);
      notifications.send('queued', '');
      await settle();
    },
    endOne: async () => {
      running.shift()?.end();
      await settle();
    },
    close: async () => {
      stop.abort();
      for (const { end } of running) end();
      await done;
    },
  };
}

for (const places of [1, 4, 16]) {
  test(`with ${places} places, work of one account that never ends keeps no other account waiting`, async () => {
    const world = openWorld(places);
    await world.enqueue('heavy', LOAD);
    assert.equal(world.running.length, places, 'it has all places that are shared, and no more');
    await world.enqueue('light');
    assert.equal(world.begun.at(-1), 'light');
    await world.close();
  });
}

test('places that become free go to accounts that hold none while the shared ones are taken', async () => {
  const world = openWorld(4);
  await world.enqueue('heavy', LOAD);
  await world.enqueue('second', LOAD);
  await world.enqueue('third');
  assert.deepEqual(world.begun.slice(4), ['second'], 'one place is spare');
  await world.endOne();
  assert.deepEqual(world.begun.slice(4), ['second', 'third'], 'one unit of another later');
  await world.close();
});

test('an account alone has as many places again when its work ends', async () => {
  const world = openWorld(4);
  await world.enqueue('only', 10);
  for (let ended = 0; ended < 6; ended += 1) await world.endOne();
  assert.equal(world.begun.length, 10);
  assert.equal(world.running.length, 4);
  await world.close();
});

test('work that several accounts wait for may take a spare place', async () => {
  const world = openWorld(1);
  await world.enqueue('heavy', LOAD);
  await world.enqueue(null);
  assert.deepEqual(world.begun, ['heavy', null]);
  await world.close();
});
