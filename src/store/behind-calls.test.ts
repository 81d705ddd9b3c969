import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestStore, type TestStore } from '../../test/support/open-test-store.js';
import { behindCalls } from './behind-calls.js';

let store: TestStore;
before(async () => {
  store = await openTestStore();
});
after(() => store.close());

test('a call waits behind one piece of other work, however much of it was there before', async () => {
  const work = behindCalls(store.pool, 1);
  const ended: string[] = [];
  const write = (at: number) =>
    work.transaction((tx) => tx.rows('select pg_sleep(0.01)')).then(() => ended.push(`work ${at}`));
  const all = Array.from({ length: 20 }, (_, at) => write(at));
  await store.pool.rows('select 1');
  const before = ended.length;
  await Promise.all(all);
  assert.ok(before <= 1, `${before} pieces of work ended before the call`);
  assert.equal(ended.length, 20);
  assert.deepEqual(
    ended,
    [...ended].sort((a, b) => Number(a.slice(5)) - Number(b.slice(5))),
  );
});

test('work that fails lets the next one through', async () => {
  const work = behindCalls(store.pool, 1);
  await assert.rejects(work.rows('select nonsense'));
  assert.deepEqual(await work.rows('select 1 as one'), [{ one: 1 }]);
});
