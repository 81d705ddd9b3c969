import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBatch } from './batch.js';

test('the first runs at once, what arrives meanwhile goes together, in order', async () => {
  const batches: number[][] = [];
  let release = () => undefined as void;
  const batch = openBatch<number, number>(3, async (items) => {
    batches.push([...items]);
    await new Promise<void>((done) => {
      release = done;
    });
    return items.map((item) => item * 10);
  });
  const first = batch.add(1);
  await Promise.resolve();
  const rest = [2, 3, 4, 5].map((item) => batch.add(item));
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((done) => setImmediate(done));
    release();
  }
  assert.deepEqual(await Promise.all([first, ...rest]), [10, 20, 30, 40, 50]);
  assert.deepEqual(batches, [[1], [2, 3, 4], [5]]);
});

test('a batch that fails fails its items, and the next one runs', async () => {
  let calls = 0;
  const batch = openBatch<string, string>(10, async (items) => {
    calls += 1;
    if (calls === 1) throw new Error('gone');
    return items;
  });
  await assert.rejects(batch.add('a'), /gone/);
  assert.equal(await batch.add('b'), 'b');
});
