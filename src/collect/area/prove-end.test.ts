/** Ends of pages that a cap cut, and ends that only look like it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chain,
  type Home,
  lowered,
  searchOf,
  spread,
} from '../../../test/support/memory-driver.js';

const ORDERS: readonly ((home: Home) => number)[] = [
  ({ id }) => id,
  ({ y }) => y,
  ({ x }) => -x,
  ({ price }) => -(price ?? 0),
];

test('a cap that was lowered to any number is noticed, whatever the order of its rows', async () => {
  for (const order of ORDERS) {
    for (const shown of [50, 73, 100, 173, 300, 337, 350, 400, 700]) {
      await assert.rejects(
        chain(searchOf(lowered(spread(1_500), 350, shown, order)), 2_000),
        /no page follows \d+ rows, and \d+ more exist/,
        String(shown),
      );
    }
  }
});

test('as many homes as a cap would show are an end', async () => {
  for (const count of [50, 73, 100, 150, 200, 250, 300, 337, 350, 400, 700, 1_050]) {
    const { ids, missing } = await chain(searchOf(lowered(spread(count), 350, 7_000)), 400);
    assert.equal(ids.length, count);
    assert.deepEqual(missing, []);
  }
});

test('homes sold since their pages were collected do not prove a cap', async () => {
  const all = spread(300);
  const portal = lowered(all, 350, 7_000);
  // The pages come from a cache; a hundred homes were added since.
  const search = searchOf(portal);
  const asked = search.client.read;
  let reads = 0;
  const client = {
    ...search.client,
    read: async (...request: Parameters<typeof asked>) => {
      reads += 1;
      if (reads === 2) all.push(...spread(400).slice(300));
      return asked(...request);
    },
  };
  const { missing } = await chain({ ...search, client }, 400);
  assert.ok(reads > 3);
  assert.deepEqual(missing, []);
});

test('an answer that holds a few rows fewer than there are is partial and no failure', async () => {
  const { missing } = await chain(searchOf(lowered(spread(306), 350, 300, ({ y }) => y)), 400);
  assert.match(missing.join(), /^no page follows 300 rows, and \d more exist$/);
});
