/**
 * A feed that is kept here fails, grows old or moves: what is here stays right, and says how it is.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanUpOnce } from '#service/operations/cleanup.js';
import { measure } from '#service/operations/metrics.js';
import { keyOf } from '../support/changing-feed.js';
import { expectApiError } from '../support/expect.js';
import {
  account,
  BY_KEYS,
  feed,
  nextTurn,
  PAGE,
  PULL_S,
  ROWS,
  read,
  state,
  t,
  touch,
  turn,
  useKeptFeed,
} from '../support/kept-feed.js';

useKeptFeed();

/** What makes a pull fail, and what is said of it. */
const FAILED_PULLS: Readonly<Record<string, () => RegExp>> = {
  'is busy': () => {
    feed.instead = (_query, response) => {
      response.writeHead(429).end('{}');
      return true;
    };
    return /mls/;
  },
  'answers with a web page': () => {
    feed.instead = (_query, response) => {
      response.end('<html></html>');
      return true;
    };
    return /web page/;
  },
  'passes over the order': () => {
    feed.isUnordered = true;
    touch(1);
    feed.write(2, { ModificationTimestamp: '2026-11-20T00:00:01Z' });
    return /not in the order of ModificationTimestamp/;
  },
  'sends its rows without prices': () => {
    for (let n = 0; n < PAGE; n += 1) touch(n, { ListPrice: null });
    return /ListPrice|list_price/;
  },
};

for (const [what, arrange] of Object.entries(FAILED_PULLS)) {
  test(`a feed that ${what} leaves the rows that are here as they are, and is tried again`, async () => {
    await turn();
    const kept = await read();
    const says = arrange();
    t.clock.advance(PULL_S * 1000 + 1);
    assert.equal(await turn(), 'failed');
    const { last_error, ready } = await state();
    assert.match(last_error, says);
    assert.equal(ready, true);
    assert.deepEqual(await read(), kept);
    assert.equal(await turn(), 'idle', 'it is left alone for a minute');
    feed.reset(ROWS);
    t.clock.advance(120_000);
    // The pause of a shared source is the database's, whose clock is not the test's.
    await t.app.db.rows('update source_pace set held_until = null');
    assert.equal(await turn(), 'done');
    assert.equal((await state()).last_error, null);
  });
}

test('rows that were pulled too long ago are not shown', async () => {
  await turn();
  const api_key = await account();
  t.clock.advance((t.app.limits.FEED_RETENTION_S + 10) * 1000);
  const answer = await t.get('/v1/mls/listings?zip=78704&beds_min=2', api_key);
  expectApiError(answer, 'collection_unavailable');
  assert.match(answer.json().error.message, /last pulled 12 hours ago/);
});

test('a feed of another origin begins from nothing; cursors of the old end, and its tables are dropped', async () => {
  await turn();
  const api_key = await account();
  const { result } = (await t.get('/v1/mls/listings?zip=78704', api_key)).json();
  await t.app.db.rows(`update replicas set origin_hash = 'another' where feed = $1`, [BY_KEYS]);
  await t.app.tables.refresh();
  const before = await t.get('/v1/mls/listings?zip=78704&beds_min=1', api_key);
  expectApiError(before, 'collection_unavailable');
  feed.reset(ROWS / 3);
  assert.equal(await turn(), 'done');
  assert.equal((await read()).ids.length, ROWS / 3);
  const more = await t.get(`/v1/mls/listings?zip=78704&cursor=${result.next_cursor}`, api_key);
  expectApiError(more, 'invalid_cursor', 'cursor');
  const tables = async () =>
    (await t.app.db.rows(`select 1 from imports where feed = $1`, [BY_KEYS])).length;
  const count = await tables();
  t.clock.advance(700_000);
  await cleanUpOnce(t.app);
  assert.ok((await tables()) < count);
  assert.equal((await read()).ids.length, ROWS / 3);
});

test('rows that came by an export, which carries no index of keys, are pulled further', async () => {
  await turn();
  const tables = await t.app.db.rows<{ import_id: number }>(
    `select import_id from imports where feed = $1 and state = 'current'`,
    [BY_KEYS],
  );
  for (const { import_id: id } of tables) {
    await t.app.db.rows(`drop index dataset_rows_${id}_by_key`);
  }
  touch(50, { ListPrice: 654_000 });
  assert.equal(await nextTurn(), 'done');
  const { ids, prices } = await read();
  assert.deepEqual([ids.length, prices.get(keyOf(50))], [ROWS, 654_000]);
});

test('an account without the grant reads nothing of it', async () => {
  await turn();
  const { api_key } = await t.account();
  expectApiError(await t.get('/v1/mls/listings?zip=78704', api_key), 'feed_not_granted');
});

test('sources and metrics show how many rows are stored, and their age', async () => {
  await turn();
  t.clock.advance(30_000);
  const { ready, rows, lag_s, last_pull_at, last_error } = await state();
  assert.deepEqual([ready, rows, last_error], [true, ROWS, null]);
  assert.ok(lag_s >= 30 && lag_s < 40, String(lag_s));
  assert.ok(Date.parse(last_pull_at) <= t.clock.nowMs() - 30_000);
  const text = await measure(t.app);
  assert.match(text, /rowhouse_replica_rows\{feed="mls\/keys"\} 450\n/);
  assert.match(text, /rowhouse_replica_lag_seconds\{feed="mls\/keys"\} 3\d/);
  assert.match(
    text,
    /rowhouse_replica_pulls_total\{feed="mls\/keys",what="pull",outcome="ok"\} \d/,
  );
  assert.match(text, /rowhouse_replica_rows_total\{feed="mls\/keys",change="stored"\} \d/);
});
