import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceError } from '#sources/driver.js';
import { localPaceStore, Pace, type PaceStore } from './pace.js';

const never = new AbortController().signal;
const START_MS = 1_000_000;

/** A clock that advances to the end of the earliest sleep once nothing else is to be done. */
function steppedClock() {
  let now = START_MS;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    nowMs: () => now,
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ at: now + ms, wake });
      }),
    async run(work: Promise<unknown>, stepsMax = 10_000): Promise<void> {
      const state = { done: false };
      const end = () => {
        state.done = true;
      };
      work.then(end, end);
      for (let step = 0; step < stepsMax && !state.done; step += 1) {
        for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
        const first = sleepers.sort((a, b) => a.at - b.at).shift();
        if (first === undefined) continue;
        now = Math.max(now, first.at);
        first.wake();
      }
      assert.ok(state.done, 'the work ends');
    },
  };
}

const options = { source: 'a', perS: 10, concurrency: 100, heldMsMax: 20_000 };

/** The moments, from the start, at which `count` requests of each pace leave. */
async function leaving(
  clock: ReturnType<typeof steppedClock>,
  paces: readonly Pace[],
  count: number,
): Promise<number[]> {
  const sent: number[] = [];
  const all = paces.flatMap((pace) =>
    Array.from({ length: count }, () =>
      pace.run(async () => {
        sent.push(clock.nowMs() - START_MS);
      }, never),
    ),
  );
  await clock.run(Promise.all(all));
  return sent;
}

test('a source is asked at once for the requests of a second, then at its rate', async () => {
  const clock = steppedClock();
  const sent = await leaving(clock, [new Pace(options, clock, localPaceStore(clock.nowMs))], 40);
  assert.equal(sent.filter((ms) => ms === 0).length, 10);
  assert.equal(sent.length, 40);
  assert.equal(Math.max(...sent), 3_000);
  for (let from = 0; from <= 3_000; from += 100) {
    const inSecond = sent.filter((ms) => ms > from && ms <= from + 1_000).length;
    assert.ok(inSecond <= 10, `${inSecond} in the second after ${from}`);
  }
});

test('paces with one store keep the rate together', async () => {
  const clock = steppedClock();
  const store = localPaceStore(clock.nowMs);
  const paces = Array.from({ length: 4 }, () => new Pace(options, clock, store));
  const sent = await leaving(clock, paces, 10);
  assert.equal(Math.max(...sent), 3_000);
});

test('no request leaves while the source is left alone, and each one that is too long fails', async () => {
  const clock = steppedClock();
  const store = localPaceStore(clock.nowMs);
  const [one, other] = [new Pace(options, clock, store), new Pace(options, clock, store)];
  await one.hold(5_000);
  const sent = await leaving(clock, [one, other], 3);
  assert.ok(Math.min(...sent) >= 5_000);
  await other.hold(60_000);
  await assert.rejects(
    one.run(async () => assert.fail('sent'), never),
    (error) => error instanceof SourceError && /requests a pause of 60 s/.test(error.message),
  );
});

test('turns that were taken before a hold are not used in it', async () => {
  const clock = steppedClock();
  const pace = new Pace({ ...options, perS: 1 }, clock, localPaceStore(clock.nowMs));
  const sent: number[] = [];
  const send = () =>
    pace.run(async () => {
      sent.push(clock.nowMs() - START_MS);
      if (sent.length === 1) await pace.hold(10_000);
    }, never);
  await clock.run(Promise.all([send(), send(), send()]));
  assert.equal(sent.filter((ms) => ms < 10_000).length, 1, String(sent));
});

test('an aborted request gives its turn to the next', async () => {
  const clock = steppedClock();
  const pace = new Pace(options, clock, localPaceStore(clock.nowMs));
  const left = await pace.run(async () => assert.fail('sent'), AbortSignal.abort());
  assert.equal(left, undefined);
  const sent = await leaving(clock, [pace], 10);
  assert.ok(sent.every((ms) => ms === 0));
});

test('a process takes its part of the concurrency', async () => {
  const clock = steppedClock();
  let processes = 4;
  const store: PaceStore = {
    take: async () => ({ waitMs: 0, heldMs: 0, processes }),
    taken: () => assert.fail('nobody asks'),
    hold: async () => undefined,
  };
  const pace = new Pace({ ...options, concurrency: 8 }, clock, store);
  let atOnce = 0;
  let most = 0;
  const send = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await clock.sleep(10);
    atOnce -= 1;
  };
  await clock.run(pace.run(send, never));
  await clock.run(Promise.all(Array.from({ length: 30 }, () => pace.run(send, never))));
  assert.equal(most, 2);
  // More processes than requests at once: each still has one.
  processes = 20;
  most = 0;
  await clock.run(pace.run(send, never));
  await clock.run(Promise.all(Array.from({ length: 10 }, () => pace.run(send, never))));
  assert.equal(most, 1);
});

test('the turns that were used are counted for a minute and an hour, beside the rate', async () => {
  const clock = { now: START_MS, nowMs: () => clock.now, sleep: async () => undefined };
  const store = localPaceStore(clock.nowMs);
  const pace = new Pace(options, clock, store);
  assert.deepEqual(await pace.used(), { perS: 10, minute: 0, hour: 0 });
  for (let sent = 0; sent < 5; sent += 1) await pace.run(async () => undefined, never);
  assert.deepEqual(await pace.used(), { perS: 10, minute: 5, hour: 5 });
  clock.now += 90_000;
  await pace.run(async () => undefined, never);
  assert.deepEqual(await pace.used(), { perS: 10, minute: 1, hour: 6 });
  clock.now += 3_600_000;
  assert.deepEqual(await pace.used(), { perS: 10, minute: 0, hour: 0 });
  assert.deepEqual(await store.taken('another'), { minute: 0, hour: 0 });
});

test('beside the readers of all places of another account, a reader waits for one request of each', async () => {
  const OTHERS = 4;
  const REQUESTS = 40;
  const tookMs = async (others: number): Promise<number> => {
    const clock = steppedClock();
    const pace = new Pace({ ...options, concurrency: OTHERS }, clock, localPaceStore(clock.nowMs));
    const over = new AbortController();
    const send = () => pace.run(() => clock.sleep(10), never);
    const readOn = async () => {
      while (!over.signal.aborted) await send();
    };
    const heavy = Array.from({ length: others }, readOn);
    const light = async () => {
      for (let at = 0; at < REQUESTS; at += 1) await send();
      over.abort();
    };
    await clock.run(Promise.all([...heavy, light()]));
    return clock.nowMs() - START_MS;
  };
  const [alone, beside] = [await tookMs(0), await tookMs(OTHERS)];
  // The requests of the first second leave at once.
  assert.ok(beside <= (OTHERS + 1) * (alone + 1_000), `${beside} ms, ${alone} ms alone`);
});
