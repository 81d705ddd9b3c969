import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { shareReads } from './share-reads.js';

const LATE = () => new Error('late');

test('equal reads are one while it lasts, and the last that leaves ends it', async () => {
  const share = shareReads<string>(() => 0);
  const [one, two] = [new AbortController(), new AbortController()];
  let reads = 0;
  let ended = false;
  const read = async (shared: AbortSignal) => {
    reads += 1;
    await once(shared, 'abort');
    ended = true;
    return '';
  };
  const both = [one, two].map(({ signal }) => share('key', 0, signal, LATE, read));
  assert.equal(reads, 1);
  one.abort();
  await assert.rejects(both[0] ?? assert.fail(), /late/);
  assert.equal(ended, false, 'the other still waits');
  two.abort();
  await assert.rejects(both[1] ?? assert.fail(), /late/);
  await turn();
  assert.ok(ended);
});

test('many reads wait on the signal of one search without a warning', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  const share = shareReads<number>(() => 0);
  const { signal } = new AbortController();
  const found = await Promise.all(
    Array.from({ length: 30 }, (_, nth) => share(String(nth), 0, signal, LATE, async () => nth)),
  );
  await turn();
  process.off('warning', note);
  assert.equal(found.length, 30);
  assert.deepEqual(warnings, []);
});
