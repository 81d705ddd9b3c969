import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBatcher } from './batcher.js';

const turn = () => new Promise((done) => setImmediate(done));

test('the first runs at once, what arrives meanwhile goes together, in order', async () => {
  const batches: number[][] = [];
  let release = () => undefined as void;
  const batch = openBatcher<number, number>(3, 1, async (items) => {
    batches.push([...items]);
    await new Promise<void>((done) => {
      release = done;
    });
    return items.map((item) => item * 10);
  });
  const first = batch.add(1);
  await turn();
  const rest = [2, 3, 4, 5].map((item) => batch.add(item));
  for (let turns = 0; turns < 6; turns += 1) {
    await turn();
    release();
  }
  assert.deepEqual(await Promise.all([first, ...rest]), [10, 20, 30, 40, 50]);
  assert.deepEqual(batches, [[1], [2, 3, 4], [5]]);
});

test('no more batches run at a time than maxConcurrentBatches', async () => {
  let running = 0;
  let most = 0;
  const batch = openBatcher<number, number>(1, 2, async (items) => {
    running += 1;
    most = Math.max(most, running);
    await turn();
    running -= 1;
    return items;
  });
  const all = Array.from({ length: 9 }, (_, item) => item);
  assert.deepEqual(await Promise.all(all.map((item) => batch.add(item))), all);
  assert.equal(most, 2);
});

test('a batch that fails fails its items, and the next one runs', async () => {
  let calls = 0;
  const batch = openBatcher<string, string>(10, 1, async (items) => {
    calls += 1;
    if (calls === 1) throw new Error('gone');
    return items;
  });
  await assert.rejects(batch.add('a'), /gone/);
  assert.equal(await batch.add('b'), 'b');
});

test('every item gets its own outcome; a callback that throws fails only its own item', async () => {
  const MANY = 40;
  const outcomes: unknown[] = [];
  const batch = openBatcher<number, number>(MANY, 1, async (items) => items);
  await new Promise<void>((all) => {
    for (let item = 0; item < MANY; item += 1) {
      const deliver = (outcome: unknown) => {
        outcomes[item] = outcome;
        if (item === MANY - 1) all();
      };
      const done = (outcome: number) => {
        if (item === 20) throw new Error('too much');
        deliver(outcome);
      };
      batch.enqueue(item, done, deliver);
    }
  });
  assert.match(String(outcomes[20]), /too much/);
  assert.deepEqual(
    outcomes.toSpliced(20, 1),
    Array.from({ length: MANY }, (_, n) => n).toSpliced(20, 1),
  );
});

test('cancelled items are left out of a batch, even when all of them are cancelled', async () => {
  const batches: number[][] = [];
  let end: () => void = () => undefined;
  const batch = openBatcher<number, number>(10, 1, async (items) => {
    batches.push([...items]);
    await new Promise<void>((done) => {
      end = done;
    });
    return items;
  });
  const first = batch.add(1);
  await new Promise((next) => setImmediate(next));
  let outcomes = 0;
  const deliver = () => {
    outcomes += 1;
  };
  batch.enqueue(2, deliver, deliver, () => true);
  end();
  assert.equal(await first, 1);
  const second = batch.add(3);
  batch.enqueue(4, deliver, deliver, () => true);
  await new Promise((next) => setImmediate(next));
  end();
  assert.equal(await second, 3);
  assert.deepEqual(batches, [[1], [3]]);
  assert.equal(outcomes, 0);
});

test('of more items than fit, an account has one in the next batch, however many of another wait', async () => {
  const LOAD = 1_000;
  const batches: string[][] = [];
  const batch = openBatcher<string, string>(
    10,
    1,
    async (items) => {
      batches.push([...items]);
      await turn();
      return items;
    },
    (item) => item.slice(0, 5),
  );
  const heavy = Array.from({ length: LOAD }, (_, at) => batch.add(`heavy ${at}`));
  await turn();
  const before = batches.length;
  const light = Array.from({ length: 3 }, (_, at) => batch.add(`light ${at}`));
  await Promise.all(light);
  assert.ok(batches.length - before <= 3, `${batches.length - before} batches`);
  await Promise.all(heavy);
  const ofHeavy = batches.flat().filter((item) => item.startsWith('heavy'));
  assert.deepEqual(ofHeavy, await Promise.all(heavy), 'each account keeps its order');
});
