import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ApiError } from '#domain/api-error.js';
import { openSortedMemory, type SortedAccount } from './sorted-memory.js';

const BYTES = 1_000_000;
const SEARCHES = 4;
const ROW = 1_000;
/** One eighth divided among the searches. */
const SHARE = BYTES / 8 / SEARCHES;
/** A share plus the part of the large search. */
const MOST = SHARE + (BYTES * 5) / 8;

const never = new AbortController().signal;

/** Takes rows until the account is full; returns how many bytes it got. */
async function fill(account: SortedAccount): Promise<number> {
  let bytes = 0;
  while (await account.take(ROW)) bytes += ROW;
  return bytes;
}

test('searches read at the same time never hold more together than the bound', async () => {
  const memory = openSortedMemory(BYTES, SEARCHES);
  let highest = 0;
  let running = 0;
  let large = 0;
  const read = async () => {
    const account = memory.open('one', never);
    let bytes = 0;
    while (await account.take(ROW)) {
      bytes += ROW;
      highest = Math.max(highest, memory.bytes());
      if (bytes === SHARE + ROW - (SHARE % ROW)) {
        running += 1;
        large = Math.max(large, running);
      }
      await turn();
    }
    running -= 1;
    account.close();
    return bytes;
  };
  const whole = await Promise.all(Array.from({ length: SEARCHES }, read));
  assert.deepEqual(
    new Set(whole),
    new Set([MOST - (MOST % ROW)]),
    'each had all of the large part',
  );
  assert.equal(large, 1, 'one search at a time is larger than its share');
  assert.ok(highest <= (BYTES * 3) / 4, `${highest} bytes were held, beside a quarter kept`);
  assert.equal(memory.bytes(), 0);
});

test('a search within its share does not wait for a large one', async () => {
  const memory = openSortedMemory(BYTES, SEARCHES);
  const large = memory.open('one', never);
  await fill(large);
  const small = memory.open('one', never);
  for (let bytes = ROW; bytes <= SHARE; bytes += ROW) assert.ok(await small.take(ROW));
  small.close();
  large.close();
  assert.equal(memory.bytes(), 0);
});

test('a large search that waits until its deadline fails with an explanation and lets the next one in', async () => {
  const memory = openSortedMemory(BYTES, SEARCHES);
  const first = memory.open('one', never);
  await fill(first);
  const ended = new AbortController();
  const second = memory.open('one', ended.signal);
  const third = memory.open('one', never);
  const rejected = assert.rejects(
    fill(second),
    (error) =>
      error instanceof ApiError &&
      error.code === 'collection_unavailable' &&
      /other large sorted searches.+try again later, or search a smaller area/i.test(error.message),
  );
  const waited = fill(third);
  await turn();
  ended.abort();
  await rejected;
  second.close();
  first.close();
  assert.equal(await waited, MOST - (MOST % ROW));
  third.close();
  assert.equal(memory.bytes(), 0);
});

test('an account waits for one large search of another account, however many of those wait', async () => {
  const memory = openSortedMemory(BYTES, SEARCHES);
  const ended: string[] = [];
  const read = async (asker: string) => {
    const account = memory.open(asker, never);
    await fill(account);
    await turn();
    ended.push(asker);
    account.close();
  };
  const heavy = Array.from({ length: 1_000 }, () => read('heavy'));
  await turn();
  const before = ended.length;
  await read('light');
  assert.ok(ended.length - before <= 3, `${ended.length - before - 1} ended before it`);
  await Promise.all(heavy);
  assert.equal(memory.bytes(), 0);
});
