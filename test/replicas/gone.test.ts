/** Rows that are gone from a feed that is kept here, found by comparing keys or by a flag. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf } from '../support/changing-feed.js';
import {
  BY_FLAG,
  BY_KEYS,
  COMPARE_S,
  feed,
  nextTurn,
  ROWS,
  read,
  state,
  t,
  touch,
  turn,
  useKeptFeed,
} from '../support/kept-feed.js';

useKeptFeed();

test('rows that leave without a word are removed when keys are compared', async () => {
  await turn();
  for (const n of [3, 4, 5]) feed.rows.delete(keyOf(n));
  assert.equal(await nextTurn(), 'done');
  assert.equal((await read()).ids.length, ROWS, 'they are not known yet');
  assert.equal(await nextTurn(BY_KEYS, COMPARE_S), 'done');
  const { ids } = await read();
  assert.equal(ids.length, ROWS - 3);
  assert.ok(!ids.includes(keyOf(4)));
  const { last_compared_at, rows } = await state();
  assert.deepEqual([last_compared_at !== null, rows], [true, ROWS - 3]);
});

/** What the feed does while its keys are compared, and what is said of it. */
const FAILED_COMPARISONS: Readonly<Record<string, () => RegExp>> = {
  'breaks off half-way': () => {
    feed.instead = (query, response) => {
      const isSecond = /ListingKey gt/.test(query.get('$filter') ?? '');
      if (isKeys(query) && isSecond) response.writeHead(404).end('<html></html>');
      return isKeys(query) && isSecond;
    };
    return /no resource Property/;
  },
  'sends fewer keys than it counts': () => {
    feed.instead = (query, response) => {
      if (isKeys(query)) response.end('{"@odata.count":450,"value":[{"ListingKey":"K000000"}]}');
      return isKeys(query);
    };
    return /nothing was removed/;
  },
  'sends no key': () => {
    feed.instead = (query, response) => {
      if (isKeys(query)) response.end('{"value":[]}');
      return isKeys(query);
    };
    return /nothing was removed: the feed sends no keys/;
  },
  'has lost more than half of its rows': () => {
    for (let n = 0; n < ROWS * 0.6; n += 1) feed.rows.delete(keyOf(n));
    return /nothing was removed: more than half of the rows/;
  },
};
const isKeys = (query: URLSearchParams): boolean => query.get('$select') === 'ListingKey';

for (const [what, arrange] of Object.entries(FAILED_COMPARISONS)) {
  test(`a feed that ${what} while its keys are compared loses no row here`, async () => {
    await turn();
    feed.rows.delete(keyOf(7));
    const says = arrange();
    t.clock.advance((COMPARE_S + 1) * 1000);
    assert.equal(await turn(), 'failed');
    const { last_error, rows } = await state();
    assert.match(last_error, says);
    assert.equal(rows, ROWS);
    assert.equal((await read()).ids.length, ROWS);
  });
}

test('a row that says it is gone is removed, and no keys are compared', async () => {
  await turn(BY_FLAG);
  touch(11, { MlgCanView: false });
  touch(12, { MlgCanView: true });
  await nextTurn(BY_FLAG);
  const { ids } = await read(BY_FLAG);
  assert.ok(!ids.includes(keyOf(11)) && ids.includes(keyOf(12)));
  feed.rows.delete(keyOf(13));
  await nextTurn(BY_FLAG, COMPARE_S);
  assert.equal((await read(BY_FLAG)).ids.length, ROWS - 1);
  assert.equal((await state(BY_FLAG)).last_compared_at, null);
});
